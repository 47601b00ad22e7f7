import type { INode } from 'n8n-workflow';

import { TYPE } from '../harness/triggerHost';
import { TRIGGER, TriggerTest } from './support';

// Imported JSON can hold one node ID twice. n8n keeps what it knows of a node under its ID.
const test = new TriggerTest();

const TWIN: INode = {
	id: 'trigger',
	name: 'Company Radar Trigger1',
	type: TYPE,
	typeVersion: 1,
	position: [0, 200],
	parameters: { delivery: 'polling' },
};

const DELIVERIES = ['polling', 'webhook', 'webhookWithCatchUp'];

it.each(DELIVERIES)('publishing with %s names both nodes and the remedy', async (delivery) => {
	const host = test.host({ delivery }, {}, { otherNodes: [TWIN] });
	await host.listen();
	await expect(host.activate()).rejects.toMatchObject({
		message: expect.stringMatching(
			`^'${TRIGGER}' and 'Company Radar Trigger1' have the same node ID, .*copy the other one and paste it`,
		),
	});
});

it.each(DELIVERIES)('a restart with %s goes on', async (delivery) => {
	const host = test.host({ delivery }, {}, { otherNodes: [TWIN] });
	await host.listen();
	await host.activate('init');
});

it('a node with an ID of its own is none of its concern', async () => {
	const host = test.host({ delivery: 'polling' }, {}, { otherNodes: [{ ...TWIN, id: 'another' }] });
	await host.listen();
	await host.activate();
});
