import {
	checkRadarDefinition,
	type DefinitionContext,
} from '../../../nodes/shared/values/rules/radarDefinition';
import { definitionKey, sameTargetKeys, targetKeys } from '../../../nodes/shared/values/radars/sameRadar';
import { andThen, valid } from '../../../nodes/shared/values/basics/refusal';
import { refusal, sent, wrongParts } from './results';

const context = { now: Date.UTC(2026, 10, 21, 12), timeZone: 'Europe/Berlin', serviceIsLoopback: false };
const check = (body: unknown, more: Partial<DefinitionContext> = {}) =>
	andThen(checkRadarDefinition(body, { ...context, ...more }), ({ definition }) => valid(definition));

describe('a creation body', () => {
	it.each(['webhook_url', 'updates_since', 'job_titles', 'departments', 'seniorities'])(
		'refuses %s if its expression gives no value',
		(name) => {
			const body = { radar_type: 'company_new_hires', domain: 'example.com', [name]: undefined };
			expect(wrongParts(check(body))).toEqual([name]);
			expect(refusal(check(body))).toMatch(/^is empty/);
		},
	);

	it('says which filters of its type it lacks; "any" is one', () => {
		const unset = (body: unknown) => sent(checkRadarDefinition(body, context)).unset;
		expect(
			unset({ radar_type: 'company_new_hires', domain: 'example.com', job_titles: 'ceo', departments: null }),
		).toEqual(['departments', 'seniorities']);
		expect(unset({ radar_type: 'company_mentions', domain: 'example.com', departments: 'any' })).toEqual([
			'seniorities',
			'job_titles',
		]);
		const all = { job_titles: 'any', departments: ['any'], seniorities: ' ANY ' };
		expect(unset({ radar_type: 'company_new_hires', domain: 'example.com', ...all })).toEqual([]);
		expect(unset({ radar_type: 'industry_mentions', keyword: 'heat pumps' })).toEqual([]);
		expect(unset({ radar_type: 'industry_job_openings', keyword: 'heat pumps' })).toEqual(['countries']);
	});

	it('says which fields have an empty cell', () => {
		const cells = { email: '', full_name: ' ', custom_fields: { owner: '', segment: 'smb' } };
		const body = { radar_type: 'industry_new_companies', ...cells };
		expect(sent(checkRadarDefinition(body, context)).unset).toEqual([
			'email',
			'full_name',
			'custom_fields.owner',
		]);
	});

	it('refuses an unknown field that is no JSON', () => {
		const cyclic: Record<string, unknown> = {};
		cyclic.self = cyclic;
		const body = { radar_type: 'company_mentions', domain: 'example.com', cyclic, run: () => 1 };
		expect(wrongParts(check(body))).toEqual(['cyclic', 'run']);
	});
});

describe('a whole definition', () => {
	const key = (body: Record<string, unknown>) => definitionKey(sent(check(body)));
	const body = { radar_type: 'company_new_hires', domain: 'example.com' };

	it('is the same in any order of its fields and lists', () => {
		const one = { ...body, departments: ['Sales', 'Legal'], custom_fields: { a: '1', b: '2' } };
		const other = { custom_fields: { b: '2', a: '1' }, departments: ['Legal', 'Sales'], ...body };
		expect(key(one)).toBe(key(other));
	});

	it('is another with any other field', () => {
		const other = {
			job_titles: 'CEO',
			custom_fields: { a: '1' },
			webhook_url: 'https://n8n.example.com/webhook/x',
		};
		for (const [name, value] of Object.entries(other))
			expect(key({ ...body, [name]: value })).not.toBe(key(body));
	});
});

describe('what a definition watches', () => {
	const watchSame = (...bodies: Array<Record<string, unknown>>) => {
		const [one, other] = bodies.map((body) => sent(check(body)));
		const meet = (a = one, b = other) => sameTargetKeys(a!).some((key) => targetKeys(b!).includes(key));
		expect(meet(other, one)).toBe(meet());
		return meet();
	};
	const changes = { radar_type: 'contact_job_changes', domain: 'example.com' };
	const jane = { ...changes, full_name: 'Jane Doe' };
	const page = (name: string) => ({ profile_url: `https://example.com/in/${name}` });

	const mentions = { radar_type: 'company_mentions', domain: 'example.com' };
	const email = { email: 'jane@w3.org' };

	it.each([
		[mentions, { ...mentions, domain: 'www.EXAMPLE.com', custom_fields: { a: 'b' } }],
		[
			{ ...changes, ...email },
			{ ...jane, email: 'Jane@w3.org' },
		],
		[
			{ radar_type: 'industry_mentions', keyword: 'Heat Pumps' },
			{ radar_type: 'industry_mentions', keyword: 'heat pumps' },
		],
		[{ radar_type: 'industry_new_companies' }, { radar_type: 'industry_new_companies' }],
		[jane, { ...jane, ...page('jane') }],
		[
			{ ...jane, ...page('jane') },
			{ ...jane, ...email },
		],
		[
			{ ...jane, ...page('jane'), ...email },
			{ ...jane, ...page('jane-doe'), ...email },
		],
	])('%j is %j', (one, other) => expect(watchSame(one, other)).toBe(true));

	it.each([
		[mentions, { ...mentions, radar_type: 'company_reviews' }],
		[mentions, { ...mentions, domain: 'beta.example.com' }],
		[jane, { ...jane, domain: 'beta.example.com' }],
		[
			{ ...changes, ...email },
			{ ...changes, full_name: email.email },
		],
		[
			{ ...jane, ...page('jane') },
			{ ...jane, ...page('jane-2') },
		],
		[
			{ ...jane, ...page('jane'), ...email },
			{ ...jane, email: 'jane.doe@w3.org' },
		],
	])('%j is not %j', (one, other) => expect(watchSame(one, other)).toBe(false));

	const posts = (url: string) => ({ radar_type: 'contact_social_posts', profile_url: url });

	it.each([
		'https://www.example.com/in/jane-doe',
		'http://de.example.com/in/jane-doe/?trk=x',
		'example.com/in/Jane-Doe/details/experience/',
	])('is the person of example.com/in/jane-doe: %s', (url) => {
		expect(watchSame(posts('https://example.com/in/jane-doe'), posts(url))).toBe(true);
		expect(sent(check(posts(url))).profile_url).toBe(
			`https://${url.replace(/^\w+:\/\//, '').replace(/(?<=jane-doe)\/.*$/i, '')}`,
		);
	});

	it.each([
		['example.com/in/jane-doe', 'example.com/in/jane-doe-2'],
		['example.com/in/jane-doe', 'example.net/in/jane-doe'],
		['example.com/in/jane-doe', 'team.example.com/in/jane-doe'],
		['ab.co.uk/in/jane-doe', 'cd.co.uk/in/jane-doe'],
		['example.com/in/de/jane-doe', 'example.com/in/de/john-roe'],
		['example.com/in/pt-br/jane-doe', 'example.com/in/pt-br/john-roe'],
		['example.com/in/people/jane-doe', 'example.com/in/people/john-roe'],
	])('is another person: %s and %s', (one, other) => {
		expect(watchSame(posts(one), posts(other))).toBe(false);
	});
});
