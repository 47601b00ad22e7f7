import type { IDataObject } from 'n8n-workflow';

import { Ways } from './ways';

// What people rightly write passes unchanged, also when a trigger is published; test/unit/validation/validValues.tsv has more.
const ways = new Ways();

const hires = { radar_type: 'company_new_hires' };
const contact = { radar_type: 'contact_job_changes', domain: 'example.com' };

const VALID: Array<[what: string, radar: IDataObject, sent?: IDataObject]> = [
	['a domain', { ...hires, domain: 'example.com' }],
	[
		'an international domain',
		{ ...hires, domain: 'münchen.example.com' },
		{ domain: 'xn--mnchen-3ya.example.com' },
	],
	['a new ending', { ...hires, domain: 'acme.careers' }],
	['bare titles with signs', { ...hires, domain: 'example.com', job_titles: 'C++ OR C# OR .NET OR R&D' }],
	['a Persian title', { ...hires, domain: 'example.com', job_titles: '"مدیر می\u200cفروش"' }],
	['departments', { ...hires, domain: 'example.com', departments: ['Media and Communication', 'Sales'] }],
	[
		'custom fields with a template and a formula',
		{
			...hires,
			domain: 'example.com',
			custom_fields: { greeting: 'Hi {{ first_name }}', formula: '=SUM(A1:A3)' },
		},
	],
	['a contact with only an email', { ...contact, email: 'jane.doe@w3.org' }],
	['a profile URL', { ...contact, profile_url: 'https://profiles.example.com/in/jane-doe' }],
	['a keyword with signs', { radar_type: 'industry_mentions', keyword: 'AT&T e-mobility 24/7' }],
	[
		'countries',
		{ radar_type: 'industry_job_openings', keyword: 'robots', countries: ['Germany', 'United States'] },
	],
	[
		'no filter, said so',
		{ ...hires, domain: 'example.com', departments: 'Any', job_titles: 'any' },
		{ domain: 'example.com' },
	],
];

const WAYS = Object.entries(ways.all).map(([way, give]) => ({ way, give }));

describe.each(VALID)('%s', (_, radar, sent) => {
	test.each(WAYS)('by $way', async ({ way, give }) => {
		// The trigger's fields take custom fields as rows, where a text that begins with = is an expression.
		const written = (value: string) => (value.startsWith('=') ? `={{ '${value}' }}` : value);
		const rows = Object.entries(radar.custom_fields ?? {}).map(([name, value]) => ({
			name,
			value: written(String(value)),
		}));
		const given =
			way === "the trigger's fields" && rows.length > 0
				? { ...radar, custom_fields: { fields: rows } }
				: radar;
		const result = await give([given]);
		expect(result.error).toBeUndefined();
		const expected = sent ? { radar_type: radar.radar_type, ...sent } : radar;
		expect(result.sent).toEqual([expected]);
	});
});
