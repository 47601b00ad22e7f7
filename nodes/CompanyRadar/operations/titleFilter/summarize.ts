import { counted } from '../../../shared/basics/listed';

/** How many dropped titles a sentence names. */
const NAMED_TITLES = 5;

/** How many titles a filter would drop, as a sentence with the most frequent ones. */
export function summarize(total: number, dropped: readonly string[]): string {
	const counts = new Map<string, number>();
	for (const title of dropped) counts.set(title, (counts.get(title) ?? 0) + 1);
	const examples = [...counts].sort(([, a], [, b]) => b - a).slice(0, NAMED_TITLES);
	const names = examples.map(([title, count]) => (count > 1 ? `"${title}" (${count})` : `"${title}"`));
	const such = names.length > 0 ? `, for example ${names.join(', ')}` : '';
	return `Would drop ${dropped.length} of ${counted(total, 'title', 'titles')}${such}.`;
}
