import { sameHost } from '../../shared/basics/sameText';
import { NodeParameters, ParameterReader } from '../../shared/parameters/parameterReader';
import { assertValid } from '../../shared/triggers/errors';
import { sourceOf, type TriggerContext } from '../../shared/triggers/parameterSource';
import { checkUsd, wholeNumber } from '../../shared/validation/amount';
import { checkDomain } from '../../shared/validation/domain';
import { checkIpRange } from '../../shared/validation/ipRange';
import { listCheck, textCheck } from '../../shared/validation/primitives';
import { andThen, invalid, valid, type Check } from '../../shared/validation/result';
import { DEFAULT_HOURS, EVERY_PAGE, fields, MAX_HOURS } from '../fields';

const PATH_FIX = 'Use paths such as /pricing, separated by commas.';
const DOMAIN_FIX = 'Use domains such as example.com, separated by commas.';

/** The path as browsers send it, without a slash at the end. */
const pathOf = (text: string): string =>
	new URL(`https://website.example${text}`).pathname.replace(/(?<=.)\/$/, '');

const checkPath = textCheck(PATH_FIX, (text, refuse) => {
	if (!text.startsWith('/')) return refuse("doesn't begin with a slash");
	if (text.includes('*')) return refuse('has a wildcard', 'Leave it out: pages below a path are included.');
	return valid(pathOf(text));
});

const checkPaths = listCheck(checkPath, PATH_FIX);

const checkHeader = textCheck('Use the name of a header, such as CF-Connecting-IP.', (text, refuse) =>
	/^[\w-]+$/.test(text) ? valid(text.toLowerCase()) : refuse('is not the name of a header'),
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

/** No charge depends on these domains, so they don't have to be on the internet. */
const checkAnyDomain: Check<string> = (value) =>
	checkDomain(value, { serviceIsLoopback: true, allowUnknownDomains: true });

const checkDomains = listCheck(checkAnyDomain, DOMAIN_FIX);

const checkWebsites: Check<string[]> = (value) =>
	andThen(checkDomains(value), (domains) =>
		domains.length > 0 ? valid(domains) : invalid('No website is allowed.', DOMAIN_FIX),
	);

/**
 * The node's parameters, in any of its contexts.
 * @throws InputError that names every field with a problem
 */
export function readParameters(context: TriggerContext) {
	const read = new ParameterReader(new NodeParameters(sourceOf(context), fields));
	const everyPage = read.raw('pages') === EVERY_PAGE;
	const againAfterHours = read.optional('options.againAfterHours', checkHours) ?? DEFAULT_HOURS;
	const settings = {
		allowedWebsites: read.value('allowedWebsites', checkWebsites),
		/** USD. */
		spendingLimit: read.value('spendingLimit', checkUsd),
		/** USD that the account may spend in a month. */
		monthlyBudget: read.optional('options.monthlyBudget', checkUsd),
		everyPage,
		pagesThatMatter: everyPage ? [] : (read.optional('pagesThatMatter', checkPaths) ?? []),
		excludedCompanies: new Set(read.optional('exclude.companies', checkDomains)?.map(sameHost)),
		excludedAddresses: read.optional('exclude.ipAddresses', checkIpRanges) ?? [],
		excludedPages: read.optional('exclude.pages', checkPaths) ?? [],
		addressHeader: read.optional('options.addressHeader', checkHeader),
		againAfterHours,
		cooldownHours:
			read.optional('options.cooldownHours', checkCooldown(againAfterHours)) ??
			Math.max(DEFAULT_HOURS, againAfterHours),
		includeIpAddress: read.flag('options.includeIpAddress'),
		respectDoNotTrack: read.flag('options.respectDoNotTrack', true),
	};
	assertValid(read);
	return settings;
}

export type VisitorParameters = ReturnType<typeof readParameters>;
