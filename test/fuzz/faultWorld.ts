import type { IDataObject } from 'n8n-workflow';

import { startSandbox, type Charge, type Control } from '../../sandbox';
import { loopback } from '../../tools/shared/loopback';
import { runNode, type RunResult } from '../engine/harness';
import { FAST_SETTINGS, inStep } from '../engine/faults/fastTime';
import { untold } from '../engine/faults/untold';
import type { Schedule } from './faultSchedules';

/** What a run put out, and what it did at the service. */
export interface Observed {
	schedule: Schedule;
	items: IDataObject[];
	errors: IDataObject[];
	/** Of On Error: Stop. */
	ended: { message: string; description: string } | undefined;
	charges: Charge[];
	radars: ReturnType<Control['radars']>;
}

const domainOf = (company: number): string => `company${company}.org`;

/** The addresses 9.9.9.1 and following have matches: each lookup is charged. */
const addressOf = (number: number): string => `9.9.9.${number + 1}`;

const RADAR_TYPE = 'company_new_hires';

function parametersOf({ operation, ifRadarExists, tagCreates, retry }: Schedule): IDataObject {
	if (operation === 'reveal') {
		const options = { retry, once: false };
		return { resource: 'company', operation: 'reveal', ipAddress: '={{ $json.ip }}', options };
	}
	const definition = { group: 'company', radarType: RADAR_TYPE, domain: '={{ $json.domain }}' };
	if (operation === 'bulkSubmission') {
		return { resource: operation, operation: 'create', ...definition, ifRadarExists, options: { retry } };
	}
	return {
		resource: operation,
		operation: 'create',
		...definition,
		ifRadarExists,
		options: { retry, tagCreates },
	};
}

const inputOf = ({ operation, items }: Schedule): IDataObject[] =>
	items.map((number) => (operation === 'reveal' ? { ip: addressOf(number) } : { domain: domainOf(number) }));

const settingsOf = ({ duplicatesEnabled, latencySeconds, listDelaySeconds }: Schedule) => ({
	...FAST_SETTINGS,
	account: { duplicatesEnabled },
	latencyMs: { '*': latencySeconds * 1000 },
	radars: { listDelay: listDelaySeconds },
});

/** Made by somebody else, before the run. */
async function makeExisting(url: string, apiKey: string, { existing }: Schedule): Promise<void> {
	for (const company of existing) {
		const radar = { radar_type: RADAR_TYPE, domain: domainOf(company) };
		await loopback.post(`${url}/v1/radars`, radar, { headers: { 'x-api-key': apiKey } });
	}
}

const isError = (json: IDataObject): boolean => 'error' in json && 'details' in json;

const outputsOf = (result: RunResult): IDataObject[] => [
	...(result.ran('Success') ? result.json('Success') : []),
	...(result.ran('Error') ? result.json('Error') : []),
];

/** Runs the schedule in the engine against a sandbox of its own. */
export async function observe(schedule: Schedule): Promise<Observed> {
	const { control, baseUrl, apiKey, stop } = await startSandbox({ settings: settingsOf(schedule) });
	try {
		await makeExisting(baseUrl, apiKey, schedule);
		control.clock({ advance: schedule.existingForSeconds });
		const before = control.charges().length;
		control.addFaults(...schedule.faults);
		const result = await inStep(control, async () => {
			const run = await runNode(parametersOf(schedule), inputOf(schedule), {
				credential: { baseUrl, apiKey, requestsPerSecond: 10 },
				node: { onError: schedule.onError },
			});
			await control.idle();
			return run;
		});
		const outputs = result.error ? [] : outputsOf(result);
		const { error } = result;
		return {
			schedule,
			items: outputs.filter((json) => !isError(json)),
			errors: outputs.filter(isError),
			ended: error && { message: error.message, description: String(error.description ?? '') },
			charges: control.charges().slice(before),
			radars: control.radars(),
		};
	} finally {
		await stop();
	}
}

const countOf = <T>(list: T[], wanted: T): number => list.filter((one) => one === wanted).length;

/** Charges beyond what the items asked for; each radar at most once for each item. */
function doubleCharges({ schedule, charges, radars }: Observed): string[] {
	if (schedule.operation === 'reveal')
		return charges.length > schedule.items.length ? [`${charges.length} lookups were charged`] : [];
	const domains = charges.map(({ radar_id: id }) => radars.find(({ radar_id }) => radar_id === id)?.domain);
	return [...new Set(schedule.items)].flatMap((company) => {
		const paid = countOf(domains, domainOf(company));
		const wanted = countOf(schedule.items, company);
		return paid > wanted ? [`${paid} radars of ${domainOf(company)} were charged for ${wanted} items`] : [];
	});
}

/** Charges that neither an item nor an error tells of. */
function lostCharges({ items, errors, ended, charges }: Observed): string[] {
	return untold(charges, { items, errors, ended }).map(({ radar_id: id }) => `untold: ${id ?? 'a lookup'}`);
}

/** Items that claim a radar which the service does not have, or one that another item claims. */
function wrongClaims({ schedule, items, radars }: Observed): string[] {
	if (schedule.operation === 'reveal') return [];
	const ids = items.flatMap(({ radar_id }) => (typeof radar_id === 'string' ? [radar_id] : []));
	const unknown = ids.filter((id) => !radars.some(({ radar_id }) => radar_id === id));
	const created = items.flatMap(({ already_existed, radar_id }) =>
		already_existed === false ? [radar_id] : [],
	);
	const shared = created.filter((id, index) => created.indexOf(id) !== index);
	return [
		...unknown.map((id) => `no such radar: ${id}`),
		...shared.map((id) => `claimed twice: ${String(id)}`),
	];
}

/** Items without an outcome, and errors without words. */
function unclear({ schedule, items, errors, ended }: Observed): string[] {
	if (ended) {
		const stops = schedule.onError === 'stopWorkflow';
		return stops && ended.message !== '' && ended.description !== '' ? [] : [`ended: ${ended.message}`];
	}
	const outcomes = items.length + errors.length;
	return [
		...(outcomes === schedule.items.length ? [] : [`${outcomes} outcomes of ${schedule.items.length} items`]),
		...errors.filter(({ error, message }) => !error || !message).map(() => 'an error without words'),
	];
}

/** Everything that must never be. */
export const violations = (observed: Observed): string[] =>
	[doubleCharges, lostCharges, wrongClaims, unclear].flatMap((rule) => rule(observed));
