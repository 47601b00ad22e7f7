import fc from 'fast-check';

import {
	checkCustomFields,
	checkDomain,
	checkEmail,
	checkProfileUrl,
	checkRadarIds,
	checkWebhookUrl,
	type Verdict,
} from '../../nodes/shared/validation';
import { domainProblem, normalizedDomain } from '../../sandbox/rules/domain';
import { personalEmailProblem } from '../../sandbox/rules/email';
import { companyProfileUrlProblem, personProfileUrlProblem } from '../../sandbox/rules/profileUrl';
import { isUuid } from '../../sandbox/rules/uuid';
import { webhookUrlProblem } from '../../sandbox/rules/webhookUrl';
import { mutated } from './mutations';
import { numRuns, timeout } from './runs';

const PIECES = [
	'.',
	'..',
	'@',
	':',
	'/',
	'?',
	'#',
	' ',
	'-',
	'_',
	'%',
	'ü',
	'www.',
	'https://',
	':80',
	'例',
	',',
	'\\',
	'"',
	'1',
];

const labels = fc.stringMatching(/^[a-z0-9]([a-z0-9-]{0,8}[a-z0-9])?$/);
const domains = fc.tuple(
	fc.array(labels, { minLength: 1, maxLength: 3 }),
	fc.constantFrom('com', 'de', 'co.uk', 'xn--p1ai'),
);
const hosts = fc.tuple(labels, fc.constantFrom('network.com', 'de', 'co.uk')).map((parts) => parts.join('.'));
const names = domains.map(([parts, ending]) => [...parts, ending].join('.'));
const dressed = fc
	.tuple(
		fc.constantFrom('', 'https://', 'http://www.', 'WWW.', '//'),
		names,
		fc.constantFrom('', '.', '/', '/a?b=c', ':443/x', '#d'),
	)
	.map((parts) => parts.join(''));
const slugs = fc.stringMatching(/^[a-zA-Z0-9_-]{1,12}$/);
const pages = (kinds: string[]) =>
	fc
		.tuple(
			fc.constantFrom('https://', 'http://', ''),
			hosts,
			fc.constantFrom(...kinds),
			slugs,
			fc.constantFrom('', '/', '?a=b', '/x'),
		)
		.map(([scheme, host, kind, slug, rest]) => `${scheme}${host}/${kind}/${slug}${rest}`);
const mailboxes = fc
	.tuple(fc.stringMatching(/^[a-z]{1,6}([.+_][a-z0-9]{1,6})?$/), names)
	.map((parts) => parts.join('@'));
const webhooks = fc
	.tuple(
		fc.constantFrom('https://', 'http://'),
		fc.oneof(names, fc.constantFrom('localhost', '127.0.0.1', '[::1]', '10.0.0.1')),
		fc.webPath(),
	)
	.map((parts) => parts.join(''));

interface Case {
	inputs: fc.Arbitrary<string>;
	check: (value: string) => Verdict<string>;
	/** What the sandbox finds wrong with the value that is sent; null for nothing. */
	problem: (value: string) => string | null;
}

const CASES: Record<string, Case> = {
	domain: {
		inputs: dressed,
		check: checkDomain,
		problem: (value) =>
			value === normalizedDomain(value) ? domainProblem(value) : 'is not in its normal form',
	},
	'profile_url of a company': {
		inputs: pages(['company', 'school', 'Company', 'in']),
		check: (value) => checkProfileUrl(value, 'company'),
		problem: companyProfileUrlProblem,
	},
	'profile_url of a person': {
		inputs: pages(['in', 'In', 'pub', 'company']),
		check: (value) => checkProfileUrl(value, 'person'),
		problem: personProfileUrlProblem,
	},
	email: { inputs: mailboxes, check: checkEmail, problem: personalEmailProblem },
	webhook_url: {
		inputs: webhooks,
		check: (value) => checkWebhookUrl(value, { serviceIsLoopback: true }),
		problem: webhookUrlProblem,
	},
};

describe.each(Object.entries(CASES))('%s', (_, { inputs, check, problem }) => {
	it(
		'that is taken without a doubt is taken by the sandbox, and stays as it is when checked again',
		() => {
			let taken = 0;
			const property = fc.property(fc.oneof(inputs, mutated(inputs, PIECES)), (value) => {
				const verdict = check(value);
				if (!verdict.ok) return;
				expect(check(verdict.value)).toMatchObject({ ok: true, value: verdict.value });
				if (verdict.hints.length > 0) return;
				taken += 1;
				expect({ value, problem: problem(verdict.value) }).toEqual({ value, problem: null });
			});
			fc.assert(property, { numRuns });
			expect(taken).toBeGreaterThan(numRuns / 10);
		},
		timeout,
	);

	it(
		'that is refused is refused by the sandbox',
		() => {
			let refused = 0;
			const property = fc.property(fc.oneof(inputs, mutated(inputs, PIECES)), (value) => {
				if (check(value).ok) return;
				refused += 1;
				expect({ value, problem: problem(value) }).not.toEqual({ value, problem: null });
			});
			fc.assert(property, { numRuns });
			expect(refused).toBeGreaterThan(numRuns / 20);
		},
		timeout,
	);
});

describe('radar ids', () => {
	it(
		'in a list are UUIDs, each once',
		() => {
			const written = fc.tuple(fc.uuid(), fc.boolean()).map(([id, upper]) => (upper ? id.toUpperCase() : id));
			const property = fc.property(fc.array(written), (ids) => {
				const verdict = checkRadarIds([...ids, ...ids].join(' , '));
				const sent = verdict.ok ? verdict.value : [];
				expect(sent.every(isUuid)).toBe(true);
				expect(sent).toEqual([...new Set(ids.map((id) => id.toLowerCase()))]);
			});
			fc.assert(property, { numRuns });
		},
		timeout,
	);
});

describe('custom_fields', () => {
	it(
		'with text only are sent unchanged',
		() => {
			const property = fc.property(fc.dictionary(fc.string(), fc.string()), (fields) => {
				const verdict = checkCustomFields(JSON.stringify(fields));
				expect(verdict.ok && JSON.stringify(verdict.value)).toBe(JSON.stringify(fields));
			});
			fc.assert(property, { numRuns });
		},
		timeout,
	);
});
