import { TYPES_WITH_HIDDEN_FIELDS } from '../../shared/api/assumptions';
import { notForModels } from '../../shared/form/nodeParameters';
import type { Radar, RadarDefinition } from '../../shared/api/types';
import { counted, usd } from '../../shared/values/basics/inWords';
import { isObject } from '../../shared/values/basics/values';
import { sameWords } from '../../shared/values/basics/sameText';
import { inSlices } from '../../shared/host/clock';
import { Purchases } from '../../shared/money/purchases';
import { endOf, differenceText } from '../../shared/values/radars/radarInWords';
import { RadarIndex, definitionKey, differences } from '../../shared/values/radars/sameRadar';
import type { ItemResult } from '../../shared/run/itemErrors';
import type { RunContext } from '../../shared/run/runContext';
import { notLoaded, RadarsByType } from './existingRadars';
import { type DoubtfulEntry, noteSubdomains } from './entries';
import { inWords, onOrAfter, radarRow } from './radarRow';
import { refusalOfFields, inOneLine, type Refusal } from '../../shared/values/basics/refusal';

export const dryRunField = notForModels({
	displayName: 'Dry Run',
	name: 'dryRun',
	type: 'boolean',
	default: false,
	description: 'Whether to only check what would be created, for free',
	hint: 'When off, new radars may be charged every month',
	builderHint: {
		propertyHint: 'Set to true unless the user asked to create radars',
	},
});

/** The input item of an earlier definition, and the index in its list if it has several. */
type RepeatedPlace = { repeats_item: number; repeats_index?: number };

/** Null in rows that repeat nothing. */
export interface DryRunColumns extends Partial<Record<keyof RepeatedPlace, number | null>> {
	/** Of a dry run. */
	dry_run?: boolean;
	/** Of a dry run: what would become of the radar. */
	result?: string;
	/** Of a radar that would be refused or would fail: why. */
	reason?: string;
	/** Of an existing radar: the fields that differ from your definition, or may, with commas. */
	differs_in?: string;
}

export interface DryRunIds {
	/** Of a dry run: the radar that may be the same. */
	existing_radar_id?: string;
}

type Expected = 'new' | 'existing' | 'uncertain' | 'repeated' | 'refused';

/** The values of the `result` column. */
const RESULTS: Record<Expected, string> = {
	new: 'Would be created',
	existing: 'Already exists',
	uncertain: 'May already exist',
	repeated: 'Repeats an earlier radar',
	refused: 'Would be refused',
};

/** Why a row of a dry run creates nothing. A sheet or a CSV file makes a text of its columns, maybe in its own language. */
export function notWantedIn(row: unknown): Refusal | undefined {
	if (!isObject(row) || /^(?:false|0)?$/i.test(String(row.dry_run ?? ''))) return undefined;
	const told = [RESULTS.refused, RESULTS.existing].find((result) => result === row.result);
	if (told === undefined) return undefined;
	const todo = 'To create it anyway, pass the item without dry_run.';
	return { kind: 'notDone', what: `The dry run of this row says: ${told}`, todo, details: { skipped: true } };
}

/** Whether the radar has the form of the page that is wanted. The service may tell forms of a profile URL apart. */
const hasSamePage = (definition: RadarDefinition, radar: Radar): boolean =>
	!radar.profile_url ||
	sameWords(definition.profile_url ?? radar.profile_url) === sameWords(radar.profile_url);

/** The service may tell people and keywords apart that look the same here. */
const areToldApart = ({ radar_type: type }: RadarDefinition): boolean =>
	type.startsWith('company_') && !TYPES_WITH_HIDDEN_FIELDS.includes(type);

/** The expected result of each radar, given the account's radars and the earlier ones of the input. */
async function* expectedOf(
	radars: DoubtfulEntry[],
	returnsExisting: boolean,
	{ client, summary }: RunContext,
) {
	const known = new RadarsByType(client, true);
	/** The places of earlier radars, by their whole definition and by their targets. */
	const earlier = new Map<string, RepeatedPlace>();
	const targets = new RadarIndex<{ definition: RadarDefinition; place: RepeatedPlace }>(
		(each) => each.definition,
	);
	let first = 0;
	for await (const [index, { item, definition, doubts }] of inSlices(radars.entries())) {
		if (radars[first]?.item !== item) first = index;
		const isInList = index > first || radars[index + 1]?.item === item;
		const place: RepeatedPlace = {
			repeats_item: item,
			...(isInList ? { repeats_index: index - first } : {}),
		};
		const whole = definitionKey(definition);
		const near = targets.closest(definition);
		const repeats = earlier.get(whole) ?? near?.radar.place;
		const closest = await known.closest(definition).catch((error: unknown) => {
			summary.note(notLoaded(error));
			return undefined;
		});
		const existing = closest?.radar;
		const isThere = closest?.filters === 'same' && hasSamePage(definition, closest.radar);
		const isSure = near?.filters === 'same' && areToldApart(definition);
		let expected: Expected = 'new';
		if (doubts.length > 0 && !(isThere && returnsExisting)) expected = 'refused';
		else if (earlier.has(whole)) expected = 'repeated';
		else if (isThere) expected = 'existing';
		else if (repeats && isSure) expected = 'repeated';
		else if (existing ?? repeats) expected = 'uncertain';
		if (!earlier.has(whole)) earlier.set(whole, place);
		targets.add({ definition, place });
		yield { item, definition, doubts, expected, repeats, existing };
	}
}

