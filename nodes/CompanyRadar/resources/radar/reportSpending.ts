import type { RunContext } from '../../runner/operation';
import type { Outcome } from '../../runner/outcome';

/** For fewer radars the two requests would take longer than creating them. */
const MIN_RADARS = 2;

/** Creates radars, and notes what the balance was before and after. */
export async function reportSpending(
	radars: number,
	{ service, summary, paid }: RunContext,
	create: () => Promise<Outcome[]>,
): Promise<Outcome[]> {
	if (radars < MIN_RADARS) return await create();
	const before = await paid.balanceBefore(async () => await service.readBalance());
	const outcomes = await create();
	const after = await service.readBalance();
	if (before !== undefined && after !== undefined) summary.balanceChanged(before, after);
	return outcomes;
}
