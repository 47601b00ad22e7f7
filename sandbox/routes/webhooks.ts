import type { Answer } from '../answers';
import { document } from '../document/document';
import { PROFILE_HOST } from '../findings/samples';
import { contentFor, failureOf, failureText, sourceOf, updateOf } from '../findings/updates';
import { newRadar } from '../radars';
import type { StoredRadar } from '../state/radarStore';
import type { Json, RadarType, Update } from '../types';
import type { World } from '../world';
import { bodyOf, type Call, type Routes } from './route';

const SAMPLE_DOMAIN = 'birchanalytics.example';
const SAMPLE_KEYWORD = 'supply chain';
const SAMPLE_CONTACT = {
	profile_url: `${PROFILE_HOST}/in/priya-nair`,
	custom_fields: { full_name: 'Priya Nair' },
};
const SAMPLE_REFUND_USD = 1;

/** The API operations `sendTestEvent` and `getWebhookSchema`. */
export const webhookRoutes: Routes = {
	sendTestEvent: { needs: null, run: test },
	getWebhookSchema: { needs: null, run: () => ({ status: 200, headers: {}, body: WEBHOOK_SCHEMA }) },
};

function test(call: Call): Answer {
	const { world } = call;
	const { radar_type, webhook_url, update_type } = bodyOf(call) as Partial<Record<string, string>>;
	const radar = sampleRadar(world, radar_type as RadarType);
	const payload = update_type === 'radar_failure' ? sampleFailure(world, radar) : sampleFinding(world, radar);
	if (webhook_url !== undefined) void world.tasks.track(world.deliveries.sendOnce(webhook_url, payload));
	return { status: 200, headers: {}, body: { status: 'success', code: 200, payload } };
}

/** A radar that is in no account. */
function sampleRadar(world: World, radar_type: RadarType): StoredRadar {
	const target = radar_type.startsWith('industry_') ? { keyword: SAMPLE_KEYWORD } : { domain: SAMPLE_DOMAIN };
	const contact = radar_type.startsWith('contact_') ? SAMPLE_CONTACT : {};
	const definition = { radar_type, ...target, ...contact };
	return newRadar(world.ids, definition, 'monthly', world.clock.now());
}

/** Always the same one: a new job at another company, a comment instead of a reaction. */
const SAMPLE_NUMBER = 12;

const sampleFinding = (world: World, radar: StoredRadar): Update =>
	updateOf(world, {
		at: radar.at,
		number: world.ids.number('update'),
		radar,
		content: contentFor(radar, SAMPLE_NUMBER, radar.at),
		failure: null,
	});

function sampleFailure(world: World, radar: StoredRadar): Update {
	const text = failureText('setup_failure', SAMPLE_REFUND_USD);
	const failure = failureOf(world.ids.next('update'), world.ids.next('request'), radar.at, text);
	return { ...failure, data: sourceOf(radar, true) };
}

const WEBHOOK_SCHEMA: Json = {
	$schema: 'https://json-schema.org/draft/2020-12/schema',
	title: 'Webhook payloads',
	$ref: '#/$defs/Update',
	$defs: JSON.parse(
		JSON.stringify(document.components.schemas).replaceAll('#/components/schemas/', '#/$defs/'),
	) as Json,
};