const countsText = ({
	new: created,
	existing,
	uncertain,
	repeated,
	refused,
}: Record<Expected, number>): string =>
	[
		counted(created, 'new radar', 'new radars'),
		existing > 0 && counted(existing, 'that already exists', 'that already exist'),
		uncertain > 0 && `${uncertain} that may already exist`,
		repeated > 0 && `${repeated} repeated in the input`,
		refused > 0 && `${refused} that would be refused`,
	]
		.filter(Boolean)
		.join(', ');

function costText({ new: created, uncertain, existing, repeated }: Record<Expected, number>): string {
	if (created > 0) {
		const more = uncertain > 0 ? `, and ${uncertain} more that may already exist` : '';
		return `This would charge your account for up to ${counted(created, 'radar', 'radars')}${more}; the price depends on your plan and isn't available through the API.`;
	}
	if (uncertain > 0) {
		const same = uncertain === 1 ? "it's the same radar" : "they're the same radars";
		return `Nothing would be charged if ${same} and your account allows no duplicates; otherwise up to ${counted(uncertain, 'radar', 'radars')}.`;
	}
	return existing + repeated > 0
		? 'Nothing would be charged, unless your account allows duplicates: then those that exist or repeat are created and charged.'
		: 'Nothing would be charged.';
}

/** Says what to know about the radars that exist or may exist. `ends` are the days on which deactivated ones stop running. */
function noteDuplicates(counts: Record<Expected, number>, ends: string[], { summary }: RunContext): void {
	if (counts.uncertain > 0) {
		summary.note(
			`${counted(counts.uncertain, 'radar', 'radars')} may already exist: another radar monitors the same target, maybe with other filters.`,
		);
	}
	if (ends.length > 0) {
		summary.note(
			`${counted(ends.length, 'existing radar was', 'existing radars were')} deactivated and still ${ends.length === 1 ? 'runs' : 'run'}. Unless your account allows duplicates, new ones can be created ${onOrAfter(ends)}.`,
		);
	}
	if (counts.new + counts.uncertain > 0 && counts.repeated + counts.existing > 0) {
		summary.note(
			'If your account allows duplicates, those that exist or repeat are created and charged, too.',
		);
	}
}

interface DryRunSettings {
	maximumRadars: number | undefined;
	monthlyBudget: number | undefined;
	/** Whether the run returns a radar that exists, and doesn't fail. */
	returnsExisting: boolean;
}

const WOULD_FAIL = 'It would fail, because this radar exists.';

/** Shows what a run would create and what may already exist. It only reads the balance and the list of radars. */
export async function dryRun(
	radars: DoubtfulEntry[],
	{ maximumRadars, monthlyBudget, returnsExisting }: DryRunSettings,
	context: RunContext,
): Promise<ItemResult[]> {
	const { client, summary, paid } = context;
	const { balance_remaining_usd: balance } = (await client.call('getAccount', {})).data;
	summary.balanceSeen(balance);
	const counts: Record<Expected, number> = { new: 0, existing: 0, uncertain: 0, repeated: 0, refused: 0 };
	const results: ItemResult[] = [];
	const ends: string[] = [];
	for await (const each of expectedOf(radars, returnsExisting, context)) {
		const { item, definition, doubts, expected, repeats, existing } = each;
		counts[expected]++;
		const end = existing && endOf(existing, client.now);
		if (end !== undefined) ends.push(end);
		const fails = expected === 'existing' && !returnsExisting ? WOULD_FAIL : undefined;
		const reason = expected === 'refused' ? inOneLine(refusalOfFields(doubts)) : fails;
		const differs_in = existing && differences(definition, existing).map(differenceText).join(', ');
		const result = { dry_run: true, result: RESULTS[expected], reason, ...repeats, differs_in };
		const ids = { existing_radar_id: existing?.radar_id };
		results.push({ items: [item], json: [inWords(radarRow(definition, result, ids))] });
	}
	summary.result(
		`Dry run: ${countsText(counts)}. ${costText(counts)} Your balance is ${usd(balance)}. Nothing was created or charged.`,
	);
	const limits = { maximumRadars, monthlyBudget: radars.length > counts.refused ? monthlyBudget : undefined };
	for (const refusal of await new Purchases(limits, client, paid.ledger).whyNotPaid(radars.length))
		summary.result(`The execution would stop: ${refusal.what}.`);
	if (counts.existing > 0 && !returnsExisting)
		summary.result(`${counted(counts.existing, 'that exists', 'that exist')} would fail.`);
	await noteSubdomains(radars, radars, context);
	noteDuplicates(counts, ends, context);
	return results;
}
