import { companyToReport } from '../../../nodes/CompanyRadarVisitorTrigger/toOutput';
import type { RevealResult } from '../../../nodes/shared/api/types';

test.each([
	'bücher.example.com',
	'BÜCHER.example.com',
	'www.bücher.example.com',
	'xn--bcher-kva.example.com',
])('an excluded company is not reported, however the service writes its domain: %s', (domain) => {
	const response = { data: { companies: [{ domain }, { domain: 'example.com' }] } } as RevealResult;
	expect(companyToReport(response, new Set(['xn--bcher-kva.example.com']))?.domain).toBe('example.com');
});
