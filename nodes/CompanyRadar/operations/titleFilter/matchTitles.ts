import { counted } from '../../../shared/basics/listed';
import { inSlices } from '../../../shared/concurrency/timeSlice';
import { matchJobTitle, type ParsedJobTitles, type TitleMatch } from '../../../shared/validation/jobTitles';
import type { CountedTitle } from './titles';

/** A title, and whether a filter matches it. */
export interface TitleRow extends TitleMatch {
	title: string;
	matches: boolean;
	/** How many times the title occurs. */
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
	const isUncertain = match.matches !== matchJobTitle(filter, title, 'loose').matches;
	return { ...match, ...(isUncertain ? { uncertain: true } : {}) };
}

/** Matches the titles and keeps their order. A title of several radars is matched only once. */
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

/** How many titles a filter would keep and drop. */
interface TitleSummary {
	summary: string;
	total: number;
	matches: number;
	dropped: number;
	/** The most frequent dropped titles. */
	examples: string[];
}

/** @param noun what is counted */
function summaryOf(rows: TitleRow[], noun: 'title' | 'update'): TitleSummary {
	const counts = new Map<string, number>();
	let total = 0;
	let dropped = 0;
	for (const { title, count, matches } of rows) {
		total += count;
		if (matches) continue;
		dropped += count;
		counts.set(title, (counts.get(title) ?? 0) + count);
	}
	const examples = [...counts].sort(([, a], [, b]) => b - a).slice(0, NAMED_TITLES);
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

interface RadarSummary extends TitleSummary {
	radar?: string;
	radar_id?: string;
}

/** Sums up all titles, and those of each radar, with the most dropped first. */
export async function sumUp(
	rows: TitleRow[],
	noun: 'title' | 'update',
): Promise<{ total: TitleSummary; radars: RadarSummary[] }> {
	const rowsOfRadar = new Map<string | undefined, TitleRow[]>();
	for await (const row of inSlices(rows)) {
		const ofRadar = rowsOfRadar.get(row.radar_id) ?? [];
		ofRadar.push(row);
		rowsOfRadar.set(row.radar_id, ofRadar);
	}
	const radars = [...rowsOfRadar].map(([radar_id, ofRadar]) => {
		const { summary, ...counts } = summaryOf(ofRadar, noun);
		return { summary, radar: ofRadar[0]?.radar, ...counts, radar_id };
	});
	return { total: summaryOf(rows, noun), radars: radars.sort((a, b) => b.dropped - a.dropped) };
}
