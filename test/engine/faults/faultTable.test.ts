import { startSandbox } from '../../../sandbox';
import { CALL_CASES } from './callCases';
import { FAST, fastTime, normalTime } from './fastTime';
import { FAULT_CASES, type FaultCase } from './faultCases';
import { ON_ERROR, runCase, type CaseResult } from './runCase';

/** Most of a case is waiting; but with more of them at once a busy machine would answer too late. */
const AT_A_TIME = 160;

/** Where the time of a look counts, requests must not wait for each other. */
const EXACT_AT_A_TIME = 4;

/** With `FAULT_TABLE`, as in `npm run test:fuzz`, every call meets every fault under all settings; without it, any two of these meet. */
const isComplete = process.env.FAULT_TABLE !== undefined;

const CASES = FAULT_CASES.flatMap((fault, faultIndex) =>
	CALL_CASES.flatMap((call, callIndex) =>
		ON_ERROR.filter((_, index) => isComplete || (faultIndex + callIndex) % ON_ERROR.length === index).map(
			(onError) => ({ call, fault, expected: call.expected(fault), onError }),
		),
	),
);

type Case = (typeof CASES)[number];

/** Puts the results in their places. The table ends with the longest cases, so they start first. */
async function runSome(
	atATime: number,
	results: Map<Case, CaseResult>,
	isIncluded: (fault: FaultCase) => boolean,
): Promise<void> {
	const left = CASES.filter(({ fault }) => isIncluded(fault));
	const worker = async () => {
		const sandbox = await startSandbox(FAST);
		try {
			for (let entry = left.pop(); entry; entry = left.pop()) {
				if (!entry.expected) continue;
				results.set(entry, await runCase(sandbox, { ...entry, expected: entry.expected }));
			}
		} finally {
			await sandbox.stop();
		}
	};
	await Promise.all(Array.from({ length: atATime }, worker));
}

beforeAll(fastTime);
afterAll(normalTime);

test('Every call under every fault does, pays and reports what is expected, and leaves no other charge untold', async () => {
	const results = new Map<Case, CaseResult>();
	const isExact = (fault: FaultCase) => fault.isTooLate === true;
	await runSome(AT_A_TIME, results, (fault) => !isExact(fault));
	await runSome(EXACT_AT_A_TIME, results, isExact);
	const inOrder = CASES.flatMap((entry) => results.get(entry) ?? []);
	expect(inOrder.map(({ name, seen }) => ({ name, ...seen }))).toEqual(
		inOrder.map(({ name, expected }) => ({ name, ...expected })),
	);
}, 1_800_000);
