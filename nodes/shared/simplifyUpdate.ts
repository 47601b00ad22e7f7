import type { IDataObject } from 'n8n-workflow';

const isObject = (value: unknown): value is IDataObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * One flat object of an update of any type (docs/api.md, Events): the envelope's fields and those of `data`, then
 * `content` and, for a failure, its code and reasons. `radar_type` may stand at the top or in `data`.
 */
export function simplifyUpdate(update: object): IDataObject {
	const { data, content, custom_fields: topFields, errors, ...rest } = update as IDataObject;
	const radar = isObject(data) ? data : {};
	const failure = rest.update_type === 'radar_failure';
	return {
		update_id: rest.update_id,
		update_type: rest.update_type,
		discovered_at: rest.discovered_at ?? rest.completed_at,
		...(rest.record_id == null ? {} : { record_id: rest.record_id }),
		radar_id: radar.radar_id,
		radar_type: rest.radar_type ?? radar.radar_type,
		domain: radar.domain,
		custom_fields: radar.custom_fields ?? topFields ?? {},
		...(rest.bulk_id === undefined ? {} : { bulk_id: rest.bulk_id, item_index: rest.item_index }),
		...(isObject(content) ? { content } : {}),
		...(failure
			? { code: rest.code, message: rest.message, errors, refund_amount_usd: rest.refund_amount_usd }
			: {}),
		...(rest.radars === undefined ? {} : { summary: rest.summary, radars: rest.radars }),
	};
}
