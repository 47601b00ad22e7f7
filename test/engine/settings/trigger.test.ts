import type { IDataObject } from 'n8n-workflow';

import { CompanyRadarTrigger } from '../../../nodes/CompanyRadarTrigger/CompanyRadarTrigger.node';
import { TRIGGER, TriggerTest, type TriggerHost } from '../trigger/support';
import { CASES as RADAR_CASES } from './actionCases';
import { choicesOf, isShown, modesOf, put, requestsIn, settingsIn, Traces, traceOf } from './settings';

const test = new TriggerTest();

const { description } = new CompanyRadarTrigger();
const SETTINGS = settingsIn(description.properties);

const ROW = 'radarsToCreate.radar.0.';

interface Case {
	/** Lists and switches need none: each choice is tried. */
	value?: unknown;
	/** Further parameters of both runs. */
	with?: IDataObject;
	/** The account has this many updates of the last hours. */
	updates?: number;
}

const CREATE = {
	delivery: 'webhook',
	radars: 'create',
	radarsToCreate: { radar: [{ radarType: 'company_new_hires', domain: 'w3.org' }] },
};
const RADARS = [{ radar_type: 'company_mentions', domain: 'example.com' }];
const MONITORED = 'monitored.example.com';

/** By the place of the setting. */
const CASES: Readonly<Record<string, Case>> = {
	startDate: { value: '2020-01-01T00:00:00Z', with: { startFrom: 'date' } },
	radars: { with: CREATE },
	defineRadars: { with: { ...CREATE, radarsJson: JSON.stringify(RADARS) } },
	radarsJson: { value: JSON.stringify(RADARS), with: { ...CREATE, defineRadars: 'json' } },
	'filters.domains': { value: MONITORED },
	'filters.jobTitles': { value: 'sales' },
	'filters.radarIds': { value: '6f1c9c52-4e0b-4d39-9a5e-2f6f0a6c9f01' },
	'options.alertAfterHours': { value: 1 },
	'options.allowDoubtful': { with: { filters: { domains: 'gmail.com' } } },
	'options.monthlyBudget': { value: 0, with: CREATE },
	'options.rememberedUpdates': { value: 1000, with: { startFrom: 'everything' }, updates: 1100 },
	'options.splitBulk': { with: { delivery: 'webhook', events: ['bulk_completed'] } },
};

/** Settings that change nothing in such a run, each with the reason. */
const EXCEPTIONS: Array<[setting: RegExp, reason: string]> = [[/^pollTimes/, 'n8n reads it, and polls then']];

const isException = (path: string) => EXCEPTIONS.some(([pattern]) => pattern.test(path));

/** A row has the fields of Radar: Create, with the values that are tried there. */
function caseOf(path: string): Case {
	if (!path.startsWith(ROW)) return CASES[path] ?? {};
	const name = path.slice(ROW.length);
	const { value, with: more = {} } = RADAR_CASES[name] ?? RADAR_CASES[`options.${name}`] ?? {};
	const row = { domain: 'w3.org', keyword: 'robots', ...more, ...(more.options as IDataObject) };
	return { value, with: { ...CREATE, radarsToCreate: { radar: [row] } } };
}

const saved = async (action: Promise<unknown>): Promise<unknown> =>
	await action.catch(({ message, description: more }: Error & { description?: string }) => [message, more]);

/** Delivers findings of no radar at once; resolves with the answers. */
async function forged(host: TriggerHost, ids: number[]): Promise<unknown[]> {
	const texts = ids.map((id) => JSON.stringify({ update_id: `forged ${id}`, update_type: 'radar_finding' }));
	const answers = await Promise.all(texts.map(async (text) => await host.deliver(text)));
	await host.settled();
	return answers;
}

/** What a published workflow lives through: something for each setting. */
async function days(host: TriggerHost, updates: number): Promise<unknown[]> {
	const url = host.webhookUrl;
	const radar = { radar_type: 'company_new_hires', domain: 'own.example.com', webhook_url: url };
	const own = await test.createRadar(radar);
	for (const title of ['Head of Sales', 'Intern'])
		test.control.pushFindings({ radar_id: own, content: { title } });
	test.control.failRadar(own, 'insufficient_funds');
	await test.createInBulk(url, RADARS);
	await test.control.idle();
	await host.settled();
	const answers = await forged(host, [1, 2, 3]);
	if (updates > 0) {
		test.store.fill(2 * updates);
		answers.push(...(await forged(host, [4])));
		host.restart();
		answers.push(...(await forged(host, [1])));
	}
	test.control.clock({ advance: 61 });
	const polls = [await saved(host.poll()), await saved(host.poll())];
	test.control.addFaults({ kind: 'status', status: 403, path: '/v1/updates', count: 99 });
	for (let hour = 0; hour < 3; hour++) {
		polls.push(await saved(host.poll()));
		host.elapse(61 * 60_000);
	}
	return [answers, polls.map((poll) => Array.isArray(poll) && poll)];
}

/** Everything that the user sees, and what was sent. */
async function runOf(parameters: IDataObject, { updates = 0 }: Case): Promise<string> {
	test.service.running.renew();
	test.store.clear();
	test.control.change({ deliveries: { concurrency: 1, attempts: 1 } });
	const hires = await test.createRadar({ radar_type: 'company_new_hires', domain: MONITORED });
	test.control.pushFindings({ radar_id: hires, count: updates, content: { title: 'Intern' } });
	test.control.clock({ advance: 60 });
	test.control.pushFindings({ radar_id: hires, content: { title: 'Head of Sales' } });
	test.control.clock({ advance: 3600 });
	const host = await test.listening(parameters);
	const step = await host.executeStep();
	const published = await saved(host.activate());
	const seen = published === undefined ? await days(host, updates) : published;
	return traceOf([
		step.error?.message ?? [step.json(TRIGGER), step.hints(TRIGGER)],
		seen,
		requestsIn(test.control),
		host.executions.map((each) => traceOf(each.error?.message ?? each.json(TRIGGER))).sort(),
	]);
}

const TRIES = SETTINGS.flatMap((setting) => {
	const { path } = setting;
	const given = caseOf(path);
	const choices = choicesOf(setting);
	const modes = modesOf(
		SETTINGS,
		setting,
		(other) => other !== 'delivery' || 'delivery' in (given.with ?? {}),
	);
	return modes.flatMap((mode) => {
		const values = given.value === undefined && choices ? choices : [given.value];
		const isOther = Object.keys(mode).length > 0 || path.startsWith(ROW) || isException(path);
		const some = isOther ? values.slice(-1) : values;
		return some.map((value) => ({
			name: `${path}=${JSON.stringify(value)} with ${JSON.stringify(mode)}`,
			path,
			value,
			parameters: { ...given.with, ...mode } as IDataObject,
			given,
		}));
	});
}).filter(({ path, value, parameters }) => isShown(description, put(parameters, path, value ?? 'x'), path));

const traces = new Traces();

it.each(SETTINGS)('$path is tried', ({ path }) => {
	expect(TRIES.some((each) => each.path === path)).toBe(true);
});

it.each(TRIES)('$name', async ({ path, value, parameters, given }) => {
	const base = put(parameters, path, undefined);
	const key = JSON.stringify([base, given.updates]);
	const without = await traces.once(key, async () => await runOf(base, given));
	const isDead = (await runOf(put(parameters, path, value), given)) === without;
	expect({ isDead }).toEqual({ isDead: isException(path) });
});
