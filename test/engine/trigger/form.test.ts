import {
	NodeHelpers,
	type INodeParameters,
	type INodeProperties,
	type INodePropertyOptions,
} from 'n8n-workflow';

import { CompanyRadarTrigger } from '../../../nodes/CompanyRadarTrigger/CompanyRadarTrigger.node';
import { RADAR_TYPES, UPDATE_TYPES } from '../../../nodes/shared/api/radarTypes';
import { TriggerTest } from './support';

const test = new TriggerTest();

const { properties } = new CompanyRadarTrigger().description;
const node = { typeVersion: 1 };

/** The fields that the editor shows for what the workflow holds. */
function formOf(parameters: INodeParameters) {
	const values = NodeHelpers.getNodeParameters(properties, parameters, true, false, node, null) ?? {};
	const fields = properties.filter((field) => NodeHelpers.displayParameter(values, field, node, null));
	return { values, fields };
}

const choicesOf = ({ options }: INodeProperties) => options as INodePropertyOptions[];

const EVENTS = properties.find(({ displayName }) => /^(events?|trigger on)$/i.test(displayName));
const EVENT_CHOICES = EVENTS ? choicesOf(EVENTS) : [];

describe('Events', () => {
	it('is the field that the node panel lists, with one entry for each event', () => {
		expect(EVENTS?.displayOptions).toBeUndefined();
		expect(EVENT_CHOICES.map(({ value }) => value).sort()).toEqual([...RADAR_TYPES, ...UPDATE_TYPES].sort());
		expect(EVENT_CHOICES.map(({ action }) => action)).toEqual(
			expect.arrayContaining(['New hire at a company', 'Contact changed jobs', 'Radar failed']),
		);
	});

	it.each(EVENT_CHOICES.map(({ value }) => String(value)))(
		'%s, alone and beside bulk events, shows Radars unless nothing but bulk events is selected',
		(event) => {
			const isShown = (...events: string[]) =>
				formOf({ events, delivery: 'webhook' }).fields.some(({ name }) => name === 'radars');
			const isBulk = ['bulk_completed', 'radar_created'].includes(event);
			expect(isShown(event)).toBe(!isBulk);
			expect(isShown(event, 'bulk_completed', 'radar_created')).toBe(!isBulk);
		},
	);

	it.each([
		['Events', { events: [] }],
		['Events', { events: '' }],
		['Events', { events: ['company_new_hire'] }],
		['Radar Names or IDs', { filters: { radarIds: '3f2b8c1e-5d4a-4b6f-9e7a-1c2d3e4f5a6' } }],
	])('that no update could match are refused by name: %s %j', async (field, parameters) => {
		for (const delivery of ['polling', 'webhook']) {
			const host = test.host({ delivery, radars: 'elsewhere', ...parameters });
			await expect(host.activate()).rejects.toThrow(`'${field}'`);
		}
	});

	it('are named with all other invalid fields at once', async () => {
		const host = test.host({
			delivery: 'webhook',
			events: ['company_new_hire'],
			filters: { radarIds: '3f2b8c1e-5d4a-4b6f-9e7a-1c2d3e4f5a6' },
			options: { rememberedUpdates: 0, verifyEvents: '' },
		});
		await expect(host.activate()).rejects.toThrow(
			"These fields need another value: 'Events', 'Radar Names or IDs', 'Verify Events', 'Remembered Updates'",
		);
	});
});

const BULK = [['bulk_completed'], ['radar_finding', 'radar_created']];
const PANEL = [[['radar_finding', 'radar_failure']], [['company_new_hires']], [['radar_failure']]];

const noticesOf = (parameters: INodeParameters) =>
	formOf(parameters)
		.fields.filter(({ type }) => type === 'notice')
		.map(({ displayName }) => displayName)
		.join('\n');

describe('Delivery', () => {
	it.each(PANEL)('of %j, as the node panel adds them, is polling, without a notice', async (events) => {
		const host = await test.listening({ events });
		await host.activate();
		expect(await host.poll()).toBeNull();
		expect(test.service.requests()).toContain('GET /v1/updates');
		expect(noticesOf({ events })).toBe('');
	});

	it.each(BULK.map((events) => [events]))(
		'that cannot receive an event has a notice, and is refused before anything is registered: %j',
		async (events) => {
			expect(noticesOf({ events })).toContain('Bulk events need a webhook delivery');
			const host = test.host({ delivery: 'polling', events });
			await expect(host.activate()).rejects.toMatchObject({
				message: expect.stringMatching(/^'Events': Polling can't receive /),
				description: "Remove it from 'Events', or set 'Delivery' to 'Webhook'.",
			});
			expect([test.service.requests(), host.savedStaticData]).toEqual([[], {}]);
		},
	);

	it('for bulk events alone has a notice that names bulk requests, and offers no radars to create', () => {
		const parameters = { events: ['bulk_completed'], delivery: 'webhook', radars: 'create' };
		expect(noticesOf(parameters)).toContain('as the Webhook URL of your bulk requests');
		expect(formOf(parameters).values).not.toHaveProperty('radars');
	});
});
