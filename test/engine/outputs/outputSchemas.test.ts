import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

import Ajv from 'ajv';
import addFormats from 'ajv-formats';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { RESOURCES } from '../../../nodes/CompanyRadar/operations';
import { RADAR_TYPES, UPDATE_TYPES } from '../../../nodes/shared/api/radarTypes';
import { outputFields, outputSchemas } from '../../../tools/outputSchemas';
import { manualWorkflow } from '../../e2e/manualWorkflow';
import { RESOURCE_WORKFLOWS } from '../support/resourceWorkflows';
import type { WorkflowJson } from '../harness';
import { CREATE_EACH, CREATE_IN_BULK } from '../support/paidOperations';
import { useSandbox } from '../support/sandbox';
import { itemsOf } from '../support/stories';
import { TriggerTest } from '../trigger/support';

const service = useSandbox({ balanceUsd: 1000 });

const trigger = new TriggerTest();

const ROOT = path.join(__dirname, '../../..');
const ACTION = 'nodes/CompanyRadar/__schema__/v1.0.0';
const TRIGGER = 'nodes/CompanyRadarTrigger/__schema__/v1.0.0.json';
const VISITOR_TRIGGER = 'nodes/CompanyRadarVisitorTrigger/__schema__/v1.0.0.json';

const ajv = new Ajv({ strict: false, allErrors: true });
addFormats(ajv);

interface Schema {
	type?: string | string[];
	properties?: Record<string, Schema>;
	items?: Schema;
	additionalProperties?: boolean;
}

/** No member but those that the schema names, at any depth. */
function closed({ properties, items, ...schema }: Schema): Schema {
	return {
		...schema,
		...(items ? { items: closed(items) } : {}),
		...(properties
			? {
					properties: Object.fromEntries(
						Object.entries(properties).map(([name, property]) => [name, closed(property)]),
					),
					additionalProperties: schema.additionalProperties ?? false,
				}
			: {}),
	};
}

const read = (file: string) => JSON.parse(readFileSync(path.join(ROOT, file), 'utf8')) as Schema;

const fileOf = ({ resource, operation }: INodeParameters) =>
	`${ACTION}/${String(resource)}/${String(operation)}.json`;

/** How the items differ from what the schema promises: members that it does not have, or of other types. */
function differences(file: string, items: IDataObject[]): string[] {
	const validate = ajv.compile(closed(read(file)));
	return items.flatMap((item) =>
		// As n8n stores it.
		validate(JSON.parse(JSON.stringify(item)))
			? []
			: (validate.errors ?? []).map(
					(error) => `${error.instancePath} ${error.message} ${JSON.stringify(error.params)}`,
				),
	);
}

test("n8n's preview, which reads the first type, shows the fields of a default output as they are", () => {
	const { properties = {} } = read(TRIGGER);
	expect([properties.summary, properties.radars, properties.custom_fields].map((each) => each?.type)).toEqual(
		[['string', 'object'], 'array', 'object'],
	);
});

test('The schemas are those of the types of the code, and all are run below: if not, run npm run schemas', () => {
	const generated = outputSchemas();
	for (const [file, json] of generated) {
		expect({ file, schema: existsSync(path.join(ROOT, file)) && read(file) }).toEqual({
			file,
			schema: JSON.parse(json),
		});
	}
	const operations = RESOURCES.flatMap(({ value: resource, operations: all }) =>
		all.map(({ value: operation }) => fileOf({ resource, operation })),
	);
	const run = RESOURCE_WORKFLOWS.flatMap(({ nodes }) =>
		nodes.map(({ parameters }) => fileOf(parameters as INodeParameters)),
	);
	expect([...new Set(run)].sort()).toEqual([...operations].sort());
	expect([...generated.keys()].sort()).toEqual([...operations, TRIGGER, VISITOR_TRIGGER].sort());
	expect(readFileSync(path.join(ROOT, 'docs/output-fields.md'), 'utf8')).toBe(outputFields(generated));
});

test.each(RESOURCE_WORKFLOWS.map((each) => [each.resource, each] as const))(
	'%s puts out what its schemas promise',
	async (resource, { items, prepare, nodes }) => {
		service.control.seed({ radars: 15 });
		prepare?.(service.control);
		const json = manualWorkflow(resource, items, nodes, { id: '1', name: 'Company Radar account' });
		const result = await service.runWorkflow(json as unknown as WorkflowJson);
		const columns = new Set((items as IDataObject[]).flatMap((item) => Object.keys(item)));
		for (const { name, parameters } of nodes) {
			const file = fileOf(parameters as INodeParameters);
			// An operation may pass on the columns of its input, which no schema knows.
			const isOwn = ([key]: [string, unknown]) => key in (read(file).properties ?? {}) || !columns.has(key);
			const output = result
				.json(name)
				.map((row) => Object.fromEntries(Object.entries(row).filter(isOwn)) as IDataObject);
			expect(output.length).toBeGreaterThan(0);
			expect({ file, differences: differences(file, output) }).toEqual({ file, differences: [] });
			expect(Object.keys(read(file).properties ?? {})).toEqual(
				expect.arrayContaining(file.endsWith('getSchema.json') ? [] : [Object.keys(output[0] ?? {})[0]]),
			);
		}
	},
);

