import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { startSandbox, type Control, type Fault } from '../../sandbox';
import { loopback } from '../../tools/shared/loopback';
import { FAST, fastTime, inStep, normalTime } from '../engine/faults/fastTime';
import { runNode } from '../engine/harness';
import { processedItems } from '../engine/harness/processedItems';
import { fault } from './faultSchedules';
import { alwaysInEngine, ENGINE_TIMEOUT } from './runs';

const TYPE = 'company_mentions';
const LIST = 'Target accounts';

interface History {
	/** Companies by number: monitored by somebody else, on the list at first, and on it later. */
	elsewhere: number[];
	before: number[];
	wanted: number[];
	/** Companies whose definition is another one later, and whether their radars are to be replaced. */
	edited: number[];
	replaceChanged: boolean;
	duplicatesEnabled: boolean;
	billing: 'monthly' | 'update_based';
	onError: 'stopWorkflow' | 'continueRegularOutput' | 'continueErrorOutput';
	/** Whether n8n runs a node that failed up to three times. */
	retryOnFail: boolean;
	/** What goes wrong in the execution that is to apply the list. */
	faults: Fault[];
}

const company = fc.integer({ min: 0, max: 6 });

const TARGETS = [
	{ method: 'POST', path: '/v1/radars/bulk' },
	{ method: 'DELETE', path: '/v1/radars/bulk' },
	{ method: 'GET', path: '/v1/radars/bulk/*' },
	{ method: 'GET', path: '/v1/radars' },
	{},
] as const;

const histories: fc.Arbitrary<History> = fc.record({
	elsewhere: fc.uniqueArray(company, { maxLength: 2 }),
	before: fc.uniqueArray(company, { minLength: 1, maxLength: 5 }),
	wanted: fc.uniqueArray(company, { minLength: 1, maxLength: 7 }),
	edited: fc.uniqueArray(company, { maxLength: 4 }),
	replaceChanged: fc.boolean(),
	duplicatesEnabled: fc.boolean(),
	billing: fc.constantFrom('monthly', 'update_based'),
	onError: fc.constantFrom('stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'),
	retryOnFail: fc.boolean(),
	faults: fc.array(
		fc
			.tuple(fault, fc.constantFrom(...TARGETS))
			.map(([what, target]) => ({ ...what, method: undefined, path: undefined, ...target })),
		{ maxLength: 5 },
	),
});

const domainOf = (number: number) => `company${number}.example.org`;

const parameters: IDataObject = {
	resource: 'radar',
	operation: 'syncList',
	listName: LIST,
	syncMode: 'apply',
	radarsFrom: 'fields',
	radarType: TYPE,
	domain: '={{ $json.domain }}',
	options: {
		customFields: { fields: [{ name: 'tier', value: '={{ $json.tier }}' }] },
		maximumToDeactivate: '100%',
		allowEmptyList: true,
		longestWait: 300,
		timeLimit: 20,
	},
};

const isOfList = ({ custom_fields: fields }: { custom_fields?: object }) =>
	fields !== undefined && 'n8n_list' in fields;

const nameOf = ({ domain, custom_fields: fields }: { domain?: unknown; custom_fields?: { tier?: string } }) =>
	`${String(domain)} (${fields?.tier})`;

const activeOf = (control: Control, ofList: boolean) =>
	control
		.radars()
		.filter((radar) => radar.radar_status === 'active' && isOfList(radar) === ofList)
		.map(nameOf)
		.sort();

/** How many radars of the list were ever created for each company and definition. */
const createdFor = (control: Control) => {
	const counts = new Map<string, number>();
	for (const name of control.radars().filter(isOfList).map(nameOf)) {
		counts.set(name, (counts.get(name) ?? 0) + 1);
	}
	return counts;
};

/** The radars of the list that are to be active in the end. One that is paid for may not be replaced before its month ends. */
function expectedOf({ elsewhere, before, wanted, edited, ...history }: History): string[] {
	const { replaceChanged, duplicatesEnabled, billing } = history;
	const waits = replaceChanged && !duplicatesEnabled && billing === 'monthly';
	return wanted
		.filter((number) => !elsewhere.includes(number))
		.flatMap((number) => {
			const isChanged = edited.includes(number) && before.includes(number);
			if (isChanged && waits) return [];
			const tier = edited.includes(number) && (replaceChanged || !isChanged) ? 2 : 1;
			return [nameOf({ domain: domainOf(number), custom_fields: { tier: String(tier) } })];
		})
		.sort();
}

/** What must not be after the list was applied, interrupted by faults, and applied again at once. */
async function violations(history: History, id: string): Promise<string[]> {
	const { elsewhere, before, wanted, edited, replaceChanged, duplicatesEnabled, billing } = history;
	const { onError, retryOnFail, faults } = history;
	const { control, baseUrl, apiKey, stop } = await startSandbox({
		...FAST,
		settings: { ...FAST.settings, account: { duplicatesEnabled, billing: { [TYPE]: billing } } },
	});
	try {
		const apply = async (companies: number[], isEdited: boolean, node: object = {}) => {
			const items = companies.map((number) => ({
				domain: domainOf(number),
				tier: isEdited && edited.includes(number) ? '2' : '1',
			}));
			const credential = { baseUrl, apiKey, requestsPerSecond: 10 };
			const options = { ...(parameters.options as object), replaceChanged };
			return await runNode({ ...parameters, options }, items, { credential, node: { ...node, id } });
		};
		for (const number of elsewhere) {
			const radar = { radar_type: TYPE, domain: domainOf(number) };
			await loopback.post(`${baseUrl}/v1/radars`, radar, { headers: { 'x-api-key': apiKey } });
		}
		return await inStep(control, async () => {
			await apply(before, false);
			control.addFaults(...faults);
			await apply(wanted, true, { onError, retryOnFail, maxTries: 3, waitBetweenTries: 1 });
			control.clearFaults();
			const last = await apply(wanted, true);
			const requests = control.log().length;
			const again = await apply(wanted, true);

			const expected = expectedOf(history);
			const isWaiting = expected.length < wanted.filter((number) => !elsewhere.includes(number)).length;
			const wrong: string[] = [];
			if (last.error) wrong.push(`the second run failed: ${last.error.message}`);
			if (activeOf(control, true).join() !== expected.join()) {
				wrong.push(`active: ${activeOf(control, true).join()} in place of ${expected.join()}`);
			}
			if (activeOf(control, false).length !== elsewhere.length)
				wrong.push('a radar outside the list is gone');
			for (const [name, count] of createdFor(control)) {
				if (count > 1) wrong.push(`${count} radars were created for ${name}`);
			}
			const isSteady = ({ change }: IDataObject) => change === 'keep' || change === 'changed';
			if (again.error || !again.json('Company Radar').every(isSteady)) {
				wrong.push('the third run still changes something');
			}
			if (
				!isWaiting &&
				control
					.log()
					.slice(requests)
					.some(({ method }) => method !== 'GET')
			)
				wrong.push('the third run wrote');
			return wrong;
		});
	} finally {
		await stop();
	}
}

beforeAll(async () => {
	await processedItems();
	fastTime();
});
afterAll(normalTime);

test(
	'a list that is applied again after any faults is complete, and no radar was created twice',
	async () =>
		await alwaysInEngine(histories, async (history, lane) => await violations(history, `node ${lane}`)),
	ENGINE_TIMEOUT,
);
