import fc from 'fast-check';

import { planSync, type Desired, type Plan, type PlanOptions } from '../../nodes/CompanyRadar/sync/planSync';
import * as read from '../../nodes/CompanyRadar/sync/readList';
import { LIST_FIELD, LIST_KEY_FIELD } from '../../nodes/shared/api/assumptions';
import type { Radar, RadarDefinition } from '../../nodes/shared/api/types';
import { targetKeys, withFingerprint } from '../../nodes/shared/values/radars/sameRadar';
import { numRuns } from './runs';

/** As it's sent. */
const ofList = (entry: Desired, list: string) => withFingerprint(read.ofList(entry, list));

const LIST = 'Target accounts';
const NOW = Date.parse('2026-11-22T12:00:00Z');
const LATER = '2026-12-22T12:00:00.000Z';

const definition: fc.Arbitrary<RadarDefinition> = fc.record(
	{
		radar_type: fc.constantFrom('company_new_hires', 'company_mentions'),
		domain: fc.constantFrom(
			'alder.example.org',
			'birch.example.org',
			'cedar.example.org',
			'dune.example.org',
		),
		departments: fc.constantFrom(['Sales'], ['Legal']),
		custom_fields: fc.record({ crm_id: fc.constantFrom('1', '2', '3', '4', '5') }),
	},
	{ requiredKeys: ['radar_type', 'domain', 'custom_fields'] },
);

const keyOf = (each: RadarDefinition, byField: boolean): string =>
	byField ? `crm_id:${each.custom_fields?.crm_id}` : (targetKeys(each)[0] ?? '');

/** Entries whose key is the target, or a custom field. */
const lists = fc.tuple(fc.array(definition, { maxLength: 8 }), fc.boolean()).map(([definitions, byField]) =>
	definitions.map((each, item): Desired => {
		return { item, definition: each, key: keyOf(each, byField), unset: [] };
	}),
);

let ids = 0;

const radarOf = ({ radar_type: type, domain, custom_fields: fields }: RadarDefinition, more: object = {}) =>
	({
		radar_id: `radar ${++ids}`,
		radar_type: type,
		domain,
		custom_fields: fields ?? {},
		created_at: '2026-11-01T12:00:00.000Z',
		next_charge_at: LATER,
		radar_status: 'active',
		updates_since: null,
		...more,
	}) as unknown as Radar;

/** Of this list, of another one, or without one. */
const radars = fc.array(
	fc
		.tuple(
			definition,
			fc.constantFrom(LIST, LIST, 'Others', undefined),
			fc.constantFrom(
				{},
				{},
				{ radar_status: 'inactive' },
				{ radar_status: 'inactive', next_charge_at: null },
			),
			fc.boolean(),
		)
		.map(([each, list, more, byField]) => {
			const key = keyOf(each, byField);
			return radarOf(list ? ofList({ item: 0, key, definition: each, unset: [] }, list) : each, more);
		}),
	{ maxLength: 8 },
);

interface Case {
	desired: Desired[];
	existing: Radar[];
	options: PlanOptions;
	/** Which of the writes are done before an interruption. */
	done: boolean[];
}

const cases: fc.Arbitrary<Case> = fc.record({
	desired: lists,
	existing: radars,
	options: fc.record({
		list: fc.constant(LIST),
		replaceChanged: fc.boolean(),
		createIncomparable: fc.boolean(),
		now: fc.constant(NOW),
	}),
	done: fc.array(fc.boolean(), { minLength: 24, maxLength: 24 }),
});

/** The account after those writes of the plan that are done, on a service that takes every create. */
function after(existing: Radar[], { changes }: Plan, isDone: (write: number) => boolean): Radar[] {
	const writes = changes.filter(({ change }) => change === 'create' || change === 'deactivate');
	const done = writes.filter((_, write) => isDone(write));
	const gone = new Set(done.flatMap(({ change, radar }) => (change === 'deactivate' ? [radar] : [])));
	return [
		...done.flatMap(({ change, desired }) =>
			change === 'create' && desired ? [radarOf(ofList(desired, LIST))] : [],
		),
		...existing.map((radar) =>
			gone.has(radar)
				? ({ ...radar, radar_status: 'inactive', next_charge_at: null } as unknown as Radar)
				: radar,
		),
	];
}

