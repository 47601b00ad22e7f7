import type { N8nRest } from '../../../tools/n8n-host/rest';

export type Row = Record<string, unknown>;

/** n8n's data tables, as the editor reaches them. */
export class Tables {
	private constructor(
		private readonly rest: N8nRest,
		private readonly path: string,
	) {}

	static async open(rest: N8nRest): Promise<Tables> {
		const { id } = await rest.request<{ id: string }>('GET', '/projects/personal');
		return new Tables(rest, `/projects/${id}/data-tables`);
	}

	async insert(table: string, rows: Row[]): Promise<void> {
		const body = { data: rows, returnType: 'count' };
		await this.rest.request('POST', `${await this.of(table)}/insert`, body);
	}

	/** None if no example has made the table yet. */
	async rows(table: string): Promise<Row[]> {
		if ((await this.idOf(table)) === undefined) return [];
		const { data } = await this.rest.request<{ data: Row[] }>('GET', `${await this.of(table)}/rows`);
		return data;
	}

	async create(name: string, columns: string[]): Promise<void> {
		const ofText = columns.map((column) => ({ name: column, type: 'string' }));
		await this.rest.request('POST', this.path, { name, columns: ofText });
	}

	async drop(table: string): Promise<void> {
		await this.rest.request('DELETE', await this.of(table));
	}

	async idOf(table: string): Promise<string | undefined> {
		const { data } = await this.rest.request<{ data: Array<{ id: string; name: string }> }>('GET', this.path);
		return data.find(({ name }) => name === table)?.id;
	}

	private async of(table: string): Promise<string> {
		return `${this.path}/${await this.idOf(table)}`;
	}
}
