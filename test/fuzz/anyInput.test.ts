import { cpuMsOf } from '../cpuMsOf';
import { RADAR_FIELDS } from '../../nodes/shared/api/radarFields';
import fc from 'fast-check';
import { DateTime } from 'luxon';

import {
	checkCount,
	checkFlag,
	checkLimit,
	checkSeconds,
	checkUsd,
} from '../../nodes/shared/values/rules/primitives';
import * as compareDefinitions from '../../nodes/shared/values/radars/sameRadar';
import * as dates from '../../nodes/shared/values/rules/dates';
import { checkDomain } from '../../nodes/shared/values/rules/domain';
import * as email from '../../nodes/shared/values/rules/addresses';
import * as profileUrl from '../../nodes/shared/values/rules/addresses';
import * as webhookUrl from '../../nodes/shared/values/rules/addresses';
import * as ipAddress from '../../nodes/shared/values/rules/ipAddress';
import * as jobTitles from '../../nodes/shared/values/rules/jobTitles/check';
import { matchJobTitle } from '../../nodes/shared/values/rules/jobTitles/match';
import * as nameValues from '../../nodes/shared/values/rules/radarFieldChecks';
import * as radarFields from '../../nodes/shared/values/rules/radarFieldChecks';
import * as radarDefinition from '../../nodes/shared/values/rules/radarDefinition';
import * as radarList from '../../nodes/shared/values/rules/radarList';
import type { ValidationResult } from '../../nodes/shared/values/basics/refusal';
import { sent } from '../unit/validation/results';
import { always, numRuns } from './runs';

const now = DateTime.fromISO('2026-11-21T12:00:00Z');
const context = { now: now.toMillis(), timeZone: 'Europe/Berlin', serviceIsLoopback: false };

const validation = {
	...compareDefinitions,
	...dates,
	checkDomain,
	...email,
	...ipAddress,
	...jobTitles,
	...nameValues,
	...profileUrl,
	...radarDefinition,
	...radarFields,
	...radarList,
	...webhookUrl,
	checkCount,
	checkFlag,
	checkLimit,
	checkSeconds,
	checkUsd,
};

type Check = (value: unknown) => ValidationResult<unknown> | Promise<ValidationResult<unknown>>;

/** Every public check; those with a second argument of their own get it here. */
const CHECKS: Record<string, Check> = {
	...Object.fromEntries(
		Object.entries(validation)
			.filter(([name]) => /^(check|parse|compile)[A-Z]/.test(name))
			.map(([name, check]) => [
				name,
				(value: unknown) => (check as (...given: unknown[]) => ReturnType<Check>)(value, context),
			]),
	),
	checkCustomFields: (value) => validation.checkCustomFields(value),
	checkFilterNames: (value) => validation.checkFilterNames(value, RADAR_FIELDS.departments),
	checkCustomFieldRows: (value) => validation.checkCustomFieldRows(value),
	checkProfileUrl: (value) => validation.checkProfileUrl(value, 'company', context),
	'checkProfileUrl of a person': (value) => validation.checkProfileUrl(value, 'person', context),
};

const FIELDS = [
	...[
		'radar_type',
		'domain',
		'email',
		'profile_url',
		'full_name',
		'keyword',
		'countries',
		'departments',
		'seniorities',
	],
	...['job_titles', 'updates_since', 'include_historical', 'webhook_url', 'custom_fields', 'something_else'],
];

const fails = () => {
	throw new Error('not to be read');
};
const cyclic: Record<string, unknown> = { name: 'x' };
cyclic.self = cyclic;
const cyclicList: unknown[] = [];
cyclicList.push(cyclicList);
const revoked = Proxy.revocable({}, {});
revoked.revoke();
const revokedList = Proxy.revocable([], {});
revokedList.revoke();

/** What expressions, or somebody's code, may pass in. */
const ODD: unknown[] = [
	cyclic,
	cyclicList,
	new Array(2 ** 32 - 1),
	revoked.proxy,
	revokedList.proxy,
	new Proxy({}, { get: fails, ownKeys: fails, getPrototypeOf: fails }),
	new Proxy([], { get: fails }),
	new Proxy(now, {}),
	new Proxy(() => 1, {}),
	Object.defineProperty({}, 'value', { get: fails, enumerable: true }),
	Object.defineProperty({}, 'isLuxonDateTime', { get: fails }),
	{ toString: fails, valueOf: fails, toJSON: fails, [Symbol.toPrimitive]: fails },
	{ [Symbol.toStringTag]: 'Date' },
	{ isLuxonDateTime: true },
	{ isLuxonDateTime: true, offset: 'east', toMillis: () => 0 },
	{ isLuxonDateTime: true, offset: Symbol('east'), toMillis: () => 0 },
	{ isLuxonDateTime: true, offset: Infinity, toMillis: () => 0 },
	{ isLuxonDateTime: true, offset: 0, toMillis: () => ({}) },
	{ isLuxonDateTime: true, offset: 0, toMillis: fails },
	{ isLuxonDateTime: true, offset: 1e9, toMillis: () => 1e15 },
	now,
	DateTime.invalid('wrong'),
	new Date(NaN),
	new Date(8.64e15),
	new Date(-8.64e15),
	Symbol('x'),
	() => 'x',
	class {},
	10n ** 400n,
	NaN,
	-0,
	Infinity,
	new String('x'),
	new Map([['a', 1]]),
	new Uint8Array(1e6),
	Object.create(null),
	[undefined, null, '', [], {}],
	'\ud800',
	'\udc00\ud800',
	'\u0000',
	'\u202e\u200b\ufeff',
	'={{ $json.x }}',
	'any',
	'%',
	'https://%',
	'https://[',
	'{"__proto__": null}',
	'['.repeat(100_000),
	'('.repeat(100_000),
	'NOT '.repeat(100_000),
	'a'.repeat(1_000_000),
	' '.repeat(1_000_000) + 'x' + ' '.repeat(1_000_000) + 'y',
	'a\u200b'.repeat(20_000),
	`x${'\u200b'.repeat(20_000)}x`,
	'{{'.repeat(20_000),
	`${'{{$'.repeat(1500)}}`,
	`${'{{'.repeat(500)}${'$'.repeat(500)}}`,
	`${'null, '.repeat(20_000)}x`,
	`${'1'.repeat(100_000)}x`,
	`a${'.a'.repeat(100_000)}@`,
	`2026-11-01T00:00:00.${'1'.repeat(100_000)}Z`,
];