const all = () => true;

const isOfList = (radar: Radar | undefined) => radar?.custom_fields?.[LIST_FIELD] === LIST;

const writesOf = (plan: Plan) => {
	const { create, deactivate } = plan.changesOf;
	return create.length + deactivate.length;
};

const isSame = (one: Radar, other: Radar) => one.radar_id === other.radar_id;

const keysOf = (list: Radar[]) => list.map((radar) => radar.custom_fields?.[LIST_KEY_FIELD]);

/** What holds of a plan. Entries that contradict each other keep everything, so nothing comes after such a plan. */
const RULES: Record<string, (plan: Plan, input: Case) => boolean | Promise<boolean>> = {
	'only active radars of the list are deactivated, each once': ({ changesOf }) => {
		const gone = changesOf.deactivate.map(({ radar }) => radar);
		return (
			new Set(gone).size === gone.length &&
			gone.every((radar) => isOfList(radar) && radar.radar_status === 'active')
		);
	},
	'each entry has one change or contradicts another, and no key is created twice': (plan, { desired }) => {
		const { changes, changesOf, conflicts } = plan;
		const seen = [
			...changes.flatMap((change) => change.desired ?? []),
			...conflicts.map((each) => each.desired),
		];
		const created = changesOf.create.map(({ desired: entry }) => entry.key);
		return (
			seen.length === desired.length &&
			new Set(seen).size === desired.length &&
			new Set(created).size === created.length
		);
	},
	'nothing is deactivated or replaced where everything is to be kept': async (_, input) => {
		const { desired, existing, options } = input;
		const kept = { ...options, replaceChanged: true, keepAll: 'Kept.' };
		const { changesOf } = await planSync(desired, existing, kept);
		return changesOf.deactivate.length === 0 && changesOf.create.every(({ radar }) => !radar);
	},
	'without Replace Changed Radars, nothing is created under a key that has an active radar': (
		plan,
		input,
	) => {
		const active = input.existing.filter((radar) => isOfList(radar) && radar.radar_status === 'active');
		const keys = new Set(keysOf(active));
		return (
			input.options.replaceChanged ||
			plan.changesOf.create.every(({ desired: entry }) => !keys.has(entry.key))
		);
	},
	'a plan that was carried out leaves nothing to do, in whatever order the list is then': async (
		plan,
		input,
	) => {
		const { desired, existing, options, done } = input;
		const sorted = [
			...desired.filter((_, index) => done[index]),
			...desired.filter((_, index) => !done[index]).reverse(),
		];
		if (plan.conflicts.length > 0) return true;
		const end = after(existing, plan, all);
		const left = [await planSync(desired, end, options), await planSync(sorted, end, options)];
		return left.every((each) => writesOf(each) === 0);
	},
	'no radar is new that has the target and the filters of another one that is created': (
		plan,
		{ options },
	) => {
		const created = plan.changesOf.create.map(({ desired: entry, radar }) => {
			const { radar_type: type, domain, departments } = entry.definition;
			return { what: JSON.stringify([type, domain, departments]), isNew: radar === undefined };
		});
		return (
			options.createIncomparable ||
			created.every((one) => !one.isNew || created.every((other) => other === one || other.what !== one.what))
		);
	},
	'a plan that was interrupted is completed by the next one, and nothing is created twice': async (
		plan,
		input,
	) => {
		const { desired, existing, options, done } = input;
		if (plan.conflicts.length > 0) return true;
		const midway = after(existing, plan, (write) => done[write] === true);
		const rest = await planSync(desired, midway, options);
		const end = after(midway, rest, all);
		const created = new Set(keysOf(midway.filter((radar) => !existing.some((one) => isSame(one, radar)))));
		return (
			writesOf(await planSync(desired, end, options)) === 0 &&
			rest.changesOf.create.every((change) => !created.has(change.desired.key))
		);
	},
};

test.each(Object.entries(RULES))('%s', async (_, holds) => {
	const property = fc.asyncProperty(cases, async (input) => {
		const { desired, existing, options } = input;
		return await holds(await planSync(desired, existing, options), input);
	});
	await fc.assert(property, { numRuns });
});
