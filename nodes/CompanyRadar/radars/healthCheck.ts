import type { IDataObject } from 'n8n-workflow';

import { SERVER_CLOCKS_DIFFER_SECONDS } from '../../shared/api/assumptions';
import { fieldName, filtersOf } from '../../shared/api/radarFields';
import type { Radar, Update, UpdateQuery } from '../../shared/api/types';
import { DAY_MS, dayOf, timeIn } from '../../shared/values/basics/time';
import { counted } from '../../shared/values/basics/inWords';
import { parseUrl, isObject, nonEmptyText, type JsonBody } from '../../shared/values/basics/values';
import { sameReceiver } from '../../shared/values/basics/sameText';
import { RadarIndex, areFiltersUnknown, filtersIn } from '../../shared/values/radars/sameRadar';
import {
	radarName,
	typeNameInGroup,
	AFTER_TOP_UP,
	CREATE_AGAIN,
	isActive,
	refundInWords,
} from '../../shared/values/radars/radarInWords';
import { testUrlIn } from '../../shared/values/rules/addresses';
import { idOf, radarRefOf, timeOf, FoundBetween } from '../../shared/updates/update';
import type { RadarClient } from '../../shared/client/radarClient';

/** All problems in the order of the output. */
export const PROBLEMS = [
	'Balance ran out',
	'Setup failed',
	'Test URL',
	'Unknown webhook URL',
	'Duplicate',
	'No updates',
] as const;

type HealthProblem = (typeof PROBLEMS)[number];

/** One problem of one radar. */
export interface ProblemOfRadar {
	problem: HealthProblem;
	/** What the radar monitors. */
	radar: string;
	what_to_do: string;
	/** The names of its filters, or `Unknown`. */
	filters?: string;
	/** The radar with the same target. */
	other_radar_id?: string;
	/** As far as it's known. */
	record: Radar;
}

function filtersText(radar: Radar): string {
	if (areFiltersUnknown(radar)) return 'Unknown';
	return filtersIn(radar, filtersOf(radar.radar_type)).map(fieldName).join(', ') || 'None';
}

const rowOf = (
	problem: HealthProblem,
	record: Radar,
	whatToDo: string,
	otherId?: string,
): ProblemOfRadar => ({
	problem,
	radar: radarName(record),
	what_to_do: whatToDo,
	filters: filtersText(record),
	...(otherId === undefined ? {} : { other_radar_id: otherId }),
	record,
});

export interface HealthSettings {
	silentDays: number;
	/** The only webhook URLs that radars should have; empty to allow any. */
	knownUrls: readonly string[];
	/** What the URLs of n8n's webhooks begin with. */
	webhookBase: string;
}

type Finding = [HealthProblem, whatToDo: string];

/** The end of the URL of a Company Radar Trigger. */
const TRIGGER_PATH = /\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\/webhook$/;

/** Of a trigger's URL that doesn't begin as n8n's do now. */
function otherBase(url: URL, webhookBase: string): Finding | undefined {
	const base = sameReceiver(url.href).replace(TRIGGER_PATH, '');
	if (base === sameReceiver(url.href) || base === sameReceiver(webhookBase)) return undefined;
	return [
		'Unknown webhook URL',
		`It sends to ${base}, and this n8n listens at ${webhookBase}. If n8n's URL has changed, use Polling or Webhook With Catch-Up to get its updates, or deactivate it and create it again. If it belongs to another n8n, list all your URLs under 'Known Webhook URLs'.`,
	];
}

function urlProblem(
	{ webhook_url: text }: Radar,
	known: ReadonlySet<string>,
	webhookBase: string,
): Finding | undefined {
	const url = parseUrl(text ?? '');
	if (!url) return undefined;
	if (testUrlIn(url) === 'sure') {
		return [
			'Test URL',
			"A test URL only works while the editor is listening, and a radar's URL can't be changed. Deactivate this radar, then create it again with the production URL.",
		];
	}
	if (known.size === 0) return otherBase(url, webhookBase);
	if (known.has(sameReceiver(text))) return undefined;
	return [
		'Unknown webhook URL',
		"Its URL isn't in 'Known Webhook URLs'. If nothing there needs its updates, deactivate this radar.",
	];
}

/** The last failure of an inactive radar, unless a user deactivated it after its balance ran out. */
function currentFailure(radar: Radar, { failures }: Activity): FailureNotice | undefined {
	const failure = isActive(radar) ? undefined : failures.get(radar.radar_id);
	if (failure?.code !== NO_FUNDS) return failure;
	const later = (timeIn(radar.deactivated_at) ?? Number.NaN) - (failure.time ?? Number.NaN);
	return later > SERVER_CLOCKS_DIFFER_SECONDS * 1000 ? undefined : failure;
}

