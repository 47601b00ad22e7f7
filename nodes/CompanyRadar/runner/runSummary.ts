import { LOW_BALANCE_USD } from '../../shared/api/assumptions';
import type { Radar } from '../../shared/api/types';
import { listed } from '../../shared/listed';
import { usd } from '../../shared/usd';

const MICROS = 1_000_000;

/** How many radars an error names before it only counts. */
const NAMED_RADARS = 5;

/** How many failed items the summary names: at a thousand rows they are on other pages. */
const NAMED_ITEMS = 5;

/** How many remarks the output panel gets before it only tells how many more there are. */
const SHOWN_NOTES = 10;

const INACTIVE =
	'Some radars that already existed are inactive (see radar_status). They stop finding updates when their paid month ends.';

/** The number with its noun. */
export const counted = (count: number, one: string, many: string) =>
	`${String(count).replace(/\B(?=(\d{3})+$)/g, ',')} ${count === 1 ? one : many}`;

/** What a run did that matters to the user's money. Sums are kept in micro-dollars. */
export class RunSummary {
	private readonly created: string[] = [];

	private monthly = 0;

	private nextChargeAt: string | undefined;

	private spending: { before: number; after: number } | undefined;

	private readonly existing = new Set<string>();

	private readonly inactive = new Set<string>();

	private readonly bulkIds: string[] = [];

	private submittedRadars = 0;

	private deactivated = 0;

	private lookups = 0;

	private matches = 0;

	private reused = 0;

	private skipped = 0;

	private readonly failed: number[] = [];

	private chargedMicros = 0;

	private balance: number | undefined;

	private readonly notes = new Set<string>();

	/** A radar that is charged by the month was charged now, and is charged again at `next_charge_at`. */
	radarCreated({ radar_id: radarId, next_charge_at: nextChargeAt }: Radar) {
		this.created.push(radarId);
		if (!nextChargeAt) return;
		this.monthly++;
		if (!this.nextChargeAt || nextChargeAt < this.nextChargeAt) this.nextChargeAt = nextChargeAt;
	}

	/** `inactive` may be a paid grace period, in which findings still come for a while (docs/api.md, Radar states). */
	radarExisted({ radar_id: radarId, radar_status: status }: Pick<Radar, 'radar_id' | 'radar_status'>) {
		this.existing.add(radarId);
		if (status === 'inactive') this.inactive.add(radarId);
	}

	radarDeactivated() {
		this.deactivated++;
	}

	bulkSubmitted(bulkId: string, radars: number) {
		this.bulkIds.push(bulkId);
		this.submittedRadars += radars;
	}

	lookedUp(chargedUsd: number, balanceUsd: number | undefined) {
		this.lookups++;
		if (chargedUsd > 0) this.matches++;
		this.chargedMicros += Math.round(chargedUsd * MICROS);
		if (balanceUsd !== undefined) this.balanceSeen(balanceUsd);
	}

	lookupReused() {
		this.reused++;
	}

	/** `index` is its place in the output. */
	itemFailed(index: number) {
		this.failed.push(index);
	}

	itemSkipped() {
		this.skipped++;
	}

	/** The balance before and after radars were created. */
	balanceChanged(before: number, after: number) {
		this.spending = { before, after };
		this.balanceSeen(after);
	}

	balanceSeen(balanceUsd: number) {
		this.balance = balanceUsd;
	}

	/** A remark for the output panel; the same one is shown once, and of many only the first. */
	note(text: string) {
		this.notes.add(text);
	}

	/** What was done and paid so far, or undefined if nothing. Without output items it has to name what was created too. */
	summary({ hasOutput = false } = {}): string | undefined {
		const { created, existing, bulkIds } = this;
		const more = created.length - NAMED_RADARS;
		const named = `${created.slice(0, NAMED_RADARS).join(', ')}${more > 0 ? `, and ${more} more` : ''}`;
		const names = (list: string) => (hasOutput ? '' : ` (${list})`);
		const parts = [
			created.length > 0 && `${counted(created.length, 'radar was', 'radars were')} created${names(named)}`,
			existing.size > 0 && `${counted(existing.size, 'radar', 'radars')} already existed`,
			bulkIds.length > 0 &&
				`${counted(bulkIds.length, 'bulk request', 'bulk requests')} of ${counted(this.submittedRadars, 'radar', 'radars')}${names(`bulk_id ${bulkIds.join(', ')}`)}`,
			this.deactivated > 0 && `${counted(this.deactivated, 'radar was', 'radars were')} deactivated`,
			this.lookups > 0 &&
				`${counted(this.lookups, 'lookup', 'lookups')}, ${counted(this.matches, 'match', 'matches')}, ${usd(this.chargedMicros / MICROS)} charged`,
			this.reused > 0 && `${counted(this.reused, 'result was', 'results were')} reused without a charge`,
			this.skipped > 0 && `${counted(this.skipped, 'item was', 'items were')} skipped`,
			this.failed.length > 0 &&
				`${counted(this.failed.length, 'item', 'items')} failed (${this.failed.length === 1 ? 'item' : 'items'} ${listed(this.failed, NAMED_ITEMS)})`,
		].filter((part) => typeof part === 'string');
		return parts.length > 0 ? [`In this run: ${parts.join('; ')}.`, ...this.costs()].join(' ') : undefined;
	}

	/** What creating radars cost, as far as the service tells. */
	private costs(): string[] {
		const { spending, monthly, nextChargeAt } = this;
		return [
			...(spending && spending.after !== spending.before
				? [
						`The account balance changed from ${usd(spending.before)} to ${usd(spending.after)} (${usd(spending.before - spending.after)}) during this run.`,
					]
				: []),
			...(monthly > 0 && nextChargeAt
				? [
						`${counted(monthly, 'radar is', 'radars are')} charged monthly, next on ${nextChargeAt.slice(0, 10)}.`,
					]
				: []),
		];
	}

	/** Everything to show in the output panel after a run. */
	hints(): string[] {
		const summary = this.summary({ hasOutput: true });
		const notes = [...this.notes];
		return [
			...(summary ? [summary] : []),
			...(this.balance !== undefined && this.balance < LOW_BALANCE_USD
				? [`The balance is low: ${usd(this.balance)}. Radars stop when it runs out.`]
				: []),
			...(this.inactive.size > 0 ? [INACTIVE] : []),
			...notes.slice(0, SHOWN_NOTES),
			...(notes.length > SHOWN_NOTES ? [`${notes.length - SHOWN_NOTES} more messages like these.`] : []),
		];
	}
}
