import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { CALL_CASES, expectedWithRetry } from './callCases';
import { fastTime, normalTime } from './fastTime';
import { FAULT_CASES } from './faultCases';
import { faultTablePage } from './markdown';
import { ON_ERROR, runCase, type CaseResult } from './runCase';

const PAGE = path.resolve(__dirname, '../../../docs/fault-table.md');

/** Most of a case is waiting; but with more of them at once a busy machine would answer too late. */
const AT_A_TIME = 160;

/** In the order of the table; short and long cases side by side. */
async function runAll(): Promise<CaseResult[]> {
	const cases = FAULT_CASES.flatMap((fault) =>
		CALL_CASES.flatMap((call) => {
			const settings = call.paid ? ON_ERROR : (['continueErrorOutput'] as const);
			return settings.flatMap((onError) => [
				{ call, fault, expected: call.expected(fault), onError, retryOnFail: false },
				...(call.paid
					? [{ call, fault, expected: expectedWithRetry(call, fault), onError, retryOnFail: true }]
					: []),
			]);
		}),
	);
	const results: CaseResult[] = [];
	let next = 0;
	const worker = async () => {
		for (let index = next++; index < cases.length; index = next++) {
			const entry = cases[index];
			if (!entry?.expected) continue;
			const { call, fault, expected, ...settings } = entry;
			results[index] = await runCase(call, fault, expected, settings);
		}
	};
	await Promise.all(Array.from({ length: AT_A_TIME }, worker));
	return results.flat();
}

describe('Every call under every fault', () => {
	let results: CaseResult[] = [];

	beforeAll(async () => {
		fastTime();
		results = await runAll();
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
		const page = faultTablePage(results);
		if (process.env.FAULT_TABLE === 'write') writeFileSync(PAGE, page);
		expect(page).toBe(readFileSync(PAGE, 'utf8'));
	});
});
