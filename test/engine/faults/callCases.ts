import type { IDataObject } from 'n8n-workflow';

import type { Control, DeepPartial, Settings } from '../../../sandbox';
import type { FaultCase } from './faultCases';

/** What a run did, as the service and the user see it. */
export interface Counts {
	/** Radars that were created, or deactivated. */
	radars: number;
	charges: number;
	/** Items at the success output. */
	items: number;
	/** Items at the error output. */
	errors: number;
	/** Charges that no item and no error names. */
	untold: number;
}

/** A call of the action node, and what is to come of it under a fault. */
export interface CallCase {
	name: string;
	parameters: IDataObject;
	/** Makes what the call needs, and gives its input items. */
	prepare(control: Control): IDataObject[];
	/** Which request the fault hits. */
	method: string;
	path: string;
	settings?: DeepPartial<Settings>;
	/** How many radars are other than `prepare` left them. */
	radars(control: Control): number;
	/** Null where the API rules the fault out. */
	expected(fault: FaultCase): Counts | null;
}

const BULK_SIZE = 3;

const succeeds = (count: number, charges: number, radars = count): Counts => ({
	radars,
	charges,
	items: count,
	errors: 0,
	untold: 0,
});

const fails = (count: number, charges = 0, radars = charges): Counts => ({
	radars,
	charges,
	items: 0,
	errors: count,
	untold: 0,
});

/** After an open outcome the radar is looked for, and created again if it isn't there; after a strange answer, not. */
function created(fault: FaultCase): Counts {
	const isOver = fault.always || fault.meaning === 'strange';
	return fault.meaning === 'refused' || (isOver && !fault.done) ? fails(1) : succeeds(1, 1);
}

/** After an open outcome nothing is sent again: the radars are found, or the errors say that it is open. */
function submitted(fault: FaultCase): Counts {
	if (fault.meaning === 'right' || (fault.done && !fault.isTooLate)) return succeeds(BULK_SIZE, BULK_SIZE);
	if (fault.meaning === 'notDone' && !fault.always) return succeeds(BULK_SIZE, BULK_SIZE);
	return fails(BULK_SIZE, fault.done ? BULK_SIZE : 0);
}

/** Nothing is sent again but what was surely not charged (docs/contributing/api.md, Reveal). */
function lookedUp({ meaning, always, done }: FaultCase): Counts | null {
	if (meaning === 'internal' && done) return null;
	if (meaning === 'right') return succeeds(1, 1, 0);
	if ((meaning === 'notDone' || meaning === 'internal') && !always) return succeeds(1, 1, 0);
	return fails(1, done ? 1 : 0, 0);
}

/** What does no harm is sent again. */
const isRepeated = ({ meaning, repeated, always }: FaultCase): boolean =>
	meaning !== 'refused' && repeated && !always;

const deactivated =
	(count: number) =>
	(fault: FaultCase): Counts =>
		fault.meaning === 'right' || isRepeated(fault)
			? succeeds(count, 0)
			: fails(count, 0, fault.done ? count : 0);

const read = (fault: FaultCase): Counts =>
	fault.meaning === 'right' || isRepeated(fault) ? succeeds(1, 0, 0) : fails(1);

const all = (control: Control): number => control.radars().length;

const inactive = (control: Control): number =>
	control.radars().filter(({ radar_status }) => radar_status === 'inactive').length;

const none = (): number => 0;

const byId = { __rl: true, mode: 'id', value: '={{ $json.radar_id }}' };

const seeded =
	(count: number) =>
	(control: Control): IDataObject[] => {
		control.seed({ radars: count, updates: count });
		// Months that are due by now are charged before the run.
		control.clock();
		return control.radars().map(({ radar_id }) => ({ radar_id }));
	};

const definition = { radarType: 'company_mentions', domain: '={{ $json.domain }}' };

const domains = (count: number) => (): IDataObject[] =>
	Array.from({ length: count }, (_, index) => ({ domain: `company${index}.example.org` }));

const create: CallCase = {
	name: 'Radar: Create',
	parameters: { resource: 'radar', operation: 'create', ...definition },
	prepare: domains(1),
	method: 'POST',
	path: '/v1/radars',
	radars: all,
	expected: created,
};

const whereDuplicatesAreEnabled = (call: CallCase): CallCase => ({
	...call,
	name: `${call.name}, duplicates enabled`,
	settings: { account: { duplicatesEnabled: true } },
	expected: (fault) => {
		const expected = call.expected(fault);
		// Meanwhile, the radar has been created again.
		return call === create && expected && fault.isTooLate
			? { ...expected, radars: 2, charges: 2, untold: 1 }
			: expected;
	},
});

const reading = (name: string, parameters: IDataObject, path: string): CallCase => ({
	name,
	parameters,
	method: 'GET',
	path,
	prepare: seeded(1),
	radars: none,
	expected: read,
});

const bulk: CallCase = {
	...create,
	name: 'Radars in Bulk: Create',
	parameters: { resource: 'bulkRequest', operation: 'create', radarsFrom: 'fields', ...definition },
	prepare: domains(BULK_SIZE),
	path: '/v1/radars/bulk',
	expected: submitted,
};

/** Every call that pays or writes, and some that read. */
export const CALL_CASES: CallCase[] = [
	create,
	whereDuplicatesAreEnabled(create),
	bulk,
	whereDuplicatesAreEnabled(bulk),
	{
		name: 'Company: Reveal',
		parameters: { resource: 'company', operation: 'reveal', ipAddress: '9.9.9.9' },
		prepare: () => [{}],
		method: 'POST',
		path: '/v1/company-reveal',
		radars: none,
		expected: lookedUp,
	},
	{
		name: 'Radar: Deactivate',
		parameters: { resource: 'radar', operation: 'deactivate', radarId: byId },
		method: 'DELETE',
		path: '/v1/radars/*',
		prepare: seeded(1),
		radars: inactive,
		expected: deactivated(1),
	},
	{
		name: 'Radars in Bulk: Deactivate',
		parameters: { resource: 'bulkRequest', operation: 'deactivate', radarId: byId },
		method: 'DELETE',
		path: '/v1/radars/bulk',
		prepare: seeded(BULK_SIZE),
		radars: inactive,
		expected: deactivated(BULK_SIZE),
	},
	reading('Account: Get Summary', { resource: 'account', operation: 'getSummary' }, '/v1/account'),
	reading('Radar: Get', { resource: 'radar', operation: 'get', radarId: byId }, '/v1/radars/*'),
	reading('Radar: Get Many', { resource: 'radar', operation: 'getMany' }, '/v1/radars'),
	reading('Radar Update: Get Many', { resource: 'update', operation: 'getMany' }, '/v1/updates'),
];
