import fc from 'fast-check';

import { checkRadarIds } from '../../nodes/shared/values/rules/primitives';
import { checkCustomFields } from '../../nodes/shared/values/rules/radarFieldChecks';
import { checkDomain } from '../../nodes/shared/values/rules/domain';
import { checkEmail, checkProfileUrl, checkWebhookUrl } from '../../nodes/shared/values/rules/addresses';
import type { ValidationResult } from '../../nodes/shared/values/basics/refusal';
import { domainProblem, normalizedDomain } from '../../sandbox/rules/domain';
import { personalEmailProblem } from '../../sandbox/rules/email';
import { companyProfileUrlProblem, personProfileUrlProblem } from '../../sandbox/rules/profileUrl';
import { isUuid } from '../../sandbox/rules/uuid';
import { webhookUrlProblem } from '../../sandbox/rules/webhookUrl';
import { mutated } from './mutations';
import { always, numRuns } from './runs';

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
const hosts = fc.tuple(labels, fc.constantFrom('example.com', 'de', 'co.uk')).map((parts) => parts.join('.'));
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

/** The API doesn't say which endings exist. */
const context = { serviceIsLoopback: true };

/** Refused here although a URL parser takes it: a protocol that is there twice, a page of nobody, and what only looks like Punycode. */
const isOnlyLaxlyRight = (text: string): boolean =>
	[/:\/.*[a-z][a-z0-9+.-]*:\//is, /\/in\/(?:me|unavailable)(?![^/?#])/i, /xn---/i].some((form) =>
		form.test(text),
	);

interface Case {
	inputs: fc.Arbitrary<string>;
	/** Values that the check and the sandbox judged differently once. */
	kept: readonly string[];
	check: (value: string) => ValidationResult<string>;
	/** What the sandbox finds wrong with the value that is sent; null for nothing. */
	problem: (value: string) => string | null;
}

const CASES: Record<string, Case> = {
	domain: {
		inputs: dressed,
		kept: ['例_0.com', 'www.WWW.0.com', 'www.ü//0.com', 'www.com'],
		check: (value) => checkDomain(value, context),
		problem: (value) =>
			value === normalizedDomain(value) ? domainProblem(value) : 'is not in its normal form',
	},
	'profile_url of a company': {
		inputs: pages(['company', 'school', 'Company', 'in']),
		kept: [
			',a.example.com/company/-',
			'_0.example.com/company/A',
			'https://.0.example.com/company/a',
			'https://xn--a.example.com/company/-',
			'www.de/company/_',
		],
		check: (value) => checkProfileUrl(value, 'company', context),
		problem: companyProfileUrlProblem,
	},
	'profile_url of a person': {
		inputs: pages(['in', 'In', 'pub', 'company']),
		kept: [
			'.de/in/_',
			'0.üde/in/a',
			'a.de./in/0_',
			'https://a.example.com/in/a /',
			'https://a.example.com/in/0/..',
			'https:/00.example.com/in/a',
		],
		check: (value) => checkProfileUrl(value, 'person', context),
		problem: personProfileUrlProblem,
	},
	email: {
		inputs: mailboxes,
		kept: ['üa@0.com', 'a@0.co\\m', 'a+0@www.com', 'a@0.%30-aa.co.uk'],
		check: (value) => checkEmail(value, context),
		problem: personalEmailProblem,
	},
	webhook_url: {
		inputs: webhooks,
		kept: ['https:///https://localhost', 'http://localhost.///a/', 'http://127.0.0.1..///a/'],
		check: (value) => checkWebhookUrl(value, context),
		problem: webhookUrlProblem,
	},
};

describe.each(Object.entries(CASES))('%s', (_, { inputs, kept, check, problem }) => {
	const texts = fc.oneof(inputs, mutated(inputs, PIECES));

	it('that is taken stays as it is when checked again, and without a doubt is taken by the sandbox', () => {
		let taken = 0;
		always(
			texts,
			(text) => {
				const verdict = check(text);
				if (!verdict.ok) return true;
				const again = check(verdict.value);
				if (!again.ok || again.value !== verdict.value) return false;
				if ([...verdict.doubts, ...verdict.notes].length > 0) return true;
				taken += 1;
				return problem(verdict.value) === null;
			},
			kept,
		);
		expect(taken).toBeGreaterThan(numRuns / 10);
	});

	it('that is refused is refused by the sandbox', () => {
		let refused = 0;
		always(
			texts,
			(text) => {
				if (check(text).ok || isOnlyLaxlyRight(text)) return true;
				refused += 1;
				return problem(text) !== null;
			},
			kept,
		);
		expect(refused).toBeGreaterThan(numRuns / 20);
	});
});

describe('radar ids', () => {
	it('in a list are UUIDs, each once', () => {
		const written = fc.tuple(fc.uuid(), fc.boolean()).map(([id, upper]) => (upper ? id.toUpperCase() : id));
		always(fc.array(written), (ids) => {
			const verdict = checkRadarIds([...ids, ...ids].join(' , '));
			const distinct = [...new Set(ids.map((id) => id.toLowerCase()))];
			return verdict.ok && verdict.value.every(isUuid) && verdict.value.join() === distinct.join();
		});
	});
});

describe('custom_fields', () => {
	it('with text only are sent unchanged', () => {
		always(fc.dictionary(fc.string(), fc.string()), (fields) => {
			const verdict = checkCustomFields(JSON.stringify(fields));
			return verdict.ok && JSON.stringify(verdict.value) === JSON.stringify(fields);
		});
	});
});