function failureFinding({ code, time, message, refundUsd, radar }: FailureNotice): Finding {
	const day = time === undefined ? undefined : dayOf(time);
	if (code === NO_FUNDS) {
		const on = day ? ` on ${day}` : '';
		// The notice of a radar that a bulk request couldn't create has no ID.
		return [
			'Balance ran out',
			radar.radar_id
				? `It stopped${on}. ${AFTER_TOP_UP}`
				: `It wasn't created${on}: the balance was too low. Top up, then create it.`,
		];
	}
	const refunded = refundUsd > 0 ? ` ${refundInWords(refundUsd)}` : '';
	const reason = message.replace(/\.$/, '');
	return ['Setup failed', `${reason}${day ? ` (${day})` : ''}.${refunded} ${CREATE_AGAIN}`];
}

function silentText({ radar_type: type }: Radar, days: number): string {
	const isNormal = type === 'contact_job_changes' ? ', which is normal for job changes' : '';
	const filters =
		filtersOf(type).length > 0 ? ' If its filters are too narrow, create it again with wider ones.' : '';
	return `It found nothing in the last ${counted(days, 'day', 'days')}${isNormal}. Deactivate it if you no longer need it.${filters}`;
}

/** Checks the radars of an account one by one, newest first. It keeps the active ones, to find duplicates, and the failed ones. */
export class HealthCheck {
	private readonly knownUrls: ReadonlySet<string>;

	private readonly active = new RadarIndex<Radar>((radar) => radar);

	private readonly failed: Array<{ failure: FailureNotice; radar?: Radar }> = [];

	/** How many active radars have no listed update, when the list doesn't cover all silent days. */
	undecided = 0;

	constructor(
		private readonly settings: HealthSettings,
		private readonly activity: Activity,
		private readonly updates: UpdatesRead,
	) {
		this.knownUrls = new Set(settings.knownUrls.map(sameReceiver));
	}

	/** The problems of the next radar. */
	problemsOf(radar: Radar): ProblemOfRadar[] {
		const failure = currentFailure(radar, this.activity);
		this.activity.failures.delete(radar.radar_id);
		if (failure) this.failed.push({ failure, radar });
		if (!isActive(radar)) return [];
		const findings = [
			urlProblem(radar, this.knownUrls, this.settings.webhookBase),
			this.silence(radar),
		].filter((each) => each !== undefined);
		const rows = [
			...findings.map(([problem, whatToDo]) => rowOf(problem, radar, whatToDo)),
			...this.duplicate(radar),
		];
		this.active.add(radar);
		return rows;
	}

	/** Problems that are known only after the last radar. */
	remaining(): ProblemOfRadar[] {
		for (const failure of this.activity.failures.values()) this.failed.push({ failure });
		return this.failed.flatMap((each) => this.failure(each));
	}

	private silence(radar: Radar): Finding | undefined {
		const { silentDays } = this.settings;
		const { now, coveredDays } = this.updates;
		const isOldEnough = (timeIn(radar.created_at) ?? now) <= now - silentDays * DAY_MS;
		if (!isOldEnough || this.activity.foundBy.has(radar.radar_id)) return undefined;
		if (coveredDays >= silentDays) return ['No updates', silentText(radar, silentDays)];
		this.undecided++;
		return undefined;
	}

	/** Another active radar that monitors the same, as far as filters are known. */
	private duplicateOf(radar: Radar) {
		const other = this.active.closest(radar, ({ radar_id: id }) => id !== radar.radar_id);
		return other?.filters === 'other' ? undefined : other;
	}

	private duplicate(radar: Radar): ProblemOfRadar[] {
		const other = this.duplicateOf(radar);
		if (!other) return [];
		const { radar_id: id, webhook_url: url } = other.radar;
		const text = [
			`Radar ${id} monitors the same target.`,
			other.filters === 'same'
				? 'Deactivate one of the two.'
				: "Deactivate one of the two, unless their filters differ: the service doesn't show them.",
			url !== radar.webhook_url && 'They send to different URLs.',
		];
		return [rowOf('Duplicate', radar, text.filter(Boolean).join(' '), id)];
	}

	/** A failure is resolved once another radar monitors the same target. An unlisted radar is known only from its notice. */
	private failure({ failure, radar }: { failure: FailureNotice; radar?: Radar }): ProblemOfRadar[] {
		const target = radar ?? failure.radar;
		if (this.duplicateOf(target)) return [];
		const [problem, whatToDo] = failureFinding(failure);
		if (radar) return [rowOf(problem, radar, whatToDo)];
		const { radar_type: type, domain } = target;
		const name = domain ? radarName(target) : typeNameInGroup(type) || 'A radar of a bulk request';
		return [{ problem, radar: name, what_to_do: whatToDo, record: target }];
	}
}

