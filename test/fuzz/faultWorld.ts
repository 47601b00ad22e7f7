import type { IDataObject } from 'n8n-workflow';

import { startSandbox, type Charge, type Control } from '../../sandbox';
import { loopback } from '../../tools/shared/loopback';
import { runNode, type RunResult } from '../engine/harness';
import { FAST, inStep } from '../engine/faults/fastTime';
import { outputOf } from '../engine/faults/runCase';
import { untold, type Output } from '../engine/faults/untold';
import type { Execution, Schedule } from './faultSchedules';

/** What the executions put out, and what they did at the service. */
export interface Observed {
	schedule: Schedule;
	/** Of each execution. */
	outputs: Output[];
	charges: Charge[];
	radars: ReturnType<Control['radars']>;
	/** Radars that existed before. */
	existing: string[];
}

const domainOf = (company: number): string => `company${company}.example.org`;

/** The addresses 9.9.9.1 and following have matches: each lookup is charged. */
const addressOf = (number: number): string => `9.9.9.${number + 1}`;

const RADAR_TYPE = 'company_new_hires';

function parametersOf({ operation }: Execution, { ifRadarExists, retry }: Schedule): IDataObject {
	const longestWait = retry ? 600 : 0;
	if (operation === 'reveal') {
		const options = { longestWait };
		return { resource: 'company', operation: 'reveal', ipAddress: '={{ $json.ip }}', options };
	}
	const definition = { radarType: RADAR_TYPE, domain: '={{ $json.domain }}' };
	const options = { longestWait, ifRadarExists };
	return { resource: operation, operation: 'create', ...definition, options };
}

const inputOf = ({ operation, items }: Execution): IDataObject[] =>
	items.map((number) => (operation === 'reveal' ? { ip: addressOf(number) } : { domain: domainOf(number) }));