const DRY = { ...CREATE_EACH, dryRun: true };
const raw = (resource: string, operation: string) => ({ resource, operation, simplify: false });

test.each<[string, IDataObject, IDataObject[]]>([
	['Radar: Create, Dry Run', DRY, itemsOf('alder birch birch')],
	['Radars in Bulk: Create, Dry Run', { ...DRY, ...CREATE_IN_BULK }, itemsOf('alder birch birch')],
	['Account: Get Summary, raw', raw('account', 'getSummary'), [{}]],
	['Company: Reveal, raw', { ...raw('company', 'reveal'), ipAddress: '8.8.8.13' }, [{}]],
	['Radar Update: Get Many, raw', { ...raw('update', 'getMany'), returnAll: true }, [{}]],
])('%s puts out what its schema promises, too', async (_, parameters, items) => {
	await service.run(CREATE_EACH, itemsOf('alder'));
	service.control.seed({ radars: 15 });
	for (const { radar_id } of service.control.radars()) service.control.pushFindings({ radar_id, count: 1 });
	const output = (await service.run(parameters, items)).json('Company Radar');
	expect(output.length).toBeGreaterThanOrEqual(items.length);
	if (parameters.dryRun)
		expect(output).toMatchObject([{ existing_radar_id: expect.any(String) }, {}, { repeats_item: 1 }]);
	expect(differences(fileOf(parameters as INodeParameters), output)).toEqual([]);
});

test('Company Radar Trigger puts out what its schema promises in its raw form, too, for every event', async () => {
	const host = await trigger.listening({
		...{ delivery: 'webhook', radars: 'elsewhere', simplify: false },
		events: UPDATE_TYPES,
	});
	await host.activate();
	const { control } = trigger.service;
	control.seed({ radars: RADAR_TYPES.length });
	const radars = itemsOf('alder alder birch');
	await trigger.service.post('/v1/radars/bulk', { radars, webhook_url: host.webhookUrl });
	await control.idle();
	for (const { radar_id } of control.radars())
		for (const finding of control.pushFindings({ radar_id, count: 2 }))
			await host.deliver(JSON.stringify(finding));
	await host.settled();
	const output = host.outputs();
	const types = output.map(({ update_type: type }) => type);
	expect([...new Set(types)].sort()).toEqual([...UPDATE_TYPES].sort());
	expect(output.filter(({ summary }) => typeof summary === 'object')).toHaveLength(1);
	expect(differences(TRIGGER, output)).toEqual([]);
	const columns = Object.keys(read(TRIGGER).properties ?? {});
	expect(output.flatMap((item) => Object.keys(item)).filter((name) => !columns.includes(name))).toEqual([]);
});

test.each([4, '4/5'])('A review with the rating %j has the columns of its schema', async (rating) => {
	service.control.seed({ radars: RADAR_TYPES.length });
	const { radar_id = '' } =
		service.control.radars().find(({ radar_type: type }) => type === 'company_reviews') ?? {};
	service.control.pushFindings({ radar_id, content: { review_rating: rating } });
	const parameters = { resource: 'update', operation: 'getMany', filters: { radarIds: radar_id } };
	const output = (await service.run(parameters)).json('Company Radar');
	expect(output).toMatchObject([{ rating }]);
	for (const file of [fileOf(parameters), TRIGGER]) expect(differences(file, output)).toEqual([]);
});

test('Updates of every radar type, and failures, have the columns of their schema', async () => {
	service.control.seed({ radars: RADAR_TYPES.length });
	const radars = service.control.radars();
	for (const { radar_id } of radars) service.control.pushFindings({ radar_id, count: 4 });
	service.control.failRadar(String(radars[0]?.radar_id), 'source_inaccessible');
	const file = `${ACTION}/update/getMany.json`;
	const result = await service.run({ resource: 'update', operation: 'getMany', returnAll: true });
	const items = result.json('Company Radar');
	expect(new Set(items.map(({ radar_type: type }) => type))).toEqual(new Set(RADAR_TYPES));
	expect(items.filter(({ summary }) => String(summary).startsWith('New finding'))).toEqual([]);
	expect(items.filter(({ update_type: type }) => type === 'radar_failure')).toHaveLength(1);
	expect(differences(file, items)).toEqual([]);
	expect(differences(TRIGGER, items)).toEqual([]);
	for (const schema of [file, TRIGGER]) {
		const columns = Object.keys(read(schema).properties ?? {});
		for (const item of items)
			expect(Object.keys(item).sort()).toEqual(columns.filter((name) => name in item).sort());
	}
});
