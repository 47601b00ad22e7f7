import type { IDataObject } from 'n8n-workflow';

import { shortUsd, usd } from '../basics/usd';

/** Who and what a finding is about, where it says so. */
export interface Subject {
	full_name: string | null;
	title: string | null;
	company: string | null;
}

const MAX_EXCERPT_LENGTH = 140;

/** In one line, cut between characters. */
function excerpt(value: unknown): string {
	if (typeof value !== 'string') return '';
	const text = value
		.slice(0, 10 * MAX_EXCERPT_LENGTH)
		.replace(/\s+/g, ' ')
		.trim();
	const [start = ''] = new RegExp(`^.{0,${MAX_EXCERPT_LENGTH}}`, 'u').exec(text) ?? [];
	return start === text ? text : `${start}…`;
}

const withText = (start: string, value: unknown): string =>
	[start, excerpt(value)].filter(Boolean).join(': ');

const inBrackets = (...values: unknown[]): string => {
	const known = values.filter((value) => typeof value === 'string' && value !== '');
	return known.length > 0 ? ` (${known.join(', ')})` : '';
};

const after = (word: string, value: string | null): string => (value === null ? '' : ` ${word} ${value}`);

function summarizeJobChange(
	{ full_name, title, company }: Subject,
	{ change_type: change }: IDataObject,
): string {
	const who = full_name ?? 'Your contact';
	switch (change) {
		case 'departure':
			return `${who} left ${company ?? 'a company'}${inBrackets(title)}`;
		case 'promotion':
			return `${who} was promoted${after('to', title)}${after('at', company)}`;
		case 'additional_role':
			return `${who} took on another role${after('as', title)}${after('at', company)}`;
		default:
			return `${who} joined ${company ?? 'a company'}${after('as', title)}`;
	}
}

/** What a finding says in one line. No member of its content is certain (docs/contributing/api.md, Events). */
export function summarizeFinding(radarType: string, subject: Subject, content: IDataObject): string {
	const { full_name, title, company } = subject;
	switch (radarType.replace(/^(company|contact|industry)_/, '')) {
		case 'new_hires':
			return `${full_name ?? 'Someone'} joined ${company ?? 'a company'}${after('as', title)}`;
		case 'promotions':
			return `${full_name ?? 'Someone'} was promoted${after('to', title)}${after('at', company)}`;
		case 'job_changes':
			return summarizeJobChange(subject, content);
		case 'job_openings':
			return withText(`${company ?? 'A company'} is hiring`, title);
		case 'reviews':
			return withText(`New review${after('of', company)}`, content.review_content);
		case 'mentions':
			return withText(`New mention${after('of', company)}`, content.mention_content);
		case 'social_posts':
		case 'social_posts_cxo':
			return withText(`New post${after('by', full_name ?? company)}`, content.post_content);
		case 'social_engagements': {
			const kind = excerpt(content.engagement_type) || 'engagement';
			return withText(`New ${kind}${after('by', full_name)}`, content.engagement_content);
		}
		case 'funding_rounds': {
			const amount = typeof content.amount_usd === 'number' ? shortUsd(content.amount_usd) : 'funding';
			return `${company ?? 'A company'} raised ${amount}${inBrackets(content.round)}`;
		}
		case 'new_companies':
			return `New company${company === null ? '' : `: ${company}`}${inBrackets(content.industry, content.country)}`;
		default:
			return withText('New finding', [full_name, title, company].filter(Boolean).join(', '));
	}
}

/** What any other update says in one line. `target` is what its radar watches. */
export function summarizeEvent(event: IDataObject, target: unknown): string {
	const { update_type: type, summary, refund_amount_usd: refund } = event;
	const forTarget = target ? ` for ${String(target)}` : '';
	switch (type) {
		case 'radar_failure': {
			const refunded = Number(refund) > 0 ? `. ${usd(Number(refund))} refunded.` : '';
			return `${withText(`Radar${forTarget} failed`, event.message)}${refunded}`;
		}
		case 'radar_created':
			return `Radar created${forTarget}`;
		case 'bulk_completed': {
			const { total, created, failed } = (summary ?? {}) as IDataObject;
			return `${String(created)} of ${String(total)} radars created, ${String(failed)} failed`;
		}
		default: {
			const words = String(type).replaceAll('_', ' ');
			return withText(`${words.charAt(0).toUpperCase()}${words.slice(1)}`, target);
		}
	}
}
