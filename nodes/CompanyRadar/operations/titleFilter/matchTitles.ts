import { counted } from '../../../shared/basics/listed';
import { inSlices } from '../../../shared/concurrency/timeSlice';
import { matchJobTitle, type ParsedJobTitles, type TitleMatch } from '../../../shared/validation/jobTitles';
import type { CountedTitle } from './titles';

/** A title, and whether a filter matches it. */
export interface TitleRow extends TitleMatch {
	title: string;
	matches: boolean;
	/** How many times it occurs. */
	count: number;
	why: readonly string[];
	/** Whether the service may decide differently. */
	uncertain?: boolean;
	/** Of titles from updates: the radar that found it. */
	radar?: string;
	radar_id?: string;
}

type Match = Pick<TitleRow, 'matches' | 'why' | 'uncertain'>;

function matchTitle(filter: ParsedJobTitles, title: string): Match {
	const match = matchJobTitle(filter, title);
	const isUncertain = match.matches !== matchJobTitle(filter, title, 'anywhere').matches;
	return { ...match, ...(isUncertain ? { uncertain: true } : {}) };
}

/** The titles with whether they match, in their order. A title of several radars is matched once. */
export async function matchTitles(filter: ParsedJobTitles, titles: CountedTitle[]): Promise<TitleRow[]> {
	const known = new Map<string, Match>();
	const rows: TitleRow[] = [];
	for await (const { title, count, ...radar } of inSlices(titles)) {
		const match = known.get(title) ?? matchTitle(filter, title);
		known.set(title, match);
		const { matches, ...reason } = match;
		rows.push({ title, matches, count, ...reason, ...radar });
	}
	return rows;
}

/** How many dropped titles a sentence names. */
const NAMED_TITLES = 5;

/** What a filter would do, summed up. */
interface TitleSummary {
	summary: string;
	total: number;
	matches: number;
	dropped: number;
	/** The most frequent dropped titles. */
	examples: string[];
}

/** Counts titles and those that don't match. */
class Tally {
	private total = 0;

	private dropped = 0;

	private readonly droppedTitles = new Map<string, number>();

	add({ title, count, matches }: TitleRow): void {
		this.total += count;
		if (matches) return;
		this.dropped += count;
		this.droppedTitles.set(title, (this.droppedTitles.get(title) ?? 0) + count);
	}

	/** @param noun what is counted */
	sumUp(noun: 'title' | 'update'): TitleSummary {
		const { total, dropped } = this;
		const examples = [...this.droppedTitles].sort(([, a], [, b]) => b - a).slice(0, NAMED_TITLES);
		const names = examples.map(([title, count]) => (count > 1 ? `"${title}" (${count})` : `"${title}"`));
		const all = counted(total, noun, `${noun}s`);
		return {
			summary: `Would drop ${dropped} of ${all}${dropped > 0 ? `, for example ${names.join(', ')}` : ''}.`,
			total,
			matches: total - dropped,
			dropped,
			examples: examples.map(([title]) => title),
		};
	}
}

interface RadarSummary extends TitleSummary {
	radar?: string;
	radar_id?: string;
}

/** All titles summed up, and those of each radar: most dropped first. */
export async function sumUp(
	rows: TitleRow[],
	noun: 'title' | 'update',
): Promise<{ total: TitleSummary; radars: RadarSummary[] }> {
	const total = new Tally();
	const radars = new Map<string | undefined, { radar?: string; tally: Tally }>();
	for await (const row of inSlices(rows)) {
		const { tally } = radars.get(row.radar_id) ?? { tally: new Tally() };
		radars.set(row.radar_id, { radar: row.radar, tally });
		for (const each of [total, tally]) each.add(row);
	}
	const ofRadars = [...radars].map(([radar_id, { radar, tally }]) => {
		const { summary, ...counts } = tally.sumUp(noun);
		return { summary, radar, ...counts, radar_id };
	});
	return { total: total.sumUp(noun), radars: ofRadars.sort((a, b) => b.dropped - a.dropped) };
}
