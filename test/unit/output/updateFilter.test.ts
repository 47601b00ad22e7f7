import type { IDataObject } from 'n8n-workflow';

import { RADAR_TYPES, type RadarType } from '../../../nodes/shared/api/radarTypes';
import { judgeUpdate, passes, type UpdateFilter } from '../../../nodes/shared/form/updateFilter';

const finding = (content: object, domain: string | null = 'example.com', radar_type = 'company_new_hires') =>
	({
		update_id: 'u1',
		update_type: 'radar_finding',
		discovered_at: '2026-11-02T08:15:00.000Z',
		data: { radar_id: 'r1', radar_type, domain, custom_fields: {} },
		content,
	}) as unknown as IDataObject;

const oneOf = (values: string[]) => (value: string) => values.includes(value);

const PASSES = { droppedBy: [], notJudged: [] };
const DROPPED = { droppedBy: ['Company Domains'], notJudged: [] };

test.each(RADAR_TYPES)('no filter passes everything: %s', (type) => {
	expect(judgeUpdate({}, finding({}, null, type))).toEqual(PASSES);
});

describe('Company Domains', () => {
	const domains: UpdateFilter = { domains: oneOf(['example.com', 'xn--mller-kva.example.com']) };

	test.each<[string, IDataObject, object]>([
		['the monitored company', finding({}), PASSES],
		['another one', finding({}, 'other.example.com'), DROPPED],
		['in another form', finding({}, 'WWW.Example.com'), PASSES],
		['an international domain', finding({}, 'müller.example.com'), PASSES],
		[
			'the new employer',
			finding({ new_role: { company_domain: 'example.com' } }, 'other.example.com', 'contact_job_changes'),
			PASSES,
		],
		[
			'the former one',
			finding({ new_role: { company_domain: 'other.example.com' } }, 'example.com', 'contact_job_changes'),
			PASSES,
		],
		['none', finding({}, null, 'industry_mentions'), { droppedBy: [], notJudged: ['Company Domains'] }],
		[
			'a company in the content',
			finding({ company_domain: 'other.example.com' }, null, 'industry_new_companies'),
			DROPPED,
		],
		['a failed radar', { ...finding({}, 'other.example.com'), update_type: 'radar_failure' }, DROPPED],
		['a bulk event', { update_type: 'bulk_completed' }, { droppedBy: [], notJudged: ['Company Domains'] }],
	])('judge %s', (_, update, verdict) => expect(judgeUpdate(domains, update)).toEqual(verdict));
});

/** Every member of a finding that may hold a title. */
const TITLES = {
	title: 'the title',
	job_title: 'the opening',
	current_title: 'the current title',
	previous_title: 'the previous title',
	author: { title: "the author's" },
	new_role: { title: 'the new role' },
	previous_role: { title: 'the role left' },
};

const JUDGED_TITLES: Record<RadarType, string | undefined> = {
	company_new_hires: 'the title',
	company_job_openings: 'the opening',
	company_promotions: 'the current title',
	company_reviews: "the author's",
	company_mentions: "the author's",
	company_social_posts: undefined,
	company_social_posts_cxo: "the author's",
	company_social_engagements: "the author's",
	contact_job_changes: 'the new role',
	contact_social_posts: "the author's",
	contact_social_engagements: "the author's",
	industry_mentions: "the author's",
	industry_funding_rounds: undefined,
	industry_new_companies: undefined,
	industry_job_openings: 'the opening',
};

/** The title that the filter was asked about. */
function judgedTitle(content: object, type: RadarType): string | undefined {
	let judged: string | undefined;
	const jobTitles = (title: string) => {
		judged = title;
		return true;
	};
	judgeUpdate({ jobTitles }, finding(content, null, type));
	return judged;
}

test.each(RADAR_TYPES)('Job Titles judge one title of each type: %s', (type) => {
	expect(judgedTitle(TITLES, type)).toBe(JUDGED_TITLES[type]);
});

test('Of a departure, Job Titles judge the role left', () => {
	const departure = { ...TITLES, change_type: 'departure', new_role: null };
	expect(judgedTitle(departure, 'contact_job_changes')).toBe('the role left');
});

test.each([undefined, null, 7, 'text', [1]])('An event of any shape is judged: %j', (odd) => {
	const filter: UpdateFilter = { jobTitles: () => false, domains: () => false };
	const update = { update_type: 'radar_finding', data: odd, content: odd } as unknown as IDataObject;
	expect(passes(judgeUpdate(filter, update))).toBe(true);
});
