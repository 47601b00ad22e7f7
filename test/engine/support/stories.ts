import type { IDataObject, INode, INodeExecutionData } from 'n8n-workflow';

import type { DeepPartial, Fault, Settings } from '../../../sandbox';
import type { RunResult } from '../harness';
import type { TestService } from './sandbox';
import { SYNC_LIST } from './paidOperations';

type Text = string | RegExp;

/** Items, or names such as `alder`, `alder:Sales` (with a department) and `alder#1` (with an `id`). */
type Rows = string | IDataObject[];

/** A run of the action node, what happens before it, and what it leads to. */
export interface Step {
	/** Before the run. */
	change?: DeepPartial<Settings>;
	fault?: Partial<Fault> | Array<Partial<Fault>>;
	balance?: number;
	daysLater?: number;
	/** The run: Sync List in one of its modes, or any operation by its parameters. */
	plan?: Rows;
	apply?: Rows;
	run?: IDataObject;
	items?: Rows;
	/** Parameters of the node, options and settings of it. */
	set?: IDataObject;
	options?: IDataObject;
	node?: Partial<INode>;
	/** Its rows, with what is done and the company, and their reasons. */
	gives?: string;
	why?: Text[];
	/** What the first row has, too. */
	row?: IDataObject;
	/** What all its rows have, those of the error output, and columns of the rows. */
	rows?: unknown[];
	failed?: unknown[];
	column?: Record<string, unknown[]>;
	/** The items that its rows are linked to. */
	links?: number[];
	/** The error and message of each failed row. */
	errors?: Text[];
	/** The panel in full, or parts of it and of the error that ends the run. */
	panel?: Text[];
	says?: Text | Text[];
	hides?: Text;
	fails?: Text;
	/** The account afterwards: active radars of all lists, charges so far, and writes or all requests of this run. */
	active?: string;
	charges?: number;
	writes?: number;
	requests?: number | string[];
}

/** Settings of an account on which a changed radar can be replaced at once. */
export const PER_UPDATE = { account: { billing: { company_new_hires: 'update_based' as const } } };
export const DUPLICATES = { account: { duplicatesEnabled: true } };

export const CONTINUE: Partial<INode> = { onError: 'continueRegularOutput' };
export const SPLIT: Partial<INode> = { onError: 'continueErrorOutput' };

const TYPE = 'company_new_hires';

export const domainOf = (name: string): string => `${name}.example.org`;

export const names = (count: number, from = 0): string =>
	Array.from({ length: count }, (_, index) => `company${from + index}`).join(' ');

