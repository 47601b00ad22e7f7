import type { IDataObject } from 'n8n-workflow';

import type { Control, Sandbox } from '../../../sandbox';
import type { LogEntry } from '../../../sandbox/log';
import { watchRuns, type Told } from '../harness';

const REVEAL = '/v1/company-reveal';

/** What the sandbox's own books hold at a moment. */
interface Books {
	radars: ReturnType<Control['radars']>;
	charges: number;
	log: ReadonlySet<LogEntry>;
	/** Whether something of before is still under way. */
	isMoving: boolean;
}

const booksOf = (control: Control): Books => ({
	radars: control.radars().map((radar) => ({ ...radar })),
	charges: control.charges().length,
	log: new Set(control.log()),
	isMoving: !control.isIdle,
});

/** What was done since then, by the service's own books. */
function doneSince(before: Books, control: Control) {
	const radars = control.radars();
	const known = new Map(before.radars.map((radar) => [radar.radar_id, radar]));
	const requests = control.log().filter((entry) => !before.log.has(entry));
	const lookups = requests.filter(({ path, served }) => path === REVEAL && served === 200);
	const charges = control.charges().slice(before.charges);
	return {
		created: radars.filter(({ radar_id: id }) => !known.has(id)),
		deactivated: radars.filter(
			({ radar_id: id, deactivated_at: at }) => at !== null && !known.get(id)?.deactivated_at,
		),
		sent: requests.filter(({ method }) => method !== 'GET').length,
		/** A fault that the test set answers in place of the service. */
		isMadeUp: requests.some(({ fault, status }) => fault !== null && status !== null && status < 300),
		isMoving: before.isMoving || !control.isIdle,
		lookups: lookups.length,
		matches: lookups.filter(({ chargeUsd }) => chargeUsd > 0).length,
		// Findings are those of radars that were there before.
		chargedUsd: charges
			.filter(({ kind }) => kind !== 'finding')
			.reduce((usd, { amount_usd: amount }) => usd + amount, 0),
		balanceUsd: control.balance().balance_usd,
		areFiguresLate: control.settings().account.figuresLag > 0,
	};
}

type Done = ReturnType<typeof doneSince>;

const unescaped = (text: string): string =>
	text
		.replaceAll('<br>', '\n')
		.replaceAll('&lt;', '<')
		.replaceAll('&gt;', '>')
		.replaceAll('&nbsp;', ' ')
		.replaceAll('&amp;', '&');

const numberOf = (text = ''): number => Number(text.replace(/[$,]/g, ''));

/** Says that more may have been done, or may still be. */
const OPEN =
	/may (?:or may not )?(?:still )?(?:be|have been)|"outcome":"unknown"|"status":"processing"|outcome is (?:also )?unknown|still being created|isn't known|are not ready|not all radars/i;

/** What the runs of the node said: the panel or the error, and the rows. */
class Said {
	readonly panel: string;

	readonly rows: IDataObject[];

	readonly isOpen: boolean;

	constructor(readonly tasks: Told['tasks']) {
		const texts = tasks.flatMap(({ hints = [], error }) => [
			...hints.map(({ message }) => message),
			...(error ? [`${error.message}\n${error.description ?? ''}`] : []),
		]);
		this.panel = unescaped(texts.join('\n'));
		const items = tasks.flatMap(({ data }) => (data?.main ?? []).flatMap((output) => output ?? []));
		this.rows = items.map(({ json }) => json);
		this.isOpen = OPEN.test(this.panel) || OPEN.test(JSON.stringify(this.rows));
	}

	/** What a sentence says, in all panels. */
	texts(pattern: RegExp): string[] {
		return [...this.panel.matchAll(pattern)].map(([, text = '']) => text);
	}

	numbers(pattern: RegExp): number[] {
		return this.texts(pattern).map(numberOf);
	}

	total(pattern: RegExp): number {
		return this.numbers(pattern).reduce((sum, number) => sum + number, 0);
	}

	/** The values that a sentence lists, as far as it names them. */
	named(pattern: RegExp): string[] {
		return this.texts(pattern).flatMap((list) => list.replace(/ and \d+ more$/, '').split(', '));
	}
}

const CREATED = /(\d[\d,]*) radars? (?:was|were) created/g;

const COUNTED: Array<[what: string, pattern: RegExp, done: (done: Done) => number]> = [
	['created', CREATED, ({ created }) => created.length],
	['deactivated', /(\d[\d,]*) radars? (?:was|were) deactivated/g, ({ deactivated }) => deactivated.length],
	['lookups', /(\d[\d,]*) lookups?, /g, ({ lookups }) => lookups],
	['matches', /lookups?, (\d[\d,]*) match/g, ({ matches }) => matches],
	[
		'charged monthly',
		/(\d[\d,]*) radars? (?:is|are) charged monthly/g,
		({ created }) => created.filter(({ next_charge_at: at }) => at !== null).length,
	],
	[
		'charged per update',
		/(\d[\d,]*) radars? (?:is|are) charged per update/g,
		({ created }) => created.filter(({ next_charge_at: at }) => at === null).length,
	],
];

