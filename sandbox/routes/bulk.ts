import { envelopeOf, Refusal, refusals, success, type Answer } from '../answers';
import { bulkCounts, customFieldsOf, runBulkRequest } from '../bulk';
import { schemaIssues } from '../document/validator';
import { timestamp } from '../rules/timestamp';
import { isUuid, UUID_REASON } from '../rules/uuid';
import type { BulkRequest } from '../state/bulkRequest';
import type { Issue, Json } from '../types';
import type { World } from '../world';
import { deactivate } from './radars';
import { bodyOf, type Call, type Routes } from './route';

const DOCUMENTED_FIELD = 'radar_ids';

/** The API operations `createRadarsInBulk`, `deactivateRadarsInBulk` and `getBulkResults`. */
export const bulkRoutes: Routes = {
	createRadarsInBulk: { needs: 'write', run: submit },
	deactivateRadarsInBulk: { needs: 'write', bodyIssues: deactivateIssues, run: deactivateAll },
	getBulkResults: { needs: null, run: results },
};

function submit(call: Call): Answer {
	const { world, account } = call;
	const { radars, webhook_url: webhookUrl = null } = bodyOf(call) as { radars: Json[]; webhook_url?: string };
	const bulkId = world.ids.next('bulk');
	const request: BulkRequest = { bulkId, webhookUrl, items: radars, events: [], completed: false };
	account.bulkRequests.set(bulkId, request);
	void world.tasks.track(runBulkRequest(world, account, request));
	const body = {
		status: 'success',
		code: 202,
		message: 'Bulk request accepted',
		bulk_id: bulkId,
		summary: { total: radars.length },
		timestamp: timestamp(world.clock.now()),
	};
	return { status: 202, headers: {}, body };
}

/** The field that the API leaves open goes by the name in the settings. */
function deactivateIssues(world: World, body: unknown): Issue[] {
	const { deactivateField: name } = world.settings().bulk;
	const documented = name === DOCUMENTED_FIELD ? body : { [DOCUMENTED_FIELD]: (body as Json | null)?.[name] };
	const issues = schemaIssues('BulkDeactivateRequest', documented);
	return issues.map(({ field, reason }) => ({ field: field.replace(DOCUMENTED_FIELD, name), reason }));
}

function deactivateAll(call: Call): Answer {
	const { deactivateField, resultsField } = call.world.settings().bulk;
	const ids = bodyOf(call)[deactivateField] as string[];
	const results = ids.map((id) => ({ radar_id: id, ...resultOf(call, id) }));
	return success(200, 'Bulk deactivation finished', call.world.clock.now(), { [resultsField]: results });
}

function resultOf(call: Call, radarId: string): object {
	try {
		return deactivate(call, radarId).body;
	} catch (error) {
		if (!(error instanceof Refusal)) throw error;
		return envelopeOf(error, call.world.clock.now(), call.world.ids.next('request'));
	}
}

function results({ world, account, params }: Call): Answer {
	const bulkId = params['bulk_id'] ?? '';
	if (!isUuid(bulkId)) throw refusals.invalid([{ field: 'id', reason: UUID_REASON }]);
	const request = account.bulkRequests.get(bulkId.toLowerCase());
	if (request === undefined) throw refusals.notFound('id', 'Bulk request');
	const counts = bulkCounts(request);
	const body = {
		status: request.completed ? 'completed' : 'processing',
		code: 200,
		timestamp: timestamp(world.clock.now()),
		message: 'Bulk results retrieved',
		bulk_id: bulkId,
		summary: { ...counts, processing: counts.total - counts.created - counts.failed },
		radars: request.items.map((_, index) => itemOf(request, index)),
	};
	return { status: 200, headers: {}, body };
}

function itemOf({ items, events }: BulkRequest, index: number): object {
	const custom_fields = customFieldsOf(items[index]);
	return { item_index: index, custom_fields, ...(events[index] ?? { status: 'processing' }) };
}
