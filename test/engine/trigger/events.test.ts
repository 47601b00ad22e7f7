import { NodeHelpers, type INodeProperties, type INodePropertyOptions } from 'n8n-workflow';

import { CompanyRadarTrigger } from '../../../nodes/CompanyRadarTrigger/CompanyRadarTrigger.node';
import { RADAR_TYPES, UPDATE_TYPES } from '../../../nodes/shared/api/radarTypes';
import { TriggerTest } from './support';

const test = new TriggerTest();

const { description } = new CompanyRadarTrigger();

const fieldNamed = (name: string): INodeProperties => {
	const field = description.properties.find((property) => property.name === name);
	if (!field) throw new Error(`There is no field ${name}.`);
	return field;
};

const events = fieldNamed('events');
const options = events.options as INodePropertyOptions[];

describe('Events', () => {
	it('is the field that the node panel lists, with one entry for each event', () => {
		expect(
			description.properties.find(({ displayName }) => /^(events?|trigger on)$/i.test(displayName)),
		).toBe(events);
		expect(events.displayOptions).toBeUndefined();
		expect(options.map(({ value }) => value).sort()).toEqual([...RADAR_TYPES, ...UPDATE_TYPES].sort());
		expect(options.map(({ action }) => action)).toEqual(
			expect.arrayContaining([
				'New hire at a company',
				'Contact changed jobs',
				'Funding round',
				'Radar failed',
			]),
		);
	});

	it.each(options.map(({ value }) => String(value)))(
		'%s, alone and beside bulk events, shows Radars unless nothing but bulk events is selected',
		(event) => {
			const isShown = (selected: string[]) =>
				NodeHelpers.displayParameter(
					{ events: selected, delivery: 'webhook' },
					fieldNamed('radars'),
					{ typeVersion: 1 },
					null,
				);
			const isBulk = ['bulk_completed', 'radar_created'].includes(event);
			expect(isShown([event])).toBe(!isBulk);
			expect(isShown([event, 'bulk_completed', 'radar_created'])).toBe(!isBulk);
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
});
