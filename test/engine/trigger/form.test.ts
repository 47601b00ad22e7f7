import type { INodeParameters } from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';

import { CompanyRadarTrigger } from '../../../nodes/CompanyRadarTrigger/CompanyRadarTrigger.node';
import { TriggerTest } from './support';

const test = new TriggerTest();

const { properties } = new CompanyRadarTrigger().description;
const node = { typeVersion: 1 };

const resolve = (parameters: INodeParameters, withDefaults: boolean): INodeParameters =>
	NodeHelpers.getNodeParameters(properties, parameters, withDefaults, false, node, null) ?? {};

/** The fields that the editor shows for what the workflow holds. */
function formOf(parameters: INodeParameters) {
	const values = resolve(parameters, true);
	const fields = properties.filter((field) => NodeHelpers.displayParameter(values, field, node, null));
	return { values, fields };
}

/** What the workflow holds after the form was changed: the editor leaves out what is as by default. */
const changed = (parameters: INodeParameters, change: INodeParameters): INodeParameters => ({
	...resolve(resolve({ ...resolve(parameters, false), ...change }, true), false),
});

const deliveriesOf = (parameters: INodeParameters) => {
	const shown = formOf(parameters).fields.filter(({ name }) => name === 'delivery');
	return shown.flatMap(({ options = [] }) =>
		options.map((option) => ('value' in option ? option.value : '')),
	);
};

describe('Delivery', () => {
	it.each([[['radar_finding', 'radar_failure']], [['company_new_hires']], [['radar_failure']]])(
		'of %j, as the node panel adds them, is polling',
		async (events) => {
			const host = await test.listening({ events });
			await host.activate();
			expect(await host.poll()).toBeNull();
			expect(test.service.requests()).toContain('GET /v1/updates');
		},
	);

	it('offers all choices, whatever the events', () => {
		const all = ['polling', 'webhook', 'webhookWithCatchUp'];
		expect(deliveriesOf({})).toEqual(all);
		expect(deliveriesOf({ events: ['radar_finding', 'bulk_completed'] })).toEqual(all);
	});

	it('stays Webhook With Catch-Up, whatever the events', () => {
		const before = changed({}, { delivery: 'webhookWithCatchUp' });
		const bulk = changed(before, { events: ['bulk_completed'] });
		expect(formOf(bulk).values.delivery).toBe('webhookWithCatchUp');
		expect(formOf(changed(bulk, { events: ['radar_failure'] })).values.delivery).toBe('webhookWithCatchUp');
	});

	it.each([['bulk_completed'], ['radar_finding', 'radar_created']])(
		'that cannot receive an event is refused before anything is registered: %s',
		async (...events) => {
			const host = test.host({ delivery: 'polling', events });
			await expect(host.activate()).rejects.toMatchObject({
				message: expect.stringMatching(/^'Events': Polling can't receive /),
				description: "Remove it from 'Events', or set 'Delivery' to 'Webhook'.",
			});
			expect(test.service.requests()).toEqual([]);
			expect(host.savedStaticData).toEqual({});
		},
	);
});

describe('A notice', () => {
	const noticesOf = (parameters: INodeParameters) =>
		formOf(parameters)
			.fields.filter(({ type }) => type === 'notice')
			.map(({ displayName }) => displayName)
			.join('\n');

	it.each([[['radar_finding', 'radar_failure']], [['company_new_hires']]])(
		'is not shown in a new trigger: %j',
		(events) => expect(noticesOf({ events })).toBe(''),
	);

	it.each([['bulk_completed'], ['radar_finding', 'radar_created']])(
		'says that bulk events need a webhook delivery: %s',
		(...events) => expect(noticesOf({ events })).toContain('Bulk events need a webhook delivery'),
	);

	it('for bulk events alone names bulk requests, and offers no radars to create', () => {
		const parameters = { events: ['bulk_completed'], delivery: 'webhook', radars: 'create' };
		expect(noticesOf(parameters)).toContain('as the Webhook URL of your bulk requests');
		expect(formOf(parameters).values).not.toHaveProperty('radars');
	});
});
