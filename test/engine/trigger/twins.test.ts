import type { IDataObject } from 'n8n-workflow';

import { TYPE } from '../harness/triggerHost';
import { TRIGGER, TriggerTest } from './support';

const test = new TriggerTest();

afterEach(() => jest.restoreAllMocks());

const twin = (parameters: IDataObject, more: IDataObject = {}) =>
	({
		id: 'twin',
		name: 'Twin',
		type: TYPE,
		typeVersion: 1,
		position: [0, 200],
		credentials: { companyRadarApi: { id: '1', name: 'Company Radar' } },
		parameters,
		...more,
	}) as never;

const HIRES = { events: ['company_new_hires'] };
const MOVES = { events: ['contact_job_changes'] };
const FILTERED = { filters: { domains: 'w3.org' } };
const POLLING = { delivery: 'polling' };
const WEBHOOK = { delivery: 'webhook' };

it.each<[string, IDataObject, unknown, boolean]>([
	['both poll', POLLING, twin(POLLING), true],
	['one polls', { ...WEBHOOK, radars: 'elsewhere' }, twin(POLLING), true],
	['one gets any finding', { ...POLLING, ...HIRES }, twin({ ...POLLING, events: ['radar_finding'] }), true],
	['one has a filter', { ...POLLING, ...FILTERED }, twin(POLLING), true],
	['none polls', { ...WEBHOOK, radars: 'elsewhere' }, twin({ ...WEBHOOK, radars: 'elsewhere' }), false],
	['their events differ', { ...POLLING, ...HIRES }, twin({ ...POLLING, ...MOVES }), false],
	['each has a filter', { ...POLLING, ...FILTERED }, twin({ ...POLLING, ...FILTERED }), false],
	['one is deactivated', POLLING, twin(POLLING, { disabled: true }), false],
	[
		'their accounts differ',
		POLLING,
		twin(POLLING, { credentials: { companyRadarApi: { id: '2', name: 'Other' } } }),
		false,
	],
])('two triggers of a workflow, %s', async (_, parameters, other, isSaid) => {
	const host = test.host(parameters, {}, { otherNodes: [other as never] });
	await host.listen();
	const said = `'Twin' in this workflow gets the same updates, so every message comes twice.`;
	expect((await host.executeStep()).hints(TRIGGER).join().includes(said)).toBe(isSaid);
	const warn = jest.spyOn(host.logger, 'warn').mockReturnValue();
	await host.activate();
	expect(warn.mock.calls.join().includes(said)).toBe(isSaid);
	warn.mockClear();
	host.restart();
	await host.activate('init');
	expect(warn).not.toHaveBeenCalled();
});
