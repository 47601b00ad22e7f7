import type { IDataObject } from 'n8n-workflow';

/** Marks an item as sample data, right after its summary. */
export function asSample(json: IDataObject): IDataObject {
	const { summary, ...others } = json;
	return { ...(summary === undefined ? {} : { summary }), sample: true, ...others };
}
