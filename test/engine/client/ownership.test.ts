import { RadarApiError } from '../../../nodes/shared/client';
import { AbortGroup, clock } from '../../../nodes/shared/concurrency/clock';
import { loopback } from '../../../tools/shared/loopback';
import { until } from '../../../tools/shared/until';
import { useSandbox } from '../support/sandbox';
import { serviceFor } from './service';
import { fasterWaits } from './time';

const sandbox = useSandbox({ settings: { account: { duplicatesEnabled: true } } });
fasterWaits();

const CREATE = { method: 'POST', path: '/v1/radars' };
const CREATE_BULK = { method: 'POST', path: '/v1/radars/bulk' };
const LIST = { method: 'GET', path: '/v1/radars' };

let serial = 0;

/** Each test has a company of its own: what it leaves open is no concern of the others. */
const aDefinition = () => ({ radar_type: 'company_mentions', domain: `company${serial++}.org` });

const run = async (executionId: string) => await serviceFor({ credential: sandbox.credential, executionId });

const outcomeOf = async (creating: Promise<{ radar_id: string }>) =>
	await creating.then(
		({ radar_id: id }) => id,
		(error: RadarApiError) => error,
	);

const ids = () => sandbox.control.radars().map(({ radar_id }) => radar_id);

test('a run does not take the radar of another run of this process for its own', async () => {
	const definition = aDefinition();
	const { radar_id: first } = await (await run('1')).createRadar(definition);
	sandbox.control.addFaults({ ...CREATE, kind: 'cut' });
	const { radar_id: second } = await (await run('2')).createRadar(definition);
	expect(second).not.toBe(first);
	expect(ids()).toHaveLength(2);
});

test('two runs whose creates are interrupted at once never claim the same radar', async () => {
	const definition = aDefinition();
	sandbox.control.addFaults({ ...CREATE, kind: 'timeout', effect: 'done', count: 2 });
	const runs = await Promise.all([run('1'), run('2')]);
	const radars = await Promise.all(runs.map(async (one) => await one.createRadar(definition)));
	expect(new Set(radars.map(({ radar_id: id }) => id)).size).toBe(2);
	expect(ids()).toHaveLength(2);
});

test('a radar that may also come from a run whose outcome stayed unknown is named, not claimed', async () => {
	const definition = aDefinition();
	sandbox.control.addFaults(
		{ ...CREATE, kind: 'cut', effect: 'done' },
		{ ...LIST, kind: 'status', status: 500, count: 9 },
		{ ...CREATE, kind: 'cut' },
	);
	expect(await outcomeOf((await run('1')).createRadar(definition))).toMatchObject({
		failure: { outcome: 'unknown' },
	});
	const second = await outcomeOf((await run('2')).createRadar(definition));
	expect(second).toMatchObject({
		failure: { outcome: 'unknown', candidates: [{ itemIndex: 0, radarIds: ids() }] },
	});
	expect(ids()).toHaveLength(1);
});

test('a radar of a bulk request is not taken for that of a create', async () => {
	const definition = aDefinition();
	const one = await run('1');
	const { bulk_id: bulkId } = await one.createBulk({ radars: [definition] });
	await sandbox.control.idle();
	await one.getBulk(bulkId);
	sandbox.control.addFaults({ ...CREATE, kind: 'cut' });
	const { radar_id: created } = await (await run('2')).createRadar(definition);
	expect(ids()).toHaveLength(2);
	expect(ids().filter((id) => id !== created)).toHaveLength(1);
});

test('a radar of a bulk request that is not answered yet is named, not claimed', async () => {
	const definition = aDefinition();
	jest.spyOn(clock, 'deadline').mockImplementation(() => new AbortGroup());
	sandbox.control.addFaults({ ...CREATE_BULK, kind: 'slow', seconds: 2 }, { ...CREATE, kind: 'cut' });
	const bulk = (await run('1')).createBulk({ radars: [definition] });
	await until('the radar of the bulk request is there', () => ids().length === 1);
	const result = await outcomeOf((await run('2')).createRadar(definition));
	expect(result).toMatchObject({
		failure: { outcome: 'unknown', candidates: [{ itemIndex: 0, radarIds: ids() }] },
	});
	await bulk;
	expect(ids()).toHaveLength(1);
});

test('a radar that another process created shortly before is named, not claimed', async () => {
	const definition = aDefinition();
	const { baseUrl, apiKey } = sandbox.running;
	await loopback.post(`${baseUrl}/v1/radars`, definition, { headers: { 'x-api-key': apiKey } });
	sandbox.control.clock({ advance: 60 });
	sandbox.control.addFaults({ ...CREATE, kind: 'cut' });
	const result = await outcomeOf((await run('1')).createRadar(definition));
	expect(result).toMatchObject({
		failure: { outcome: 'unknown', candidates: [{ itemIndex: 0, radarIds: ids() }] },
	});
	expect(ids()).toHaveLength(1);
});

describe('After a bulk request that made nothing', () => {
	test('a create of the same target knows its own radar', async () => {
		const definition = aDefinition();
		sandbox.control.addFaults(
			{ ...CREATE_BULK, kind: 'status', status: 400 },
			{ ...CREATE, kind: 'cut', effect: 'done' },
		);
		await outcomeOf((await run('1')).createBulk({ radars: [definition] }) as never);
		const result = await outcomeOf((await run('2')).createRadar(definition));
		expect(ids()).toEqual([result]);
	});

	test('a radar of an earlier create whose outcome stayed unknown is still named, not claimed', async () => {
		const definition = aDefinition();
		sandbox.control.addFaults(
			{ ...CREATE, kind: 'cut', effect: 'done' },
			{ ...LIST, kind: 'status', status: 500, count: 9 },
			{ ...CREATE_BULK, kind: 'status', status: 400 },
			{ ...CREATE, kind: 'cut' },
		);
		await outcomeOf((await run('1')).createRadar(definition));
		await outcomeOf((await run('2')).createBulk({ radars: [definition] }) as never);
		expect(await outcomeOf((await run('3')).createRadar(definition))).toMatchObject({
			failure: { outcome: 'unknown' },
		});
	});
});
