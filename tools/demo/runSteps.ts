import { usd } from './checks';
import type { DemoContext, Outcome } from './context';
import { STEPS } from './steps';
import { table } from './table';

const HEADER = ['Step', 'What was asked', 'What came', 'Cost', 'OK'];
/** Fits a terminal and the pages. */
const TERMINAL_WIDTH = 100;

/** Runs the steps one after the other and prints the table. Resolves with whether each gave what it should. */
export async function runSteps(context: DemoContext, log: (line: string) => void): Promise<boolean> {
	const rows: string[][] = [];
	const problems: string[] = [];
	for (const step of STEPS) {
		log(step.title);
		const before = spent(context);
		const outcome = await step.run(context).catch((error: Error) => asOutcome(error, context));
		const cost = `${(spent(context) - before).toFixed(2)} USD`;
		rows.push([step.title, outcome.asked, outcome.came, cost, outcome.problems.length === 0 ? 'yes' : 'no']);
		problems.push(...outcome.problems.map((problem) => `${step.title}: ${problem}`));
	}
	log(`\n${table([HEADER, ...rows], TERMINAL_WIDTH)}\n`);
	for (const problem of problems) log(problem);
	return problems.length === 0;
}

const spent = ({ sandbox }: DemoContext) =>
	usd(sandbox.control.charges().map(({ amount_usd }) => amount_usd));

/** A step that fails is a line of the table like any other; the steps after it go on. */
function asOutcome(error: Error, { signal }: DemoContext): Outcome {
	signal.throwIfAborted();
	return { asked: '', came: 'nothing', problems: [error.message] };
}
