import { RadarApiError } from '../../../nodes/shared/client/errors/radarApiError';
import type { BulkOutcome } from '../../../nodes/shared/client/safeCreate/safeCreator';
import type { RadarDefinition } from '../../../nodes/shared/api/types';
import { useSandbox } from '../support/sandbox';
import { serviceFor } from './service';
import { fasterWaits } from './time';

const sandbox = useSandbox({ settings: { account: { duplicatesEnabled: true } } });
fasterWaits();

const CREATE = { method: 'POST', path: '/v1/radars' };
const CREATE_BULK = { method: 'POST', path: '/v1/radars/bulk' };
const LIST = { method: 'GET', path: '/v1/radars' };
const CUT = { kind: 'cut' } as const;
const LOST = { ...CUT, effect: 'done' } as const;

const definition: RadarDefinition = { radar_type: 'company_new_hires', domain: 'example.org' };
const sales: RadarDefinition = { ...definition, departments: ['Sales'] };
const design: RadarDefinition = { ...definition, departments: ['Design'] };

const run = async (executionId: string) => await serviceFor({ credential: sandbox.credential, executionId });

const errorOf = async (creating: Promise<unknown>): Promise<RadarApiError> =>
	await creating.then(
		() => {
			throw new Error('It did not fail');
		},
		(error: RadarApiError) => error,
	);

const ids = () => sandbox.control.radars().map(({ radar_id }) => radar_id);

/** The radar that a create of this definition made: the log has the body, and the tag. */
function madeBy({ departments = [] }: RadarDefinition): string[] {
	const tags = sandbox.control
		.log()
		.filter(({ method, path }) => method === 'POST' && path === CREATE.path)
		.map(({ requestBody }) => JSON.parse(requestBody) as RadarDefinition)
		.filter((body) => body.departments?.join() === departments.join())
		.map((body) => body.custom_fields?.n8n_create_tag);
	return sandbox.control
		.radars()
		.filter(({ custom_fields: fields }) => tags.includes((fields as Record<string, string>).n8n_create_tag))
		.map(({ radar_id: id }) => id);
}

test('two lost creates of one domain with other filters each get their own radar', async () => {
	sandbox.control.addFaults(
		{ ...CREATE, ...LOST, bodyIncludes: 'Sales' },
		{ ...CREATE, ...CUT, effect: 'late', lateSeconds: 0.02, bodyIncludes: 'Design' },
	);
	const one = await run('1');
	const [ofSales, ofDesign] = await Promise.all([one.createRadar(sales), one.createRadar(design)]);
	expect(madeBy(sales)).toEqual([ofSales.radar_id]);
	expect(madeBy(design)).toEqual([ofDesign.radar_id]);
	expect(sandbox.control.charges()).toHaveLength(2);
});

test('equal creates of one execution run at once, and never get the same radar', async () => {
	sandbox.control.addFaults({ ...CREATE, kind: 'timeout', effect: 'done', count: 2 }, { ...CREATE, ...CUT });
	const one = await run('1');
	const radars = await Promise.all(Array.from({ length: 4 }, async () => await one.createRadar(definition)));
	expect(new Set(radars.map(({ radar_id: id }) => id)).size).toBe(4);
	expect(ids()).toHaveLength(4);
});

test('a radar of another create is neither taken nor named, whether its outcome is known or not', async () => {
	sandbox.control.addFaults(
		{ ...CREATE, ...LOST },
		{ ...LIST, kind: 'status', status: 500, count: 9 },
		{ ...CREATE, ...CUT },
	);
	const lost = await errorOf((await run('1')).createRadar(definition));
	expect(lost.failure).toMatchObject({ outcome: 'unknown', candidates: [] });
	const [before] = ids();
	const { radar_id: second } = await (await run('2')).createRadar(definition);
	expect(ids().filter((id) => id !== before)).toEqual([second]);
});

test('a lost create and a lost bulk request of the same radar each get their own', async () => {
	sandbox.control.addFaults({ ...CREATE_BULK, ...LOST }, { ...CREATE, ...LOST });
	const [bulk, single] = await Promise.all([
		(await run('1')).createBulk({ radars: [sales, design] }),
		(await run('2')).createRadar(sales),
	]);
	const { accepted, found }: BulkOutcome = bulk;
	expect(accepted).toBeUndefined();
	expect(found.map(({ itemIndex }) => itemIndex)).toEqual([0, 1]);
	const all = [single.radar_id, ...found.map(({ radar }) => radar.radar_id)];
	expect(all.sort()).toEqual(ids().sort());
});

test('once a new radar comes back without its tag, lost creates stay unknown and are not sent again', async () => {
	const withoutFields = { data: { radar_id: 'x', radar_type: 'company_new_hires', custom_fields: {} } };
	sandbox.control.addFaults({ ...CREATE, kind: 'status', status: 201, replace: withoutFields });
	const one = await run('1');
	await one.createRadar(definition);
	const before = ids().length;
	sandbox.control.addFaults({ ...CREATE, ...CUT });
	const error = await errorOf(one.createRadar(definition));
	expect(error.failure.outcome).toBe('unknown');
	expect(error.description).toContain('custom fields');
	expect(ids()).toHaveLength(before);
});
