import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../shared/values/basics/time';
import { counted } from '../shared/values/basics/inWords';
import { clock } from '../shared/host/clock';
import { RecentMap } from '../shared/host/recentMap';
import { ADDRESS_HINTS, type AddressSign, type FoundAddress } from './address';

/** How a lookup ends, in words that follow a number of page views. */
const LOOKED_UP = {
	started: 'started the workflow',
	reported: 'from companies already reported',
	unwantedCompany: "from companies that are excluded, or not in 'Only Companies'",
	noMatch: 'without a match',
} as const;

/** Why a page view isn't looked up, in the same way. */
const NOT_LOOKED_UP = {
	known: 'from visitors who were looked up before',
	lookedAgain: 'from companies that came to a page that matters and started the workflow again',
	otherPage: "of pages that don't count",
	excludedPage: 'of excluded pages',
	excludedAddress: 'from excluded addresses',
	otherWebsite: "from websites that aren't allowed",
	unreadable: 'that no script of this node sent',
	bot: 'from bots',
	noConsent: 'without consent, or from an old copy of the script: replace it',
	doNotTrack: 'with Do Not Track or Global Privacy Control',
	noAddress: 'without a public address',
	noCompany:
		"from addresses that can't belong to a company, or end in zeros: if a proxy anonymizes them, turn that off",
	refused: 'that the service refused to look up',
	paused: 'while lookups paused after a failure',
	limit: 'at a spending limit',
	tooMany: 'beyond the rate limit, or the lookups that may run in a minute or at once',
	failed: 'whose lookup failed',
} as const;

export type Fate = keyof typeof LOOKED_UP | keyof typeof NOT_LOOKED_UP;

/** Fewer networks say nothing about the proxies in front of n8n, unless none of them has an address. */
const MIN_NETWORKS = 20;

const MAX_NETWORKS = 1000;

const MINUTES = HOUR_MS / MINUTE_MS;

const thisMinute = (): number => Math.floor(clock.now() / MINUTE_MS);

const sumOf = (counts: Iterable<number>): number => [...counts].reduce((sum, count) => sum + count, 0);

/** How many page views ended in these ways, and how many in each; none if none did. */
function sentence(totals: Map<Fate, number>, words: Partial<Record<Fate, string>>, all: string): string[] {
	const ended = Object.entries(words).map(([fate, text]) => ({ count: totals.get(fate as Fate) ?? 0, text }));
	const total = sumOf(ended.map(({ count }) => count));
	const parts = ended.filter(({ count }) => count > 0).map(({ count, text }) => `${count} ${text}`);
	return total > 0 ? [`${total} ${all}: ${parts.join('; ')}.`] : [];
}

/** The page views of the last hour in this process. */
export class ViewLog {
	private readonly byMinute = new Map<number, Map<Fate, number>>();

	/** The last sign of each network. */
	private readonly networks = new RecentMap<AddressSign>({
		seconds: HOUR_MS / SECOND_MS,
		size: MAX_NETWORKS,
	});

	add(fate: Fate): void {
		const minute = thisMinute();
		for (const old of this.byMinute.keys()) if (old <= minute - MINUTES) this.byMinute.delete(old);
		const fates = this.byMinute.get(minute) ?? new Map<Fate, number>();
		this.byMinute.set(minute, fates.set(fate, (fates.get(fate) ?? 0) + 1));
	}

	sawAddress({ network, sign }: FoundAddress): void {
		this.networks.set(network, sign);
	}

	/** What to change about n8n's settings, if the last page views of most networks suggest it; with few networks, those of all. */
	addressHint(minNetworks = MIN_NETWORKS): string | undefined {
		const signs = this.networks.entries().map(([, sign]) => sign);
		const isSure = signs.length >= MIN_NETWORKS || !signs.includes('right');
		if (signs.length < minNetworks || !isSure) return undefined;
		const [wrong] = Object.entries(ADDRESS_HINTS).filter(
			([sign]) => signs.filter((each) => each === sign).length > signs.length / 2,
		);
		return wrong?.[1];
	}

	/** How many page views of the last hour ended in each way. */
	totals(): Map<Fate, number> {
		const totals = new Map<Fate, number>();
		for (const [minute, fates] of this.byMinute) {
			if (minute <= thisMinute() - MINUTES) continue;
			for (const [fate, count] of fates) totals.set(fate, (totals.get(fate) ?? 0) + count);
		}
		return totals;
	}

	/** What arrived in the last hour, in whole sentences. */
	summary(): string {
		const totals = this.totals();
		const total = sumOf(totals.values());
		if (total === 0) return 'No page view arrived in this n8n process in the last hour, or since it started.';
		const networks = counted(this.networks.size, 'network', 'networks');
		return [
			`In the last hour, ${counted(total, 'page view', 'page views')} arrived in this n8n process, with addresses of ${networks}.`,
			...sentence(totals, LOOKED_UP, 'looked up'),
			...sentence(totals, NOT_LOOKED_UP, 'not looked up'),
		].join(' ');
	}
}
