import {
	NodeHelpers,
	type IDataObject,
	type INode,
	type INodeParameters,
	type INodeProperties,
	type INodePropertyCollection,
	type INodePropertyOptions,
	type INodeTypeDescription,
} from 'n8n-workflow';

import { clock } from '../../../nodes/shared/host/clock';
import type { Control } from '../../../sandbox';
import { FASTER } from '../client/time';

/** A parameter, or a member of a collection, by its place: `limit`, `options.timeLimit`, `pollTimes.item.0.mode`. */
export interface Setting {
	path: string;
	field: INodeProperties;
}

const isForAgents = ({ displayOptions }: INodeProperties): boolean =>
	displayOptions?.show?.['@tool'] !== undefined;

const isText = ({ type }: INodeProperties): boolean => type === 'notice' || type === 'hidden';

/** Every place below `fields` in which a person can enter something. */
export function settingsIn(fields: INodeProperties[], prefix = ''): Setting[] {
	const own = fields.filter((field) => !isForAgents(field) && !isText(field));
	const found = own.flatMap((field): Setting[] => {
		const path = `${prefix}${field.name}`;
		if (field.type === 'collection') return settingsIn(field.options as INodeProperties[], `${path}.`);
		if (field.type === 'fixedCollection')
			return (field.options as INodePropertyCollection[]).flatMap(({ name, values }) =>
				settingsIn(values, `${path}.${name}.0.`),
			);
		return [{ path, field }];
	});
	return [...new Map(found.map((setting) => [setting.path, setting])).values()];
}

/** What a list or a switch offers besides its default. A filter also matters with its default, as it was added. */
export function choicesOf({ path, field }: Setting): unknown[] | undefined {
	const isAdded = path.startsWith('filters.');
	if (field.type === 'boolean') return [!field.default];
	if (field.type !== 'options' && field.type !== 'multiOptions') return undefined;
	const values = ((field.options ?? []) as INodePropertyOptions[]).map(({ value }) => value);
	if (values.length === 0) return undefined;
	if (field.type === 'multiOptions') return values.map((value) => [value]);
	return isAdded ? values : values.filter((value) => value !== field.default);
}

/** The runs in which a setting may count or not: with no other choice, and with each choice of every other setting that decides. */
export function modesOf(
	settings: Setting[],
	{ path }: Setting,
	isLeftOut: (path: string) => boolean = () => false,
): IDataObject[] {
	const deciding = settings.filter(
		(each) =>
			!each.path.includes('.') &&
			['options', 'boolean'].includes(each.field.type) &&
			each.path !== path &&
			!isLeftOut(each.path),
	);
	return [
		{},
		...deciding.flatMap((each) =>
			(choicesOf(each) ?? []).map((value) => ({ [each.path]: value }) as IDataObject),
		),
	];
}

const indexOf = (name: string): number | undefined => (/^\d+$/.test(name) ? Number(name) : undefined);

type Branch = Record<string | number, unknown>;

/** A copy of the parameters with the value at the path; without it if it's undefined. */
export function put(parameters: IDataObject, path: string, value: unknown): IDataObject {
	const copy = structuredClone(parameters);
	const names = path.split('.');
	let branch = copy as Branch;
	for (const [index, name] of names.slice(0, -1).entries()) {
		branch[name] ??= indexOf(names[index + 1] ?? '') === undefined ? {} : [];
		branch = branch[name] as Branch;
	}
	const last = names.at(-1) ?? '';
	if (value === undefined) delete branch[last];
	else branch[last] = value;
	return copy;
}

const at = (parameters: unknown, path: string): unknown =>
	path.split('.').reduce<unknown>((value, name) => Object(value ?? {})[name] as unknown, parameters);

/** Whether n8n passes the setting to a node with these parameters: it leaves out what the editor doesn't show. */
export function isShown(description: INodeTypeDescription, parameters: IDataObject, path: string): boolean {
	const node = { typeVersion: 1, type: description.name } as INode;
	const passed = NodeHelpers.getNodeParameters(
		description.properties,
		parameters as INodeParameters,
		true,
		false,
		node,
		description,
	);
	return at(passed, path) !== undefined;
}

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;
const MOMENT = /\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)?/g;

const KEY = /(?<![0-9a-f])[0-9a-f]{32}(?![0-9a-f])/g;
const TAG = /(?:n8n_create_tag[\\":]+|webhook_url=)[0-9a-f.]+/g;
const CURSOR = /eyJ[\w-]+/g;
const DURATION = /in [\d.]+ seconds?/g;
const HOST = /(?:localhost|127\.0\.0\.1):\d+/g;

/** A run's trace without what differs from run to run. */
export const traceOf = (value: unknown): string =>
	JSON.stringify(value)
		.replace(UUID, 'ID')
		.replace(MOMENT, 'TIME')
		.replace(KEY, 'KEY')
		.replace(TAG, 'TAG')
		.replace(CURSOR, 'CURSOR')
		.replace(DURATION, 'DURATION')
		.replace(HOST, 'HOST');

/** The requests so far, each once: how often one is repeated depends on the machine. */
export const requestsIn = (control: Control): string[] =>
	[
		...new Set(
			control
				.log()
				.map(({ method, path, query, requestBody }) => traceOf([method, path, query, requestBody])),
		),
	].sort();

/** Waits take hardly any time in the tests of this file: once one is over, the process's time has passed. */
export function shortWaits(): void {
	const { sleep, now } = clock;
	let ahead = 0;
	beforeEach(() => {
		jest.spyOn(clock, 'now').mockImplementation(() => now() + ahead);
		jest.spyOn(clock, 'sleep').mockImplementation(async (milliseconds, alarm) => {
			const until = now() + ahead + milliseconds;
			await sleep(milliseconds / FASTER, alarm);
			if (!alarm?.isAborted) ahead = Math.max(ahead, until - now());
		});
	});
	afterEach(() => jest.restoreAllMocks());
}

/** Runs that were looked at already, by what they were given. Each is made twice, so that what differs is the setting's doing. */
export class Traces {
	private readonly known = new Map<string, Promise<string>>();

	async once(key: string, run: () => Promise<string>): Promise<string> {
		const known = this.known.get(key);
		if (known !== undefined) return await known;
		const first = run();
		this.known.set(key, first);
		const trace = await first;
		expect(await run()).toBe(trace);
		return trace;
	}
}
