import type { Respond } from './services';

type Cell = string | number | boolean;

const COLUMNS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** Where a range begins: `Companies!B3`, `Companies!3:4`, `Companies`. */
function startOf(range: string): { sheet: string; row: number; column: number } {
	const [, sheet = '', column = 'A', row = '1'] = /^'?([^'!]+)'?(?:!([A-Z])?(\d+)?)?/.exec(range) ?? [];
	return { sheet, row: Number(row) - 1, column: COLUMNS.indexOf(column) };
}

/** A spreadsheet in memory, with what the Google Sheets node asks of the service. */
export class Spreadsheet {
	private readonly sheets = new Map<string, Cell[][]>();

	/** Puts a sheet in, its headings first. */
	fill(sheet: string, rows: Cell[][]): void {
		this.sheets.set(sheet, rows);
	}

	rows(sheet: string): Cell[][] {
		return this.sheets.get(sheet) ?? [];
	}

	readonly respond: Respond = ({ method, address, body }) => {
		const [, range = ''] = address.split('/values/');
		if (address.endsWith('/values:batchUpdate')) {
			const { data } = body as { data: Array<{ range: string; values: Cell[][] }> };
			for (const { range, values } of data) this.write(range, values);
		} else if (method === 'PUT') this.write(range, (body as { values: Cell[][] }).values);
		else if (range) return { values: this.rows(startOf(range).sheet) };
		return {
			sheets: [...this.sheets.keys()].map((title, sheetId) => ({ properties: { sheetId, title } })),
		};
	};

	private write(range: string, values: Cell[][]): void {
		const { sheet, row, column } = startOf(range);
		const rows = this.rows(sheet);
		for (const [index, cells] of values.entries())
			(rows[row + index] ??= []).splice(column, cells.length, ...cells);
	}
}