const NOTHING: Array<[sentence: RegExp, done: (done: Done) => number]> = [
	[
		/Nothing was (?:created|changed)|Nothing to change:/,
		({ created, deactivated }) => created.length + deactivated.length,
	],
	[/(?:^|[.\n] ?)Nothing was charged|Nothing was created or charged/, ({ chargedUsd }) => chargedUsd],
	[/\nNothing was sent\./, ({ sent }) => sent],
];

/** What runs said that isn't what was done. @param isPart whether they don't say all: n8n keeps only the last try of a node */
function differencesOf(said: Said, done: Done, isPart: boolean): string[] {
	const isOpen = isPart || said.isOpen || done.isMoving;
	const counts = COUNTED.map(([what, pattern, count]) => [what, said.total(pattern), count(done)] as const)
		.filter(([, told, count]) => (isOpen ? told > count : told !== count))
		.map(([what, told, count]) => `${what}: said ${told}, done ${count}`);
	const names = (['created', 'deactivated'] as const).flatMap((what) => {
		const ids = done[what].map(({ radar_id: id }) => id);
		const named = said.named(new RegExp(`radars? (?:was|were) ${what} \\(([^)]*)\\)`, 'g'));
		return named.filter((id) => !ids.includes(id)).map((id) => `${what}: named ${id}`);
	});
	return [...counts, ...names, ...(isOpen || done.areFiguresLate ? [] : falseBalances(said, done))];
}

/** Of one run: what it says that was not done, although it was. */
const falseDenials = (said: Said, done: Done): string[] =>
	NOTHING.filter(([sentence, count]) => sentence.test(said.panel) && count(done) > 0).map(
		([sentence, count]) => `${sentence}: done ${count(done)}`,
	);

const BALANCE =
	/Balance: \$[\d,.]+\d → (\$[\d,.]+\d)(?: \((?:(\$[\d,.]+\d) charged\)|the account doesn't show))?/g;

function falseBalances(said: Said, done: Done): string[] {
	const told = [...said.panel.matchAll(BALANCE)];
	const [, after, charged] = told.length === 1 ? (told[0] ?? []) : [];
	const balances = [after, ...(told.length > 1 ? [] : said.texts(/(?:The|Your) balance is (\$[\d,.]+\d)/g))];
	const isOther = (text: string | undefined, usd: number) =>
		text !== undefined && Math.abs(numberOf(text) - usd) > 1e-6;
	return [
		...balances
			.filter((text) => isOther(text, done.balanceUsd))
			.map((text) => `balance: said ${text}, is ${done.balanceUsd}`),
		...(isOther(charged, done.chargedUsd) ? [`charged: said ${charged}, done ${done.chargedUsd}`] : []),
	];
}

/** The runs that overlap: the books can't tell them apart, so they are looked at together. */
interface Group {
	before: Books;
	underWay: number;
	told: Told[];
}

/** Checks all that our nodes say in a test's runs against the sandbox's own books. */
export class SaidAndDone {
	private readonly problems: string[] = [];

	private group: Group | undefined;

	private readonly unwatch: () => void;

	constructor(private readonly sandbox: Sandbox) {
		const { control, baseUrl } = sandbox;
		this.unwatch = watchRuns((credential) => {
			if (credential?.baseUrl !== baseUrl) return undefined;
			this.group ??= { before: booksOf(control), underWay: 0, told: [] };
			const { group } = this;
			group.underWay++;
			return (told) => this.ended(group, told);
		});
	}

	private ended(group: Group, told: Told): void {
		group.told.push(told);
		if (--group.underWay > 0) return;
		this.group = undefined;
		const { control } = this.sandbox;
		const done = doneSince(group.before, control);
		if (done.isMadeUp) return;
		const tasks = group.told.flatMap((one) => one.tasks);
		const said = new Said(tasks);
		const isPart = group.told.some((one) => one.isPart);
		const isAlone = tasks.length === 1 && !done.isMoving;
		const problems = [
			...differencesOf(said, done, isPart),
			...(isAlone && !isPart ? falseDenials(said, done) : []),
		];
		for (const problem of problems) this.problems.push(`${problem}\n${said.panel}`);
	}

	end(): void {
		this.unwatch();
		expect(this.problems).toEqual([]);
	}
}
