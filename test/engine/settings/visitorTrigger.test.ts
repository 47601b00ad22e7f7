import type { IDataObject } from 'n8n-workflow';

import { CompanyRadarVisitorTrigger } from '../../../nodes/CompanyRadarVisitorTrigger/CompanyRadarVisitorTrigger.node';
import { clock } from '../../../nodes/shared/host/clock';
import { useSandbox } from '../support/sandbox';
import { VisitorHost } from '../visitor/host';
import {
	choicesOf,
	isShown,
	modesOf,
	put,
	requestsIn,
	settingsIn,
	shortWaits,
	Traces,
	traceOf,
	type Setting,
} from './settings';

const service = useSandbox({ settings: { unlimited: true } });
shortWaits();

const { description } = new CompanyRadarVisitorTrigger();
const SETTINGS = settingsIn(description.properties);

/** Stands for the domain of the company behind the first address. */
const COMPANY = 'its domain';

/** By the place of the setting. Lists and switches need none: each choice is tried. */
const VALUES: Readonly<Record<string, unknown>> = {
	allowedWebsites: 'example.org',
	spendingLimit: 0.05,
	pagesThatMatter: '*/jobs',
	'exclude.companies': COMPANY,
	'exclude.ipAddresses': '93.184.216.0/24',
	'exclude.pages': '/careers, /pricing/teams',
	'options.addressHeader': 'X-Visitor',
	'options.cooldownHours': 72,
	'options.againAfterHours': 12,
	'options.monthlyBudget': 0.05,
	'options.onlyCompanies': COMPANY,
};

let domain = '';

const [ONE, ANOTHER, LAST] = ['93.184.216.1', '95.184.216.3', '93.184.217.5'] as const;

interface Seen {
	from: string;
	path: string;
	headers?: Record<string, string>;
	/** Time that has passed since the page view before. */
	hours?: number;
}

/** What happens at a website in two days: something for each setting. */
const DAYS: Seen[] = [
	{ from: '94.184.216.11', path: '/careers' },
	{ from: ONE, path: '/' },
	{ from: ONE, path: '/pricing/teams' },
	{ from: ANOTHER, path: '/de/jobs', headers: { origin: 'https://shop.example.org' } },
	{ from: ANOTHER, path: '/about', headers: { dnt: '1' } },
	{ from: ANOTHER, path: '/demo', headers: { 'x-visitor': '8.8.8.8' } },
	{ from: ONE, path: '/pricing', hours: 13 },
	{ from: LAST, path: '/blog', hours: 0 },
	{ from: ONE, path: '/demo', hours: 13 },
];

/** Everything that the user and the visitors see, and what was sent. */
async function runOf(parameters: IDataObject): Promise<string> {
	service.running.renew();
	const { now } = clock;
	const host = new VisitorHost(service, parameters);
	const published = await host.activate().catch(({ message }: Error) => message);
	for (const { from, path, headers, hours = 0 } of DAYS) {
		const before = clock.now;
		clock.now = () => before() + hours * 3_600_000;
		service.control.clock({ advance: hours * 3600 });
		await host.view(from, { body: { p: path, r: path === '/about' ? 'www.example.com' : '' }, headers });
	}
	const shown = await host.executeStep();
	clock.now = now;
	return traceOf([
		published,
		await host.script(),
		requestsIn(service.control),
		host.executions.map((each) => each.error?.message ?? each.json('Visiting Company')),
		host.log,
		shown.error?.message ?? [shown.json('Visiting Company'), shown.hints('Visiting Company')],
	]);
}

const TRIES = SETTINGS.flatMap((setting) =>
	modesOf(SETTINGS, setting).flatMap((mode) =>
		(choicesOf(setting) ?? [VALUES[setting.path]]).map((value) => ({
			name: `${setting.path}=${String(value)} with ${JSON.stringify(mode)}`,
			path: setting.path,
			value,
			mode,
		})),
	),
).filter(({ path, mode }) => isShown(description, put(mode, path, 'x'), path));

const traces = new Traces();

beforeAll(async () => {
	const host = new VisitorHost(service);
	await host.view(ONE);
	domain = String(host.outputs()[0]?.domain);
});

test.each(SETTINGS)('$path is tried', ({ path }: Setting) => {
	const tries = TRIES.filter((each) => each.path === path);
	expect([tries.length > 0, tries.some(({ value }) => value === undefined)]).toEqual([true, false]);
});

test.each(TRIES)('$name', async ({ path, value, mode }) => {
	const without = await traces.once(JSON.stringify(mode), async () => await runOf(mode));
	const given = put(mode, path, value === COMPANY ? domain : value);
	expect({ isDead: (await runOf(given)) === without }).toEqual({ isDead: false });
});