export function itemsOf(rows: Rows): IDataObject[] {
	if (typeof rows !== 'string') return rows;
	return rows.split(' ').map((row) => {
		const [, name = '', id, department] = /^([^#:]+)(?:#([^:]+))?(?::(.+))?$/.exec(row) ?? [];
		const filter = department === undefined ? {} : { departments: [department] };
		return { radar_type: TYPE, domain: domainOf(name), ...(id === undefined ? {} : { id }), ...filter };
	});
}

const linkOf = (pairedItem: INodeExecutionData['pairedItem']) =>
	[pairedItem ?? []].flat().map((link) => (typeof link === 'object' ? link.item : link))[0];

const short = (domain: unknown) => String(domain).replace('.example.org', '');

export const changesOf = (rows: IDataObject[]): string =>
	rows.map(({ change, domain }) => `${String(change)} ${short(domain)}`).join(', ');

/** Names of the companies that are monitored. */
export const activeOf = (service: TestService): string =>
	service.control
		.radars()
		.filter(({ radar_status: status }) => status === 'active')
		.map(({ domain }) => short(domain))
		.sort()
		.join(' ');

export const writesOf = (service: TestService): number =>
	service.requests().filter((request) => !request.startsWith('GET')).length;

function parametersOf({ plan, apply, run, set, options }: Step): IDataObject {
	if (run) return { ...run, ...set, ...(options && { options: { ...(run.options as object), ...options } }) };
	const rows = String(plan ?? apply);
	const given = {
		...SYNC_LIST,
		syncMode: plan === undefined ? 'apply' : 'plan',
		...(rows.includes(':') && { departments: '={{ $json.departments }}' }),
		filterBy: 'role',
		...set,
		options: {
			...(rows.includes('#') && {
				customFields: { fields: [{ name: 'crm_id', value: '={{ $json.id }}' }] },
				keyField: 'crm_id',
			}),
			...options,
		},
	};
	// What is undefined is left out.
	return JSON.parse(JSON.stringify(given)) as IDataObject;
}

function prepare(service: TestService, { change, fault, balance, daysLater }: Step): void {
	if (change) service.control.change(change);
	if (fault) service.control.addFaults(...([fault].flat() as Fault[]));
	if (balance !== undefined) service.control.balance(balance);
	if (daysLater !== undefined) service.control.clock({ advance: daysLater * 24 * 3600 });
}

const matching = (text: Text) => (typeof text === 'string' ? text : expect.stringMatching(text));
const containing = (text: Text) =>
	typeof text === 'string' ? expect.stringContaining(text) : matching(text);

/** What the run and the account show of all that a step may name. */
function seenIn(result: RunResult, service: TestService, before: number, step: Step) {
	const { error } = result;
	const outputs = error ? [] : [0, 1].map((output) => result.json('Company Radar', output));
	const [rows = [], failed] = outputs;
	const requests = service.requests().slice(before);
	const hints = result.hints('Company Radar');
	const columns = Object.keys(step.column ?? {}).map((name) => [name, rows.map((row) => row[name] ?? null)]);
	return {
		said: [...hints, error?.message, error?.description].join('\n'),
		panel: hints,
		fails: error?.message,
		gives: changesOf(rows),
		why: rows.map(({ reason }) => reason ?? ''),
		row: rows[0],
		rows,
		failed,
		column: Object.fromEntries(columns) as unknown,
		links: error ? [] : result.items('Company Radar').map(({ pairedItem }) => linkOf(pairedItem)),
		errors: outputs.flat().flatMap(({ error, message }) => (error ? `${error} ${message}` : [])),
		active: activeOf(service),
		charges: service.control.charges().length,
		writes: requests.filter((request) => !request.startsWith('GET')).length,
		requests: typeof step.requests === 'number' ? requests.length : requests,
	};
}

const SHOWN = [
	'gives',
	'rows',
	'failed',
	'column',
	'links',
	'active',
	'charges',
	'writes',
	'requests',
] as const;

/** What a step says of these, with the texts that may be there in part. */
function wantedOf(step: Step): object {
	const { fails, why, row, errors, panel } = step;
	return {
		fails: fails === undefined ? undefined : matching(fails),
		...(why && { why: why.map(matching) }),
		...(row && { row: expect.objectContaining(row) }),
		...(errors && { errors: errors.map(containing) }),
		...(panel && { panel: panel.map(matching) }),
		...Object.fromEntries(SHOWN.filter((name) => step[name] !== undefined).map((name) => [name, step[name]])),
	};
}

/** Does what the steps say, one after the other, and compares. */
export async function tell(service: TestService, steps: Step[]): Promise<void> {
	for (const [index, step] of steps.entries()) {
		prepare(service, step);
		const before = service.requests().length;
		const items = itemsOf(step.plan ?? step.apply ?? step.items ?? [{}]);
		const result = await service.run(parametersOf(step), items, { node: step.node });
		const { said, ...seen } = seenIn(result, service, before, step);
		// The number says which step differs.
		expect({ step: index, ...seen }).toMatchObject({ step: index, ...wantedOf(step) });
		for (const text of [step.says ?? []].flat()) expect(said).toEqual(containing(text));
		if (step.hides !== undefined) expect(said).not.toMatch(step.hides);
	}
}

/** Each story as a test. */
export const storiesOf =
	(service: TestService) =>
	(stories: Record<string, Step[]>): void =>
		test.each(Object.entries(stories))('%s', async (_, steps) => await tell(service, steps));
