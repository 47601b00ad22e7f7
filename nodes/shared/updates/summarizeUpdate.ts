import type { IDataObject } from 'n8n-workflow';

import { nonEmptyText } from '../values/basics/values';
import { domainInWords, excerpt, shortUsd, withText } from '../values/basics/inWords';
import { failureInWords, refundInWords } from '../values/radars/radarInWords';

const inBrackets = (...values: unknown[]): string => {
	const known = values.filter((value) => typeof value === 'string' && value !== '');
	return known.length > 0 ? ` (${known.join(', ')})` : '';
};

const after = (word: string, value: unknown): string => {
	const text = nonEmptyText(value);
	return text === undefined ? '' : ` ${word} ${text}`;
};

/** A domain as people write it; any other value as it is. */
const companyInWords = <T>(company: T): T | string =>
	typeof company === 'string' ? domainInWords(company) : company;

/** The last part of the profile's address, which mostly reads like the name. */
const nameInProfile = (link: unknown): string | undefined => /\/in\/([^/?#]+)/.exec(String(link))?.[1];

const contactIn = ({ full_name: person, link }: IDataObject): string =>
	String(person ?? nameInProfile(link) ?? 'Your contact');

function summarizeJobChange(who: string, { title, company, change_type: change }: IDataObject): string {
	switch (change) {
		case 'departure':
			return `${who} left ${String(company ?? 'a company')}${inBrackets(title)}`;
		case 'promotion':
			return `${who} was promoted${after('to', title)}${after('at', company)}`;
		case 'additional_role':
			return `${who} took on another role${after('as', title)}${after('at', company)}`;
		default:
			return `${who} joined ${String(company ?? 'a company')}${after('as', title)}`;
	}
}

const amountOf = ({ amount_usd: amount }: IDataObject): string =>
	typeof amount === 'number' ? shortUsd(amount) : 'funding';

/** A finding in one line, from its columns. `monitored` is the domain of its radar. */
export function summarizeFinding(radarType: string, columns: IDataObject, monitored?: unknown): string {
	const company = companyInWords(columns.company ?? columns.domain);
	const { full_name: person, title, text } = columns;
	const who = String(person ?? 'Someone');
	const which = String(company ?? 'A company');
	const isOfCompany = radarType.startsWith('company_');
	switch (radarType.replace(/^(company|contact|industry)_/, '')) {
		case 'new_hires':
			return summarizeJobChange(who, { title, company });
		case 'promotions':
			return summarizeJobChange(who, { title, company, change_type: 'promotion' });
		case 'job_changes':
			return summarizeJobChange(contactIn(columns), { ...columns, company });
		case 'job_openings':
			return withText(`${which} is hiring`, title);
		case 'reviews':
			return withText(`New review${after('of', company)}`, text);
		case 'mentions':
			return withText(`New mention${isOfCompany ? after('of', company) : ''}`, text);
		case 'social_posts':
		case 'social_posts_cxo':
			return withText(`New post${after('by', person ?? company)}`, text);
		case 'social_engagements': {
			const kind = excerpt(columns.engagement_type) || 'engagement';
			const where = isOfCompany ? after('on a post of', companyInWords(monitored)) : '';
			return withText(`New ${kind}${after('by', person)}${where}`, text);
		}
		case 'funding_rounds':
			return `${which} raised ${amountOf(columns)}${inBrackets(columns.round)}`;
		case 'new_companies':
			return `${withText('New company', company)}${inBrackets(columns.industry, columns.country)}`;
		default:
			return withText('New finding', [person, title, company].filter(Boolean).join(', '));
	}
}

/** Any other update in one line. `target` is what its radar monitors, `reason` why it failed. */
export function summarizeEvent(event: IDataObject, target: unknown, reason: unknown): string {
	const { update_type: type, summary, refund_amount_usd: refund } = event;
	const name = companyInWords(target);
	const forTarget = name ? ` for ${String(name)}` : '';
	switch (type) {
		case 'radar_failure': {
			if (reason === 'insufficient_funds') return `Radar${forTarget} stopped: the balance ran out`;
			const failed = failureInWords(event.message, { reason, refund }, forTarget);
			return [failed, refundInWords(refund)].filter(Boolean).join('. ');
		}
		case 'radar_created':
			return `Radar created${forTarget}`;
		case 'bulk_completed': {
			const { total, created, failed } = (summary ?? {}) as IDataObject;
			return `${String(created)} of ${String(total)} radars created, ${String(failed)} failed`;
		}
		default: {
			const words = String(type).replaceAll('_', ' ');
			return withText(`${words.charAt(0).toUpperCase()}${words.slice(1)}`, name);
		}
	}
}
