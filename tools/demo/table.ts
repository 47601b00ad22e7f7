/** A text table: columns as wide as their widest cell. */
export function table(rows: string[][]): string {
	const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
	const line = (cells: string[]) =>
		cells
			.map((cell, column) => cell.padEnd(widths[column] ?? 0))
			.join('  ')
			.trimEnd();
	const [header = [], ...body] = rows;
	return [line(header), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)].join('\n');
}
