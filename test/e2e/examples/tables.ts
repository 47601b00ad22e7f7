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

	async rows(table: string): Promise<Row[]> {
		const { data } = await this.rest.request<{ data: Row[] }>('GET', `${await this.of(table)}/rows`);
		return data;
	}

	private async of(table: string): Promise<string> {
		const { data } = await this.rest.request<{ data: Array<{ id: string; name: string }> }>('GET', this.path);
		return `${this.path}/${data.find(({ name }) => name === table)?.id}`;
	}
}
