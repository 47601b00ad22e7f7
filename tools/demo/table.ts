const GAP = '  ';

/** A text table: columns as wide as their widest cell. In a table that is wider than `most` characters, the widest column wraps. */
export function table(rows: string[][], most = Infinity): string {
	const [header = [], ...body] = rows;
	const widths = header.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
	const widest = widths.indexOf(Math.max(...widths));
	const tooWide = [...widths, ...widths.slice(1).map(() => GAP.length)].reduce((a, b) => a + b, 0) - most;
	if (tooWide > 0) widths[widest] = (widths[widest] ?? 0) - tooWide;
	const line = (cells: string[]) =>
		widths
			.map((width, column) => (cells[column] ?? '').padEnd(width))
			.join(GAP)
			.trimEnd();
	const linesOf = (cells: string[]) => {
		const parts = tooWide > 0 ? wrapped(cells[widest] ?? '', widths[widest] ?? 0) : [cells[widest] ?? ''];
		return parts.map((part, index) =>
			line(cells.map((cell, column) => (column === widest ? part : index === 0 ? cell : ''))),
		);
	};
	return [...linesOf(header), line(widths.map((width) => '-'.repeat(width))), ...body.flatMap(linesOf)].join(
		'\n',
	);
}

/** Lines of at most `width` characters, broken at blanks. */
function wrapped(text: string, width: number): string[] {
	const lines: string[] = [];
	for (const word of text.split(' ')) {
		const last = lines.at(-1);
		if (last !== undefined && `${last} ${word}`.length <= width) lines[lines.length - 1] = `${last} ${word}`;
		else lines.push(word);
	}
	return lines;
}
