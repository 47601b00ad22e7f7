import { startSandbox } from '../../../sandbox';
import { oldWording } from '../../docs/phrases';
import { CALL_CASES, expectedWithRetry } from './callCases';
import { FAST, fastTime, normalTime } from './fastTime';
import { FAULT_CASES, type FaultCase } from './faultCases';
import { ON_ERROR, runCase, type CaseResult } from './runCase';

/** Fewer mean that they weren't collected. */
const MIN_TEXTS = 20;

/** Most of a case is waiting; but with more of them at once a busy machine would answer too late. */
const AT_A_TIME = 160;

/** Where the time of a look counts, requests must not wait for each other. */
const EXACT_AT_A_TIME = 4;

/** With `FAULT_TABLE`, as in `npm run test:fuzz`, every call meets every fault under all settings. */
const isComplete = process.env.FAULT_TABLE !== undefined;

/** Without it, any two of a call, a fault, an On Error setting and a Retry On Fail setting meet at least once. */
const isTried = (cell: number, onError: number, retryOnFail: boolean): boolean =>
	isComplete || (cell % ON_ERROR.length === onError && (cell % 2 === 1) === retryOnFail);

const casesOf = (retryOnFail: boolean) =>
	FAULT_CASES.flatMap((fault, faultIndex) =>
		CALL_CASES.flatMap((call, callIndex) => {
			if (!call.paid) {
				const expected = call.expected(fault);
				return retryOnFail
					? []
					: [{ call, fault, expected, onError: 'continueErrorOutput' as const, retryOnFail }];
			}
			const expected = retryOnFail ? expectedWithRetry(call, fault) : call.expected(fault);
			return ON_ERROR.filter((_, index) => isTried(faultIndex + callIndex, index, retryOnFail)).map(
				(onError) => ({ call, fault, expected, onError, retryOnFail }),
			);
		}),
	);

type Case = ReturnType<typeof casesOf>[number];

/** Puts the results in their places. The table ends with the longest cases, so they start first. */
async function runSome(
	cases: Case[],
	atATime: number,
	results: Map<Case, CaseResult>,
	isIncluded: (fault: FaultCase) => boolean,
): Promise<void> {
	const left = cases.filter(({ fault }) => isIncluded(fault));
	const worker = async () => {
		const sandbox = await startSandbox(FAST);
		try {
			for (let entry = left.pop(); entry; entry = left.pop()) {
				if (!entry.expected) continue;
				const { call, fault, expected, ...settings } = entry;
				results.set(entry, await runCase(sandbox, call, fault, expected, settings));
			}
		} finally {
			await sandbox.stop();
		}
	};
	await Promise.all(Array.from({ length: atATime }, worker));
}

/** Results in the order of the table. */
async function runAll(cases: Case[]): Promise<CaseResult[]> {
	const results = new Map<Case, CaseResult>();
	const isExact = (fault: FaultCase) => fault.isTooLate === true;
	await runSome(cases, AT_A_TIME, results, (fault) => !isExact(fault));
	await runSome(cases, EXACT_AT_A_TIME, results, isExact);
	return cases.flatMap((entry) => results.get(entry) ?? []);
}

/** The calls with Retry On Fail, or without, under every fault. */
export function testFaultTable({ retryOnFail }: { retryOnFail: boolean }): void {
	let results: CaseResult[] = [];

	beforeAll(async () => {
		fastTime();
		results = await runAll(casesOf(retryOnFail));
	}, 1_800_000);
	afterAll(normalTime);

	test('does, pays and reports what is expected, and leaves no other charge untold', () => {
		const part = (which: 'expected' | 'seen') =>
			results.map((result) => ({ ...result, expected: undefined, seen: undefined, ...result[which] }));
		expect(part('seen')).toEqual(part('expected'));
	});

	test('says it in the words of the editor', () => {
		const said = new Set(results.flatMap((result) => result.said));
		expect(said.size).toBeGreaterThan(MIN_TEXTS);
		expect(oldWording([...said])).toEqual([]);
	});
}