/** A notice that a radar failed. If its setup failed, the radar doesn't exist, and only the notice describes it. */
interface FailureNotice {
	/** In milliseconds since the epoch. */
	time: number | undefined;
	code: number;
	message: string;
	refundUsd: number;
	radar: Radar;
}

/** The codes of notices (docs/contributing/api.md, radar_failure). */
const NO_FUNDS = 402;
const ALREADY_EXISTS = 409;

const textValuesIn = (value: unknown): JsonBody =>
	Object.fromEntries(Object.entries(isObject(value) ? value : {}).filter(([, each]) => nonEmptyText(each)));

/** The radar as far as the notice describes it. What isn't text is left out, since every value in a record is compared as text. */
function radarIn(update: IDataObject): Radar {
	const data = isObject(update.data) ? update.data : {};
	return {
		...textValuesIn(data),
		// Present even if it's unknown, because only a definition lacks it.
		radar_id: nonEmptyText(data.radar_id),
		radar_type: radarRefOf(update).radarType ?? '',
		custom_fields: textValuesIn(data.custom_fields ?? update.custom_fields),
	} as Radar;
}

const failureOf = (update: IDataObject): FailureNotice => ({
	time: timeOf(update),
	code: Number(update.code),
	message: nonEmptyText(update.message) ?? 'The service gives no reason',
	refundUsd: Number(update.refund_amount_usd) || 0,
	radar: radarIn(update),
});

/** Which radars found something, and which failed. */
export class Activity {
	/** IDs of the radars that found something. */
	readonly foundBy = new Set<string>();

	/** The last failure of each radar, by its ID. */
	readonly failures = new Map<string, FailureNotice>();

	add(update: IDataObject): void {
		const { radarId } = radarRefOf(update);
		if (update.update_type === 'radar_finding' && radarId !== undefined) this.foundBy.add(radarId);
		if (update.update_type !== 'radar_failure') return;
		const failure = failureOf(update);
		// A failed radar of a bulk request has no ID.
		const id = radarId ?? idOf(update);
		const isNewest = (failure.time ?? 0) >= (this.failures.get(id)?.time ?? 0);
		if (isNewest && failure.code !== ALREADY_EXISTS) this.failures.set(id, failure);
	}
}

/** At 50 updates a page, five minutes of the read budget. */
const MAX_UPDATES = 50_000;

/** How far a list of updates was read. */
interface UpdatesRead {
	/** The service's time, in milliseconds since the epoch. */
	now: number;
	/** The number of whole days before `now` whose updates were all read, at most the requested days. */
	coveredDays: number;
	/** Why `coveredDays` is less than requested, as a sentence. */
	missing?: string;
}

function whyMissing(
	{ coveredDays, oldest }: { coveredDays: number; oldest: number },
	isCut: boolean,
	count: number,
	query: UpdateQuery,
): string {
	if (count === 0) return `The service lists no ${query.radar_type ? 'such updates' : 'updates'} at all.`;
	if (isCut) {
		const which = coveredDays > 0 ? `: those of the last ${counted(coveredDays, 'day', 'days')}` : '';
		return `Only ${counted(MAX_UPDATES, 'update', 'updates')} could be read${which}.`;
	}
	return Number.isFinite(oldest)
		? `There are no updates older than ${dayOf(oldest)}.`
		: "The listed updates don't say when they were found.";
}

/**
 * Visits the updates of the last days without keeping them. Stops at the first older update if the list is newest first;
 * otherwise, reads it to its end.
 * @throws RadarApiError
 */
export async function readUpdates(
	client: RadarClient,
	days: number,
	query: UpdateQuery,
	visit: (update: Update) => void,
): Promise<UpdatesRead> {
	const now = await client.readTime();
	const range = new FoundBetween({ after: now - days * DAY_MS, before: Number.POSITIVE_INFINITY });
	for await (const update of client.updatesBetween(range, query, { cap: MAX_UPDATES })) visit(update);
	const { oldest, isNewestFirst, count } = range;
	const isCut = range.end === 'cut';
	const isSure = Number.isFinite(oldest) && (!isCut || isNewestFirst);
	const coveredDays = isSure ? Math.min(days, Math.floor((now - oldest) / DAY_MS)) : 0;
	return {
		now,
		coveredDays,
		...(coveredDays < days ? { missing: whyMissing({ coveredDays, oldest }, isCut, count, query) } : {}),
	};
}
