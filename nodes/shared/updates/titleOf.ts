import type { SimplifiedUpdate } from './updateColumns';

/**
 * The job title that a title filter judges: the column `title`, which UPDATE_COLUMNS takes for each type from the new role (of a
 * departure, the role left), the opening, the promotion or the author. Undefined for types and updates without one.
 */
export const titleOf = ({
	update_type: type,
	title,
}: Pick<SimplifiedUpdate, 'update_type' | 'title'>): string | undefined =>
	(type === 'radar_finding' && String(title ?? '').trim()) || undefined;
