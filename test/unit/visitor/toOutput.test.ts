import { companyToReport } from '../../../nodes/CompanyRadarVisitorTrigger/toOutput';
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