const anything = fc.oneof(
	{
		weight: 4,
		arbitrary: fc.anything({
			withBigInt: true,
			withDate: true,
			withMap: true,
			withNullPrototype: true,
			withSet: true,
		}),
	},
	{
		weight: 2,
		arbitrary: fc.anything({
			withObjectString: true,
			withTypedArray: true,
			withSparseArray: true,
			withBoxedValues: true,
		}),
	},
	{ weight: 2, arbitrary: fc.string({ unit: 'binary' }) },
	{
		weight: 1,
		arbitrary: fc.oneof(fc.webUrl(), fc.emailAddress(), fc.domain(), fc.uuid(), fc.json(), fc.ipV6()),
	},
);

/** The end of a sentence or of an excerpt, or words that follow the name of a field. */
const ENDS_WELL = /([.:\s^]|\bis empty|\b(?:holds|is a formula) .*)$/s;

/** What is wrong with a result. It holds a value that can be sent, or says what is wrong and what to do in whole sentences. */
function failureOf(result: ValidationResult<unknown>): string | undefined {
	if (result.ok) {
		if (result.value !== undefined && typeof JSON.stringify(result.value) !== 'string')
			return 'a value that cannot be sent';
		const hints = [...result.doubts.map(({ what }) => what), ...result.notes];
		return hints.find((hint) => !/[.?]$/.test(hint));
	}
	if (result.problems.length === 0) return 'no problem';
	const wrong = result.problems.find(
		({ what, todo }) => !ENDS_WELL.test(what) || !/\.$/.test(todo) || what.length + todo.length > 800,
	);
	return wrong && `${wrong.what} ${wrong.todo}`;
}

/** Of processor time: n8n does nothing else meanwhile. */
const LONGEST_CHECK_MS = 5000;

async function timely<Result>(check: () => Result | Promise<Result>): Promise<Result> {
	const { result, cpuMs } = await cpuMsOf(check);
	expect(cpuMs).toBeLessThan(LONGEST_CHECK_MS);
	return result;
}

describe('no input, however odd, makes a check throw, or holds n8n up', () => {
	it.each(Object.entries(CHECKS))('%s', async (_, check) => {
		for (const value of ODD) {
			const result = await timely(async () => await check(value));
			expect(failureOf(result)).toBeUndefined();
			expect(JSON.stringify(result)).not.toMatch(/undefined|\[object|NaN/);
		}
	});

	it('nor does random input, any of them', async () => {
		const holds = async (value: unknown) => {
			for (const check of Object.values(CHECKS))
				if (failureOf(await check(value)) !== undefined) return false;
			return true;
		};
		await fc.assert(fc.asyncProperty(anything, holds), { numRuns });
	});

	it('nor does a title to match', () => {
		const parsed = sent(validation.parseJobTitles('("sales manager" OR C++) AND NOT 😀😀'));
		always(
			fc.string({ unit: 'binary' }),
			(title) => typeof matchJobTitle(parsed, title).matches === 'boolean',
		);
	});

	it.each(FIELDS)('in the field %s of a creation body', async (field) => {
		for (const value of ODD) {
			const body = { radar_type: 'company_mentions', [field]: value };
			const result = await timely(() => validation.checkRadarDefinition(body, context));
			expect(failureOf(result)).toBeUndefined();
			expect(failureOf(await validation.checkRadarList([{ [field]: value }], context))).toBeUndefined();
		}
	});

	it.each(FIELDS)('in the field %s under two spellings of its key', async (field) => {
		for (const value of ODD) {
			const body = { radar_type: 'company_mentions', [field]: value, [field.toUpperCase()]: 'x' };
			expect(failureOf(validation.checkRadarDefinition(body, context))).toBeUndefined();
		}
	});

	it('in a creation body', () => {
		const type = fc.constantFrom(
			'company_new_hires',
			'contact_job_changes',
			'industry_job_openings',
			'wrong',
		);
		always(fc.tuple(type, fc.constantFrom(...FIELDS), anything), ([radar_type, field, value]) => {
			const body = { radar_type, domain: 'example.com', [field]: value };
			const result = validation.checkRadarDefinition(body, context);
			if (result.ok && validation.definitionKey(result.value.definition) === '') return false;
			return failureOf(result) === undefined;
		});
	});
});
