import type { Radar, RadarDefinition } from '../../../nodes/shared/api/types';
import {
	definitionKey,
	differences,
	filterMatch,
	haveSameTarget,
	withFingerprint,
} from '../../../nodes/shared/values/radars/sameRadar';

const FUNDING: RadarDefinition = { radar_type: 'industry_funding_rounds' };
const PUMPS: RadarDefinition = { ...FUNDING, keyword: 'heat pumps' };
const REVIEWS: RadarDefinition = { radar_type: 'company_reviews', domain: 'example.com' };
const SALES: RadarDefinition = { ...REVIEWS, departments: ['Sales'] };
const VPS: RadarDefinition = { ...REVIEWS, job_titles: 'vp' };
const HIRES: RadarDefinition = { radar_type: 'company_new_hires', domain: 'example.com' };
const PROMOTIONS: RadarDefinition = { ...HIRES, radar_type: 'company_promotions' };
const JANE: RadarDefinition = {
	radar_type: 'contact_job_changes',
	domain: 'example.com',
	full_name: 'Jane Doe',
};
const PAGE = { ...JANE, profile_url: 'https://example.com/in/jane' };
const EMAIL = { ...JANE, email: 'jane@w3.org' };
const odd = (value: number) => ({ ...HIRES, 'team size=min (100%)': value }) as RadarDefinition;
const EARLIER = { updates_since: '2026-06-01T00:00:00Z' };
const NOW = { created_at: '2026-11-01T12:00:00Z' };

/** A fingerprint as written before ineffective fields were left out. */
const earlier = (definition: RadarDefinition, pairs: string): Radar => {
	const radar = own(definition);
	radar.custom_fields = { n8n_definition: `${pairs} ${radar.custom_fields?.n8n_definition}` };
	return radar;
};

/** The record of a radar as the service shows it where it ignores keywords. */
const record = ({ radar_type, domain, custom_fields = {} }: RadarDefinition, more: object = {}) =>
	({ radar_id: 'r', radar_type, domain, custom_fields, radar_status: 'active', ...more }) as Radar;

const own = (definition: RadarDefinition) => record(withFingerprint(definition));

/** How a definition compares with a radar, from both sides. */
function compared(definition: RadarDefinition, radar: Radar) {
	const isSame = haveSameTarget(definition, radar);
	expect(haveSameTarget(radar, definition)).toBe(isSame);
	expect(filterMatch(radar, definition)).toBe(filterMatch(definition, radar));
	return isSame ? filterMatch(definition, radar) : 'another';
}

test.each<[string, RadarDefinition, Radar, string]>([
	['the same keyword, which the record lacks', { ...FUNDING, keyword: 'Heat  Pumps' }, own(PUMPS), 'same'],
	[
		'the same keyword, which a foreign record shows',
		PUMPS,
		record(FUNDING, { keyword: 'Heat Pumps' }),
		'same',
	],
	['a name that a record has with a page', JANE, record(JANE, PAGE), 'same'],
	['a page, and a name that a record has with an email address', PAGE, record(JANE, EMAIL), 'same'],
	[
		'a name that a record has with another page',
		PAGE,
		record(JANE, { ...PAGE, profile_url: 'https://example.com/in/doe' }),
		'another',
	],
	['another keyword', { ...FUNDING, keyword: 'solar' }, own(PUMPS), 'another'],
	['another keyword that is shown', PUMPS, record(FUNDING, { keyword: 'solar' }), 'another'],
	['no keyword, unlike the radar', FUNDING, own(PUMPS), 'another'],
	['a keyword, unlike the radar', PUMPS, own(FUNDING), 'another'],
	['a keyword, unlike a foreign record', PUMPS, record(FUNDING), 'another'],
	['no keyword, like a foreign record', FUNDING, record(FUNDING), 'same'],
	['no filter, like a foreign record', REVIEWS, record(REVIEWS), 'same'],
	['a filter that a foreign record hides', SALES, record(REVIEWS), 'unknown'],
	['the same filter', SALES, own(SALES), 'same'],
	['no filter, unlike the radar', REVIEWS, own(SALES), 'other'],
	['filters that its job titles override', { ...SALES, ...VPS, seniorities: ['CXO'] }, own(VPS), 'same'],
	['job titles only, unlike the radar', VPS, own({ ...VPS, departments: ['any'] }), 'same'],
	['job titles only, unlike an older radar', VPS, earlier(VPS, 'departments=0a seniorities=0b'), 'same'],
	['other job titles', VPS, own({ ...SALES, job_titles: 'cfo' }), 'other'],
	['a field without an effect', { ...REVIEWS, include_historical: true }, own(REVIEWS), 'same'],
	[
		'no field without an effect, unlike an older radar',
		SALES,
		earlier(SALES, 'include_historical=0a'),
		'same',
	],
	['a field with an odd name', odd(5), own(odd(5)), 'same'],
	['another value in it', odd(6), own(odd(5)), 'other'],
	['a start that new hires ignore', { ...HIRES, ...EARLIER }, { ...own(HIRES), ...NOW }, 'same'],
	['a start that promotions ignore', { ...PROMOTIONS, ...EARLIER }, { ...own(PROMOTIONS), ...NOW }, 'same'],
])('a definition with %s', (_, definition, radar, match) => {
	expect(compared(definition, radar)).toBe(match);
	if (match === 'same') expect(differences(definition, radar)).toEqual([]);
});

test('a contact without an identifier is the same as itself', () => {
	const contact = { radar_type: 'contact_job_changes', domain: 'example.com' };
	expect(compared(contact, record(contact))).toBe('same');
	expect(compared(contact, record({ ...contact, domain: 'example.org' }))).toBe('another');
});

test('a whole definition is the same in any order of its fields and lists, and another with any other field', () => {
	const one = { ...HIRES, departments: ['Sales', 'Legal'], custom_fields: { a: '1', b: '2' } };
	const other = { custom_fields: { b: '2', a: '1' }, departments: ['Legal', 'Sales'], ...HIRES };
	expect(definitionKey(one)).toBe(definitionKey(other));
	const more = {
		job_titles: 'CEO',
		custom_fields: { a: '1' },
		webhook_url: 'https://n8n.example.com/webhook/x',
	};
	for (const [name, value] of Object.entries(more))
		expect(definitionKey({ ...HIRES, [name]: value })).not.toBe(definitionKey(HIRES));
});
