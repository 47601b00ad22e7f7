import type { IDataObject, INode } from 'n8n-workflow';

import { CompanyRadar } from '../../../nodes/CompanyRadar/CompanyRadar.node';
import { RESOURCES } from '../../../nodes/CompanyRadar/operations';
import type { RadarDefinition } from '../../../sandbox/types';
import { useSandbox, type TestService } from '../support/sandbox';
import { CASES, EXCEPTIONS, type Case, type Helper } from './actionCases';
import {
	choicesOf,
	isShown,
	modesOf,
	requestsIn,
	put,
	settingsIn,
	shortWaits,
	Traces,
	traceOf,
	type Setting,
} from './settings';

let service: TestService;

const { description } = new CompanyRadar();

const OPERATIONS = RESOURCES.flatMap((resource) =>
	resource.operations.map((operation) => ({
		name: `${resource.value}.${operation.value}`,
		selected: { resource: resource.value, operation: operation.value },
		settings: settingsIn(operation.fields),
	})),
);

type Operation = (typeof OPERATIONS)[number];

const OF_RADAR = ['radarType', 'filterBy'];

interface Try {
	name: string;
	operation: Operation;
	setting: Setting;
	value: unknown;
	/** Another choice that is made in both runs. */
	mode: IDataObject;
	given: Case;
}

const caseOf = ({ name }: Operation, path: string): Case => CASES[`${name} ${path}`] ?? CASES[path] ?? {};

/** They have the form of Radar: Create, whose lists and types are tried there. */
export const LISTS = ['radar.syncList', 'bulkRequest.create'];

const isRepeated = (name: string): boolean => LISTS.includes(name);

/** Options are the same for every radar. */
const modesFor = ({ name, settings }: Operation, setting: Setting): IDataObject[] =>
	modesOf(
		settings,
		setting,
		(path) => OF_RADAR.includes(path) && (isRepeated(name) || setting.path.startsWith('options.')),
	);

const inWords = (value: unknown): string =>
	typeof value === 'object' ? JSON.stringify(value) : String(value);

function triesOf(operation: Operation): Try[] {
	return operation.settings.flatMap((setting) => {
		const given = caseOf(operation, setting.path);
		// What needs other settings must be hidden, refused or noted without them.
		const alone: Case = { ...given, with: undefined };
		return [
			...triesWith(operation, setting, given),
			...(given.with ? triesWith(operation, setting, alone) : []),
		];
	});
}

function triesWith(operation: Operation, setting: Setting, given: Case): Try[] {
	const isAlone = 'with' in given && !given.with;
	const choices = choicesOf(setting);
	const values = given.value === undefined && choices ? choices : [given.value];
	return (isAlone ? [{}] : modesFor(operation, setting)).flatMap((mode: IDataObject) => {
		const isOther = Object.keys(mode).length > 0 || isRepeated(operation.name);
		const some = isOther && values.length > 3 ? values.slice(-1) : values;
		return some.map((value) => {
			const isNamed = choices !== undefined && values.length > 1;
			const [[key, chosen] = []] = Object.entries(mode);
			const name = `${operation.name} ${setting.path}${isNamed ? `=${inWords(value)}` : ''}${key ? ` with ${key}=${inWords(chosen)}` : ''}${isAlone ? ' alone' : ''}`;
			return { name, operation, setting, value, mode, given };
		});
	});
}

const NEEDED: Record<string, IDataObject> = {
	company: { domain: 'w3.org' },
	contact: { domain: 'w3.org', profileUrl: 'https://profiles.example.com/in/ada' },
	industry: { keyword: 'industrial robots' },
};

/** Valid values in what the operation needs. */
function neededBy({ selected, name }: Operation, given: Case, parameters: IDataObject): IDataObject {
	const [first] = service.control.radars();
	const radar: IDataObject = { radar_type: 'company_new_hires', domain: given.domain ?? 'w3.org' };
	const group = String(parameters.radarType ?? 'company').split('_')[0] ?? '';
	const titles: IDataObject =
		parameters.filterBy === 'expression' ? { jobTitles: 'sales' } : { titlesNoneOf: 'intern' };
	const definition = {
		...NEEDED[group],
		...(given.domain && group === 'company' ? { domain: given.domain } : {}),
		...(parameters.filterBy && parameters.filterBy !== 'none' ? titles : {}),
		radars: JSON.stringify([radar]),
	};
	const byOperation: Record<string, IDataObject> = {
		'company.reveal': { ipAddress: '8.8.8.13' },
		'radar.create': definition,
		'radar.syncList': { ...definition, listName: 'Target accounts' },
		'bulkRequest.create': definition,
		'bulkRequest.getResults': { bulkId: '6f1c9c52-4e0b-4d39-9a5e-2f6f0a6c9f01' },
		'titleFilter.previewMatches': { expression: 'sales' },
	};
	const locator = { radarId: { __rl: true, mode: 'id', value: first?.radar_id } };
	return { ...selected, ...(byOperation[name] ?? (first ? locator : {})) };
}

