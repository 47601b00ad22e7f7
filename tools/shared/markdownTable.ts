/** A Markdown table with its columns in line. */
export function tableOf(rows: string[][]): string {
	const [head = []] = rows;
	const widths = head.map((_, column) => Math.max(3, ...rows.map((row) => row[column]?.length ?? 0)));
	const line = (cells: string[]) =>
		`| ${widths.map((width, column) => (cells[column] ?? '').padEnd(width)).join(' | ')} |`;
	const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
	return [line(head), rule, ...rows.slice(1).map(line)].join('\n');
}
