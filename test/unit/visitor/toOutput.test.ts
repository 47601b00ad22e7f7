import { companyToReport, toOutput } from '../../../nodes/CompanyRadarVisitorTrigger/toOutput';
import type { RevealResult } from '../../../nodes/shared/api/types';

test.each([
	'bücher.example.com',
	'BÜCHER.example.com',
	'www.bücher.example.com',
	'xn--bcher-kva.example.com',
])('companies are excluded, or are the only ones, however the service writes its domain: %s', (domain) => {
	const response = { data: { companies: [{ domain }, { domain: 'example.com' }] } } as RevealResult;
	const bücher = new Set(['xn--bcher-kva.example.com']);
	expect(companyToReport(response, { excludedCompanies: bücher })?.domain).toBe('example.com');
	expect(companyToReport(response, { onlyCompanies: bücher })?.domain).toBe(domain);
	expect(companyToReport(response, { onlyCompanies: bücher, excludedCompanies: bücher })).toBeUndefined();
});

test('its sentence has the domain as people write it', () => {
	const company = { name: null, domain: 'xn--bcher-kva.example.com', link: null };
	const view = { page: 'https://example.com/', path: '/' } as Parameters<typeof toOutput>[1];
	const { summary } = toOutput(company as never, view, { visited_at: '', charged_usd: 0 });
	expect(summary).toBe('bücher.example.com looked at /');
});
