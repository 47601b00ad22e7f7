import type { Radar, RadarDefinition } from '../../../nodes/shared/api/types';
import { matchesDefinition, visibleKey } from '../../../nodes/shared/radars/sameRadar';

const radar = (fields: Partial<Record<keyof Radar, unknown>> = {}): Radar =>
	({
		radar_id: '1',
		radar_type: 'company_new_hires',
		domain: 'example.org',
		created_at: '2026-11-21T12:00:00Z',
		deactivated_at: null,
		next_charge_at: null,
		radar_status: 'active',
		custom_fields: {},
		updates_since: null,
		...fields,
	}) as Radar;

const definition = (fields: Partial<RadarDefinition> = {}): RadarDefinition => ({
	radar_type: 'company_new_hires',
	domain: 'example.org',
	...fields,
});

test.each<[string, Partial<RadarDefinition>, Partial<Record<keyof Radar, unknown>>]>([
	['the same', {}, {}],
	['a domain as the service normalizes it', { domain: 'https://WWW.Example.org:443/jobs?x=1' }, {}],
	['an international domain', { domain: 'bücher.example' }, { domain: 'xn--bcher-kva.example' }],
	['filters, which the list does not show', { departments: ['Sales'], job_titles: 'CFO' }, {}],
	[
		'the same instant',
		{ updates_since: '2026-01-01T00:00:00+01:00' },
		{ updates_since: '2025-12-31T23:00:00.000Z' },
	],
	[
		'custom fields in another order',
		{ custom_fields: { a: '1', b: '2' } },
		{ custom_fields: { b: '2', a: '1' } },
	],
	['no custom fields', { custom_fields: {} }, { custom_fields: null }],
	['a webhook_url', { webhook_url: 'https://a.example/x' }, { webhook_url: 'https://a.example/x' }],
	['a field that the list leaves out', { full_name: 'Ada' }, { full_name: undefined }],
	['no start point', {}, { updates_since: '2026-11-21T12:00:00Z' }],
])('may be the result: %s', (_, asked, shown) => {
	expect(matchesDefinition(definition(asked), radar(shown))).toBe(true);
});

test.each<[string, Partial<RadarDefinition>, Partial<Record<keyof Radar, unknown>>]>([
	['another type', {}, { radar_type: 'company_reviews' }],
	['another domain', {}, { domain: 'example.com' }],
	[
		'another start point',
		{ updates_since: '2026-01-01T00:00:00Z' },
		{ updates_since: '2026-01-02T00:00:00Z' },
	],
	['other custom fields', { custom_fields: { crm_id: '1' } }, { custom_fields: { crm_id: '2' } }],
	['custom fields too many', {}, { custom_fields: { crm_id: '2' } }],
	['another webhook_url', { webhook_url: 'https://a.example/x' }, { webhook_url: 'https://a.example/X' }],
	['a webhook_url too many', {}, { webhook_url: 'https://a.example/x' }],
	['another person', { email: 'ada@example.org' }, { email: 'bob@example.org' }],
	['another keyword', { keyword: 'robots' }, { keyword: 'drones' }],
])('is not the result: %s', (_, asked, shown) => {
	expect(matchesDefinition(definition(asked), radar(shown))).toBe(false);
});

test('definitions that the list cannot tell apart have one key', () => {
	const key = visibleKey(definition());
	expect(visibleKey(definition({ domain: 'WWW.example.org', departments: ['Sales'] }))).toBe(key);
	expect(visibleKey(definition({ domain: 'example.com' }))).not.toBe(key);
	expect(visibleKey(definition({ radar_type: 'company_reviews' }))).not.toBe(key);
});
