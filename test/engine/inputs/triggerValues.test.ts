import {
	NodeHelpers,
	type IDataObject,
	type INodeParameters,
	type INodeProperties,
	type INodePropertyCollection,
} from 'n8n-workflow';

import { RADAR_TYPES } from '../../../nodes/shared/api/radarTypes';
import { CompanyRadarTrigger } from '../../../nodes/CompanyRadarTrigger/CompanyRadarTrigger.node';
import { TriggerTest } from '../trigger/support';
import { validValue } from './fields';

// Every field of Radars to Create, read from the description: a new field is covered at once.
const test = new TriggerTest();

const { properties } = new CompanyRadarTrigger().description;
const list = properties.find(({ name }) => name === 'radarsToCreate');
const rowFields = (list?.options as INodePropertyCollection[]).flatMap(({ values }) => values);

/** The choice that shows a field next to its radar type. */
const shownBy = ({ displayOptions }: INodeProperties): INodeParameters => {
	const [mode] = displayOptions?.show?.filterBy ?? [];
	return mode === undefined ? {} : { filterBy: mode as string };
};

const isShownFor = (field: INodeProperties, radarType: string): boolean =>
	NodeHelpers.displayParameter({ radarType, ...shownBy(field) }, field, null, null);

const isFreeText = ({ type }: INodeProperties) => ['string', 'dateTime', 'multiOptions'].includes(type);

/** What a radar of the type needs. */
const neededFor = (radarType: string): IDataObject =>
	Object.fromEntries(
		rowFields
			.filter((field) => isShownFor(field, radarType))
			.filter(({ name }) => ['domain', 'keyword', 'profileUrl'].includes(name))
			.map((field) => [field.name, validValue(field, radarType)]),
	) as IDataObject;

/** Each field once, with a radar type that shows it. */
const CELLS = rowFields.filter(isFreeText).map((field) => {
	const radarType = RADAR_TYPES.find((type) => isShownFor(field, type)) ?? '';
	return {
		name: `${field.displayName} of ${radarType}`,
		field,
		with: (value: unknown): IDataObject =>
			({ ...shownBy(field), radarType, ...neededFor(radarType), [field.name]: value }) as IDataObject,
	};
});

async function publish(row: IDataObject) {
	const host = await test.listening({
		delivery: 'webhook',
		radars: 'create',
		defineRadars: 'below',
		radarsToCreate: { radar: [row] },
	});
	const error = await host.activate().then(
		() => undefined,
		(reason: { message: string; description: string }) => `${reason.message}\n${reason.description}`,
	);
	return { error, sent: test.service.bodies('/v1/radars') };
}

/** Without the URL and the fingerprint, which are others each time. */
const plain = (sent: IDataObject[]) =>
	sent.map((radar) => ({ ...radar, webhook_url: undefined, custom_fields: undefined }));

describe.each(CELLS)('$name', ({ field, ...cell }) => {
	it.each(['{{ $json.topic }}', 'undefined undefined'])('is refused as %s', async (value) => {
		const { error, sent } = await publish(cell.with(value));
		expect(error).toContain(field.displayName === 'Title Expression' ? 'Job Titles' : field.displayName);
		expect(sent).toEqual([]);
		expect(test.control.charges()).toEqual([]);
	});

	it('is sent without invisible characters', async () => {
		const valid = validValue(field, cell.with('').radarType);
		if (String(valid).startsWith('=')) return;
		const clean = await publish(cell.with(valid));
		test.service.running.renew();
		const hide = (value: unknown): unknown =>
			Array.isArray(value) ? value.map(hide) : String(value).replace(/^.../, '$&\u200b');
		const hidden = await publish(cell.with(hide(valid)));
		expect(hidden.error).toBeUndefined();
		expect(plain(hidden.sent)).toEqual(plain(clean.sent));
	});
});
