import type { IDataObject } from 'n8n-workflow';

import { TRIGGER, TriggerTest } from '../trigger/support';

/** What a way of giving a radar led to. */
export interface Given {
	error: string | undefined;
	/** The radars that were asked for, in the service's words. */
	sent: IDataObject[];
	hints: string;
	charges: number;
}

const camelCase = (key: string) => key.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Fields that the form shows under Options. */
const ADDITIONAL = ['updates_since', 'webhook_url'];

/** The parameters of Fields Below for a radar, each value by an expression on the item. */
function formOf(radar: IDataObject, options: IDataObject): IDataObject {
	const { radar_type: type, ...given } = radar;
	const form: IDataObject = { radarType: type };
	const more: IDataObject = {};
	for (const key of Object.keys(given)) {
		const value = `={{ $json["${key}"] }}`;
		if (key === 'job_titles') Object.assign(form, { filterBy: 'expression', jobTitles: value });
		else if (key === 'custom_fields') {
			const fields = Object.keys(Object(given[key])).map((name) => ({
				name,
				value: `={{ $json.custom_fields["${name}"] }}`,
			}));
			more.customFields = { fields };
		} else if (ADDITIONAL.includes(key)) more[camelCase(key)] = value;
		else form[camelCase(key)] = value;
	}
	return { filterBy: 'role', ...form, options: { ...more, ...options } };
}

/** A radar without what the trigger adds to it. */
function withoutUrl({ ...radar }: IDataObject): IDataObject {
	delete radar.webhook_url;
	return radar;
}

/** A sandbox, and the ways in which the nodes take radars. */
export class Ways {
	readonly test = new TriggerTest();

	private async bulk(parameters: IDataObject, items: IDataObject[]): Promise<Given> {
		const { service } = this.test;
		const result = await service.run(
			{
				resource: 'bulkRequest',
				operation: 'create',
				...parameters,
				options: { wait: false, ...Object(parameters.options) },
			},
			items,
		);
		return {
			error: result.error ? `${result.error.message}\n${result.error.description}` : undefined,
			sent: service.bodies('/v1/radars/bulk').flatMap(({ radars }) => radars as IDataObject[]),
			hints: result.error ? '' : result.hints('Company Radar').join('\n'),
			charges: service.control.charges().length,
		};
	}

	private async publish(parameters: IDataObject): Promise<Given> {
		const { service, control } = this.test;
		const host = await this.test.listening({ delivery: 'webhook', radars: 'create', ...parameters });
		const error = await host.activate().then(
			() => undefined,
			(reason: { message: string; description: string }) => `${reason.message}\n${reason.description}`,
		);
		const sent = service.bodies('/v1/radars').map(withoutUrl);
		const hints = (await host.executeStep()).hints(TRIGGER).join('\n');
		return { error, sent, hints, charges: control.charges().length };
	}

	readonly all: Readonly<Record<string, (radars: IDataObject[], options?: IDataObject) => Promise<Given>>> = {
		'Fields Below': async (radars, options = {}) =>
			await this.bulk({ radarsFrom: 'fields', ...formOf(radars[0] ?? {}, options) }, radars),
		'Input Items': async (radars, options = {}) =>
			await this.bulk({ radarsFrom: 'itemJson', options }, radars),
		'JSON Array': async (radars, options = {}) =>
			await this.bulk({ radarsFrom: 'list', radars: '={{ $json.radars }}', options }, [{ radars }]),
		"the trigger's fields": async (radars, options = {}) =>
			await this.publish({
				defineRadars: 'below',
				radarsToCreate: {
					radar: radars.map((radar) => ({
						filterBy: 'job_titles' in radar ? 'expression' : 'role',
						...Object.fromEntries(Object.entries(radar).map(([key, value]) => [camelCase(key), value])),
					})),
				},
				options,
			}),
		"the trigger's JSON": async (radars, options = {}) =>
			await this.publish({ defineRadars: 'json', radarsJson: JSON.stringify(radars), options }),
	};
}
