import { companyToReport } from '../../../nodes/CompanyRadarVisitorTrigger/visitor/toOutput';
import type { RevealResult } from '../../../nodes/shared/api/types';

test.each(['bücher.de', 'BÜCHER.de', 'www.bücher.de', 'xn--bcher-kva.de'])(
	'an excluded company is not reported, however the service writes its domain: %s',
	(domain) => {
		const response = { data: { companies: [{ domain }, { domain: 'acme.com' }] } } as RevealResult;
		expect(companyToReport(response, new Set(['xn--bcher-kva.de']))?.domain).toBe('acme.com');
	},
);