const helper: Helper = {
	get control() {
		return service.control;
	},
	create: async (radar: RadarDefinition) => await service.post('/v1/radars', radar),
	createInBulk: async (radars: RadarDefinition[]) => await service.post('/v1/radars/bulk', { radars }),
	run: async (parameters: IDataObject, items?: IDataObject[]) => await service.run(parameters, items),
};

/** Everything that a user of the run sees, and what was sent. */
async function runOf({ operation, setting, mode, given }: Try, value: unknown): Promise<string> {
	service.running.renew();
	const world = (await given.world?.(helper)) ?? {};
	let parameters = {
		...neededBy(operation, given, { ...given.with, ...mode }),
		...given.with,
		...mode,
		...world,
	};
	parameters = put(
		parameters,
		setting.path,
		typeof value === 'function' ? (value as (help: Helper) => unknown)(helper) : value,
	);
	const radar = { radar_type: 'company_new_hires', domain: given.domain ?? 'w3.org' };
	let items = given.items ?? [radar];
	if (parameters.syncMode === 'applyRows') {
		const plan = await service.run({ ...parameters, syncMode: 'plan' }, items).catch(() => undefined);
		items = plan && !plan.error ? plan.json('Company Radar') : items;
	}
	service.control.clearLog();
	given.now?.(helper);
	const node: Partial<INode> = { onError: 'continueErrorOutput' };
	const result = await service.run(parameters, items, { node }).catch((error: Error) => error.message);
	if (typeof result === 'string') return result;
	const requests = requestsIn(service.control);
	if (given.isBeyondTheApi) service.control.clearLog();
	if (result.error) return traceOf([requests, result.error.message, result.error.description]);
	return traceOf([
		requests,
		result.json('Company Radar'),
		result.json('Company Radar', 1),
		result.hints('Company Radar'),
	]);
}

const shownIn = ({ operation, setting, value, mode, given }: Try): boolean =>
	isShown(
		description,
		put(
			{ ...operation.selected, ...given.with, ...mode },
			setting.path,
			typeof value === 'function' ? 'x' : (value ?? 'x'),
		),
		setting.path,
	);

const TRIES = OPERATIONS.flatMap(triesOf).filter(shownIn);

/** Tries every setting of these operations, in a run where it should matter. */
export function trySettingsOf(isIncluded: (operation: string) => boolean): void {
	service = useSandbox({ settings: { unlimited: true }, balanceUsd: 1000 });
	shortWaits();
	const traces = new Traces();
	const used = new Set<string>();
	const operations = OPERATIONS.filter(({ name }) => isIncluded(name));
	const tries = TRIES.filter(({ operation }) => operations.includes(operation));

	describe.each(operations)('$name', (operation) => {
		const ofOperation = tries.filter((each) => each.operation === operation);

		test.each(operation.settings)('$path is tried', ({ path }) => {
			expect(ofOperation.some(({ setting }) => setting.path === path)).toBe(true);
		});

		test.each(ofOperation)('$name', async (each) => {
			const hasOwnWorld = Object.keys(each.given).some((key) => key !== 'with' && key !== 'value');
			const isNeeded = neededBy(operation, each.given, { ...each.given.with, ...each.mode })[
				each.setting.path
			];
			const key = JSON.stringify([operation.name, each.mode, each.given.with]);
			const path = hasOwnWorld || isNeeded ? each.setting.path : '';
			const without = await traces.once(`${key} ${path}`, async () => await runOf(each, undefined));
			const same = (await runOf(each, each.value)) === without;
			const isException = EXCEPTIONS.some(([pattern]) => pattern.test(each.name));
			expect({ isDead: same }).toEqual({ isDead: isException });
			if (isException) used.add(each.name);
		});
	});

	test('every exception is one', () => {
		const isIdle = (pattern: RegExp, names: Iterable<string>) =>
			![...names].some((name) => pattern.test(name));
		const patterns = EXCEPTIONS.map(([pattern]) => pattern);
		const ofAll = TRIES.map(({ name }) => name);
		const ofThese = tries.map(({ name }) => name);
		const idle = patterns.filter(
			(each) => isIdle(each, ofAll) || (!isIdle(each, ofThese) && isIdle(each, used)),
		);
		expect(idle).toEqual([]);
	});
}
