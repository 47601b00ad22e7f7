import type { IHookFunctions, INode } from 'n8n-workflow';
import { listed, NAMED } from '../shared/values/basics/inWords';
import { sameHost } from '../shared/values/basics/sameText';
import { attempt, isLoopbackHost, parseUrl } from '../shared/values/basics/values';
import { RecentMap } from '../shared/host/recentMap';
import { isRestart, pollNodesOf } from '../shared/host/host';
import { NodeParameters, sourceOf, type TriggerContext } from '../shared/form/nodeParameters';
import { ParameterReader } from '../shared/form/parameterReader';
import { assertValid, mustBeOff } from '../shared/run/nodeErrors';
import { checkUsd, wholeNumber, listCheck, textCheck } from '../shared/values/rules/primitives';
import { checkDomain } from '../shared/values/rules/domain';
import {
	andThen,
	invalid,
	valid,
	type Check,
	type ValidationResult,
	type Refused,
	wrong,
} from '../shared/values/basics/refusal';
import { checkIpRange, LIST_HEADERS } from './address';
import { DEFAULT_HOURS, fields, FIRST_PAGE, MAX_HOURS, PAGES_THAT_MATTER } from './fields';
import { pathKey } from './pageView';

/** Of Company Radar Trigger. */
const WEBHOOK_DELIVERY = 'webhook';

const PATH_FIX = 'Use paths such as /pricing or */pricing, separated by commas.';
const DOMAIN_FIX = 'Use domains such as example.com, separated by commas.';

const checkPath = textCheck(PATH_FIX, (text, refuse) => {
	if (text.startsWith('*')) return valid(pathKey(`/${text}`).slice(1));
	return text.startsWith('/') ? valid(pathKey(text)) : refuse("doesn't begin with a slash");
});

const checkPaths = listCheck(checkPath, PATH_FIX);

/** @param problem of a list without entries */
const notEmpty =
	(check: Check<string[]>, problem: string, fix: string): Check<string[]> =>
	(value) =>
		andThen(check(value), (list) => (list.length > 0 ? valid(list) : invalid(problem, fix)));

const checkOnlyPages = notEmpty(checkPaths, 'is empty, so no page would count.', PATH_FIX);

const checkHeader = textCheck('Use the name of a header, such as CF-Connecting-IP.', (text, refuse) => {
	const name = text.toLowerCase();
	if (!/^[\w-]+$/.test(name)) return refuse('is not the name of a header');
	if (!LIST_HEADERS.includes(name)) return valid(name);
	return refuse(
		'has the addresses of all proxies, which visitors can forge',
		"Remove 'Address Header', and set n8n's N8N_PROXY_HOPS to the number of proxies in front of n8n.",
	);
});

/** 0 would look nobody up. */
const checkDailyLimit: Check<number> = (value) =>
	andThen(checkUsd(value), (usd) =>
		usd > 0
			? valid(usd)
			: invalid(
					'is 0, so nobody would be looked up.',
					'Use an amount above 0. To stop lookups, unpublish the workflow.',
				),
	);

const checkHours = wholeNumber(1, MAX_HOURS);

const checkCooldown =
	(againAfterHours: number): Check<number> =>
	(value) => {
		const hours = checkHours(value);
		if (!hours.ok || hours.value >= againAfterHours) return hours;
		return invalid(
			`${hours.value} is less than 'Look Up Again After' (${againAfterHours}).`,
			"Use at least the hours of 'Look Up Again After'.",
		);
	};

const checkIpRanges = listCheck(
	checkIpRange,
	'Use addresses such as 8.8.8.8 or networks such as 8.8.8.0/24, separated by commas.',
);

/** Nobody is charged for these, so their form is enough: all other checks take a second for thousands. */
const checkCompany = textCheck(DOMAIN_FIX, (text, refuse) => {
	const host = sameHost(text);
	return /^[\w-]+(?:\.[\w-]+)+$/.test(host) && !text.includes('@') ? valid(host) : refuse('is not a domain');
});

/** Checked lists, since thousands still take longer than a page view may. */
const checkedCompanies = new RecentMap<ValidationResult<ReadonlySet<string>>>({ size: 20 });

const checkCompanies: Check<ReadonlySet<string>> = (value) => {
	const key = attempt(() => JSON.stringify(value)) ?? '';
	const result =
		checkedCompanies.get(key) ??
		andThen(listCheck(checkCompany, DOMAIN_FIX)(value), (domains) => valid(new Set(domains)));
	checkedCompanies.set(key, result);
	return result;
};

