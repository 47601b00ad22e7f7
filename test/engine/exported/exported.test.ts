import { writeFileSync } from 'node:fs';
import path from 'node:path';

import type { IDataObject } from 'n8n-workflow';

import { DESCRIPTIONS, TRIGGER } from '../../docs/workflow/nodeTypes';
import type { RunResult, WorkflowJson } from '../harness';
import { outputIds, TriggerTest } from '../trigger/support';
import { EXPORTED, EXPORTING, readExported } from './exported';

const ACME = { radar_type: 'company_mentions', domain: 'example.com' };
const UUID = /[0-9a-f]{8}-[0-9a-f-]{27}/g;

/** The tag of a create is random. */
const TAG = /(?<="n8n_create_tag":")[0-9a-f]{12}/g;

interface Expected {
	/** Everything that changes something or costs money at the service, sorted, with ids left out. */
	writes: string[];
	/** What each node put out: later versions may add fields. */
	outputs: Record<string, { items: number; fields: string[] }>;
}

const test = new TriggerTest();

const isTrigger = ({ nodes }: WorkflowJson) => nodes.some(({ type }) => type === TRIGGER);
const ofThisPackage = ({ nodes }: WorkflowJson) => nodes.filter(({ type }) => DESCRIPTIONS[type]);

function resultOf(workflow: WorkflowJson, result: RunResult): Expected {
	const writes = test.control
		.log()
		.filter(({ method }) => method !== 'GET')
		.map(({ method, path: called, requestBody }) =>
			`${method} ${called} ${requestBody}`.replace(UUID, 'id').replace(TAG, 'tag').trim(),
		);
	const outputs = ofThisPackage(workflow).map(({ name }) => {
		const items = result.json(name);
		return [name, { items: items.length, fields: Object.keys(items[0] ?? {}) }] as const;
	});
	return { writes: writes.sort(), outputs: Object.fromEntries(outputs) };
}

describe.each(EXPORTED)('$name, a workflow that an earlier version exported', ({ name, workflow }) => {
	if (isTrigger(workflow)) {
		it('starts on new updates', async () => {
			const [trigger] = ofThisPackage(workflow);
			const host = await test.listening(trigger?.parameters as IDataObject);
			await host.activate();
			const radar = await test.createRadar({ ...ACME, webhook_url: host.webhookUrl });
			const ids = test.find(3, radar);
			await test.control.idle();
			await host.poll();
			await host.settled();
			expect(outputIds(host)).toEqual([...ids].sort());
		});
	} else {
		it('does the same, and puts out at least as much', async () => {
			test.control.seed({ radars: 3, updates: 120 });
			const result = resultOf(workflow, await test.service.runWorkflow(workflow));
			const file = `${name}.expected.json`;
			if (EXPORTING) {
				writeFileSync(path.join(__dirname, file), `${JSON.stringify(result, null, '\t')}\n`);
			}
			const { writes, outputs } = readExported<Expected>(file);
			expect(result.writes).toEqual(writes);
			for (const [node, { items, fields }] of Object.entries(outputs)) {
				expect(result.outputs[node]).toEqual({ items, fields: expect.arrayContaining(fields) });
			}
		});
	}
});