const settingsOf = ({ duplicatesEnabled, latencySeconds, listDelaySeconds }: Schedule) => ({
	...FAST.settings,
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

/** Runs the schedule in the engine against a sandbox of its own. */
export async function observe(schedule: Schedule): Promise<Observed> {
	const { control, baseUrl, apiKey, stop } = await startSandbox({ ...FAST, settings: settingsOf(schedule) });
	try {
		await makeExisting(baseUrl, apiKey, schedule);
		control.clock({ advance: schedule.existingForSeconds });
		const before = control.charges().length;
		const existing = control.radars().map(({ radar_id: id }) => id);
		control.addFaults(...schedule.faults);
		const { onError, retryOnFail, parallel } = schedule;
		const outputs = await inStep(control, async () => {
			const runs: Array<Promise<RunResult>> = [];
			for (const execution of schedule.executions) {
				const run = runNode(parametersOf(execution, schedule), inputOf(execution), {
					credential: { baseUrl, apiKey, requestsPerSecond: 10 },
					node: { onError, retryOnFail, maxTries: 3, waitBetweenTries: 1 },
				});
				runs.push(run);
				if (!parallel) await run;
			}
			const results = await Promise.all(runs);
			await control.idle();
			return results.map(outputOf);
		});
		return {
			schedule,
			outputs,
			charges: control.charges().slice(before),
			radars: control.radars(),
			existing,
		};
	} finally {
		await stop();
	}
}

/** How many items were asked for, and how many ended with an unknown outcome. */
export function tallyOf({ schedule, outputs }: Observed): { items: number; unknown: number } {
	const unknown = outputs.map(({ errors, ended }) => {
		const said = `${ended?.message} ${ended?.description}`.match(/may or may not have been/g) ?? [];
		return (
			said.length + errors.filter(({ details }) => (details as IDataObject).outcome === 'unknown').length
		);
	});
	return {
		items: schedule.executions.reduce((sum, { items }) => sum + items.length, 0),
		unknown: unknown.reduce((sum, one) => sum + one, 0),
	};
}

const countOf = <T>(list: T[], wanted: T): number => list.filter((one) => one === wanted).length;

const itemsFor = ({ executions }: Schedule, isOf: (operation: string) => boolean): number[][] =>
	executions.filter(({ operation }) => isOf(operation)).map(({ items }) => items);

/** Charges beyond what the items asked for: each radar at most once for each item, each address at most once for each execution. */
function doubleCharges({ schedule, charges, radars }: Observed): string[] {
	const lookups = charges.filter(({ kind }) => kind === 'reveal').length;
	const addresses = itemsFor(schedule, (operation) => operation === 'reveal').flatMap((items) => [
		...new Set(items),
	]);
	const companies = itemsFor(schedule, (operation) => operation !== 'reveal').flat();
	const domains = charges.map(({ radar_id: id }) => radars.find(({ radar_id }) => radar_id === id)?.domain);
	return [
		...(lookups > addresses.length
			? [`${lookups} lookups were charged for ${addresses.length} addresses`]
			: []),
		...[...new Set(companies)].flatMap((company) => {
			const paid = countOf(domains, domainOf(company));
			const wanted = countOf(companies, company);
			return paid > wanted ? [`${paid} radars of ${domainOf(company)} were charged for ${wanted} items`] : [];
		}),
	];
}

/** Charges that neither an item nor an error tells of. */
function lostCharges({ schedule, outputs, charges }: Observed): string[] {
	const left = [true, false].flatMap((isLookup) =>
		untold(
			charges.filter(({ kind }) => (kind === 'reveal') === isLookup),
			...outputs.filter((_, index) => (schedule.executions[index]?.operation === 'reveal') === isLookup),
		),
	);
	return left.map(({ radar_id: id }) => `untold: ${id ?? 'a lookup'}`);
}

/** Items that claim a radar which the service does not have, one that another item claims, or one that is older. */
function wrongClaims({ outputs, radars, existing }: Observed): string[] {
	const items = outputs.flatMap((output) => output.items);
	const ids = items.flatMap(({ radar_id }) => (typeof radar_id === 'string' ? [radar_id] : []));
	const unknown = ids.filter((id) => !radars.some(({ radar_id }) => radar_id === id));
	const created = items.flatMap(({ already_existed, radar_id }) =>
		already_existed === false ? [String(radar_id)] : [],
	);
	const shared = created.filter((id, index) => created.indexOf(id) !== index);
	return [
		...unknown.map((id) => `no such radar: ${id}`),
		...shared.map((id) => `claimed twice: ${id}`),
		...created.filter((id) => existing.includes(id)).map((id) => `existed before: ${id}`),
	];
}

/** Errors that name a radar which existed before as one that they may have created. */
const wrongCandidates = ({ outputs, existing }: Observed): string[] =>
	outputs
		.flatMap(({ errors }) => errors)
		.flatMap(({ details }) => ((details as IDataObject).candidates ?? []) as string[])
		.filter((id) => existing.includes(id))
		.map((id) => `names another's radar: ${id}`);

/** Items without an outcome, and errors without words. */
function unclear({ schedule, outputs }: Observed): string[] {
	return outputs.flatMap(({ items, errors, ended }, index) => {
		if (ended) {
			const stops = schedule.onError === 'stopWorkflow';
			return stops && ended.message !== '' && ended.description !== '' ? [] : [`ended: ${ended.message}`];
		}
		const asked = schedule.executions[index]?.items.length;
		const outcomes = items.length + errors.length;
		return [
			...(outcomes === asked ? [] : [`${outcomes} outcomes of ${asked} items`]),
			...errors.filter(({ error, message }) => !error || !message).map(() => 'an error without words'),
		];
	});
}

/** Everything that must never be. */
export const violations = (observed: Observed): string[] =>
	[doubleCharges, lostCharges, wrongClaims, wrongCandidates, unclear].flatMap((rule) => rule(observed));