const checkWebsite = textCheck(DOMAIN_FIX, (text, refuse) => {
	const [, authority = ''] = /^(?:https?:\/\/)?([^/?#@]+)(?=[/?#]|$)/i.exec(text) ?? [];
	const { hostname = '' } = parseUrl(`http://${authority}`) ?? {};
	// To try the node on one's own computer.
	if (isLoopbackHost(hostname)) return valid(hostname);
	if (text.includes('*')) return refuse('has a wildcard', 'Leave it out: subdomains are included.');
	// No charge depends on it, so it doesn't have to be on the internet.
	return checkDomain(text, { serviceIsLoopback: true });
});

const checkWebsites = notEmpty(listCheck(checkWebsite, DOMAIN_FIX), 'No website is allowed.', DOMAIN_FIX);

function pagesThatMatter(read: ParameterReader, pages: string): string[] {
	if (pages === PAGES_THAT_MATTER) return read.value('pagesThatMatter', checkOnlyPages);
	return (pages === FIRST_PAGE && read.optional('pagesThatMatter', checkPaths)) || [];
}

/**
 * The node's parameters, in any of its contexts.
 * @throws Refused that names every field with a problem
 */
export function readParameters(context: TriggerContext) {
	const read = new ParameterReader(new NodeParameters(sourceOf(context), fields));
	const pages = String(read.raw('pages'));
	const againAfterHours = read.optional('options.againAfterHours', checkHours) ?? DEFAULT_HOURS;
	const settings = {
		allowedWebsites: read.value('allowedWebsites', checkWebsites),
		/** USD. */
		spendingLimit: read.value('spendingLimit', checkDailyLimit),
		/** USD that the account may spend in a month. */
		monthlyBudget: read.optional('options.monthlyBudget', checkUsd),
		pages,
		pagesThatMatter: pagesThatMatter(read, pages),
		excludedCompanies: read.optional('exclude.companies', checkCompanies),
		onlyCompanies: read.optional('options.onlyCompanies', checkCompanies),
		excludedAddresses: read.optional('exclude.ipAddresses', checkIpRanges) ?? [],
		excludedPages: read.optional('exclude.pages', checkPaths) ?? [],
		addressHeader: read.optional('options.addressHeader', checkHeader),
		againAfterHours,
		cooldownHours:
			read.optional('options.cooldownHours', checkCooldown(againAfterHours)) ??
			Math.max(DEFAULT_HOURS, againAfterHours),
		includeIpAddress: read.flag('options.includeIpAddress'),
		respectDoNotTrack: read.flag('options.respectDoNotTrack', true),
		waitForConsent: read.flag('options.waitForConsent'),
	};
	assertValid(read);
	return settings;
}

export type VisitorParameters = ReturnType<typeof readParameters>;

const isOwnTrigger = ({ type }: INode): boolean => type.endsWith('.companyRadarTrigger');

/** Why n8n may lose what this trigger remembers: another trigger of the workflow polls. */
export function pollingProblem(context: object): Refused | undefined {
	// With this delivery, n8n never polls it.
	const pollers = pollNodesOf(context).filter(
		(node) => !(isOwnTrigger(node) && node.parameters.delivery === WEBHOOK_DELIVERY),
	);
	if (pollers.length === 0) return undefined;
	const orElse = pollers.every(isOwnTrigger) ? " Or set its 'Delivery' to 'Webhook'." : '';
	return wrong(
		`'${listed(
			pollers.map(({ name }) => name),
			NAMED,
			"', '",
		)}' must not be in the workflow of this trigger, because it polls`,
		`Each time it polls, n8n overwrites what this trigger remembers. After a restart, visitors would be paid for again, and the daily limit would begin at $0. Move it into another workflow.${orElse}`,
	);
}

function onErrorProblem({ onError, alwaysOutputData }: INode): Refused | undefined {
	if (onError === 'continueErrorOutput' && alwaysOutputData)
		return mustBeOff(
			'Always Output Data',
			'a failed lookup would also start the workflow with an empty item.',
		);
	if (onError !== 'continueRegularOutput') return undefined;
	return wrong(
		"'On Error' must not be 'Continue' in the settings of this trigger",
		"Otherwise a failed lookup would start the workflow without a company. Use 'Stop Workflow', or 'Continue (using error output)' to handle failures.",
	);
}

/**
 * At a restart nobody would see an error, so the workflow goes on.
 * @throws Refused except at a restart, for what the workflow would lose visitors or go on without a company with
 */
export function assertSettings(context: IHookFunctions): void {
	const problem = onErrorProblem(context.getNode()) ?? pollingProblem(context);
	if (!problem) return;
	if (!isRestart(context)) throw problem;
	context.logger.warn(`${problem.message}. ${problem.description}`);
}
