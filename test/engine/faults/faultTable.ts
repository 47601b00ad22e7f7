import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { startSandbox } from '../../../sandbox';
import { CALL_CASES, expectedWithRetry } from './callCases';
import { FAST_SETTINGS, fastTime, normalTime } from './fastTime';
import { FAULT_CASES } from './faultCases';
import { faultTableParts } from './markdown';
import { ON_ERROR, runCase, type CaseResult } from './runCase';

const PAGE = path.resolve(__dirname, '../../../docs/fault-table.md');

/** Most of a case is waiting; but with more of them at once a busy machine would answer too late. */
const AT_A_TIME = 160;

/** Each pair of a call, a fault and an On Error setting at least once; with `FAULT_TABLE`, as in `npm run test:fuzz`, every three. */
const isTried = (fault: number, call: number, setting: number): boolean =>
	process.env.FAULT_TABLE !== undefined || (fault + call + setting) % ON_ERROR.length === 0;

const casesWithoutRetry = () =>
	FAULT_CASES.flatMap((fault, faultIndex) =>
		CALL_CASES.flatMap((call, callIndex) => {
			const settings = call.paid
				? ON_ERROR.filter((_, index) => isTried(faultIndex, callIndex, index))
				: (['continueErrorOutput'] as const);
			const expected = call.expected(fault);
			return settings.map((onError) => ({ call, fault, expected, onError, retryOnFail: false }));
		}),
	);

const casesWithRetry = () =>
	casesWithoutRetry()
		.filter(({ call }) => call.paid)
		.map(({ call, fault, onError }) => {
			const expected = expectedWithRetry(call, fault);
			return { call, fault, expected, onError, retryOnFail: true };
		});

type Case = ReturnType<typeof casesWithRetry>[number];

/** Results in the order of the table. It ends with the longest cases, so they start first. */
async function runAll(cases: Case[]): Promise<CaseResult[]> {
	const results: CaseResult[] = [];
	let left = cases.length;
	const worker = async () => {
		const sandbox = await startSandbox({ settings: FAST_SETTINGS });
		try {
			while (left > 0) {
				const index = --left;
				const entry = cases[index];
				if (!entry?.expected) continue;
				const { call, fault, expected, ...settings } = entry;
				results[index] = await runCase(sandbox, call, fault, expected, settings);
			}
		} finally {
			await sandbox.stop();
		}
	};
	await Promise.all(Array.from({ length: AT_A_TIME }, worker));
	return results.flat();
}

/** The calls with Retry On Fail, or without, under every fault. */
export function testFaultTable({ retryOnFail }: { retryOnFail: boolean }): void {
	let results: CaseResult[] = [];

	beforeAll(async () => {
		fastTime();
		results = await runAll(retryOnFail ? casesWithRetry() : casesWithoutRetry());
	}, 900_000);
	afterAll(normalTime);

	test('does, pays and reports what is expected', () => {
		const part = (which: 'expected' | 'seen') =>
			results.map((result) => ({ ...result, expected: undefined, seen: undefined, ...result[which] }));
		expect(part('seen')).toEqual(part('expected'));
	});

	test('leaves no charge untold', () => {
		expect(results.filter(({ untold }) => untold.length > 0)).toEqual([]);
	});

	test('is what docs/fault-table.md shows', () => {
		const part = faultTableParts[retryOnFail ? 'withRetry' : 'withoutRetry'](results);
		const [first = '', second = ''] = readFileSync(PAGE, 'utf8').split(/^(?=## )/m);
		const page = retryOnFail ? first + part : part + second;
		if (process.env.FAULT_TABLE === 'write') writeFileSync(PAGE, page);
		expect(page).toBe(readFileSync(PAGE, 'utf8'));
	});
}
