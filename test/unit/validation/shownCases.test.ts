import { checkPublicIpAddress } from '../../../nodes/shared/values/rules/ipAddress';
import { parseJobTitles } from '../../../nodes/shared/values/rules/jobTitles/check';
import { matchJobTitle } from '../../../nodes/shared/values/rules/jobTitles/match';
import { checkRadarDefinition } from '../../../nodes/shared/values/rules/radarDefinition';
import { context, verdictOf, type Verdict } from './checks';
import { hints, sent } from './results';

/** Radars whose other fields are right, by the field in question. */
const OTHERS: ReadonlyArray<readonly [RegExp, object]> = [
	[/^(email|full_name)$/, { radar_type: 'contact_job_changes', domain: 'example.com' }],
	[/^profile_url$/, { radar_type: 'contact_social_posts' }],
	[/^countries$/, { radar_type: 'industry_job_openings', keyword: 'robots' }],
	[/^keyword$/, { radar_type: 'industry_mentions' }],
	[/^job_titles$/, { radar_type: 'company_new_hires', domain: 'example.com' }],
	[/^custom_fields$/, { radar_type: 'company_mentions', domain: 'example.com' }],
	[/^domain$/, { radar_type: 'company_mentions' }],
];

const checkItem = (field: string, value: unknown) => {
	const [, others] = OTHERS.find(([name]) => name.test(field)) ?? [];
	return checkRadarDefinition({ ...others, [field]: value }, { ...context, isTableRow: true });
};

const LEADS_AWAY = /leads to another site/;
const OF_MANY = /account|directory|marketplace|job board|anyone can have pages/;
const BROKEN = /has broken characters, ".+"\. Read the file with its own encoding\./;
const LEFT = /which is searched literally\. Enter the text as people read it/;
const OUTSIDE = /AND, OR and NOT stand outside the quotes/;
const MAIL = /is an email provider/;
const SUFFIX = /is an ending of domains/;
const MADE_UP = /shared or made-up address/;

/** Values from public bug reports. */
const ITEMS: ReadonlyArray<[field: string, value: unknown, verdict: Verdict, words: RegExp]> = [
	['domain', 'https://www.google.com/url?sa=t&url=https://example.com/', 'doubtful', LEADS_AWAY],
	['domain', 'https://web.archive.org/web/2020/https://example.com/', 'doubtful', LEADS_AWAY],
	['domain', 'https://urldefense.com/v3/__https://example.com__;!!abc', 'doubtful', LEADS_AWAY],
	['domain', 'https://translate.google.com/translate?sl=de&u=https://example.com', 'doubtful', LEADS_AWAY],
	['domain', 'https://href.li/?https://example.com', 'doubtful', LEADS_AWAY],
	['domain', 'https://www.facebook.com/acmebakery', 'doubtful', OF_MANY],
	['domain', 'https://linktr.ee/acme', 'doubtful', OF_MANY],
	['domain', 'https://www.google.com/maps/place/Acme', 'doubtful', OF_MANY],
	['domain', 'https://www.yelp.com/biz/acme-bakery', 'doubtful', OF_MANY],
	['domain', 'https://www.etsy.com/shop/acme', 'doubtful', OF_MANY],
	['domain', 'https://docs.google.com/document/d/1abc/edit', 'doubtful', OF_MANY],
	['domain', '\u0430cme.com', 'doubtful', /two alphabets/],
	['domain', 'acm\u0435-corp.de', 'doubtful', /two alphabets/],
	['domain', 'mail.example.io', 'doubtful', /host for mail/],
	['domain', 'smtp.example.io', 'doubtful', /host for mail/],
	['domain', 'ww.example.com', 'doubtful', /mistyped www/],
	['domain', 'example.comhttps://www.example.com', 'wrong', /two values in one/],
	['full_name', 'Jos\ufffd Garc\ufffda', 'doubtful', BROKEN],
	['full_name', 'Anna M?ller', 'doubtful', /question mark inside a word/],
	['keyword', 'K\u00c3\u00b6ln', 'doubtful', BROKEN],
	['job_titles', '"Gesch\ufffdftsf\ufffdhrer"', 'doubtful', BROKEN],
	['job_titles', '"CEO OR CTO"', 'doubtful', OUTSIDE],
	['job_titles', '"VP AND sales"', 'doubtful', OUTSIDE],
	['job_titles', '"NOT intern"', 'doubtful', OUTSIDE],
	['job_titles', '"vp or director"', 'doubtful', OUTSIDE],
	['job_titles', 'Geschäftsführer ODER Inhaber', 'wrong', /Write OR/],
	['job_titles', '+sales +director', 'wrong', /AND between titles/],
	['job_titles', 'directeur OU responsable', 'wrong', /Write OR/],
	['job_titles', "'head of sales' OR cro", 'wrong', /straight double quotes/],
	['job_titles', '"R&amp;D manager"', 'doubtful', LEFT],
	['job_titles', '"head%20of%20sales"', 'doubtful', LEFT],
	['job_titles', '「営業部長」 OR 社長', 'right', /changed to straight ones/],
	['job_titles', '〝営業部長〟', 'right', /changed to straight ones/],
	['job_titles', '❝Head❞ OR CRO', 'right', /changed to straight ones/],
	['job_titles', 'intitle: AND "VP Sales"', 'doubtful', /"intitle: AND" is a field .* Leave it out/],
	['job_titles', 'Vertriebsleiter OR (in)', 'doubtful', /Write \(Vertriebsleiter OR Vertriebsleiterin\)/],
	['job_titles', 'network.example/in AND "head of sales"', 'doubtful', /web address.* Leave it out/],
	['job_titles', '"Vertriebsleiter (m/w/d)"', 'doubtful', /ending of an advert.* Write "Vertriebsleiter"/],
	['job_titles', '"Commercial H/F"', 'doubtful', /ending of an advert.* Write "Commercial"/],
	['job_titles', 'intitle:"VP Sales" AND (Berlin OR Munich)', 'wrong', /intitle:.* Leave it out/],
	['job_titles', 'site:network.example/in ("sales director" OR cro)', 'wrong', /site:\S+ is .* Leave it out/],
	['job_titles', 'Vertriebsleiter (m/w/d)', 'wrong', /\(m\/w\/d\).* Leave it out/],
	['job_titles', 'chargé(e) AND recrutement', 'wrong', /Write \(chargé OR chargée\)/],
	['job_titles', '1. CEO 2. CFO', 'wrong', /write CEO OR CFO/],
	['job_titles', 'müdür VEYA direktör', 'wrong', /Write OR/],
	['job_titles', 'directeur SAUF adjoint', 'wrong', /Write AND NOT/],
	['job_titles', 'CTO BUT NOT intern', 'wrong', /Write AND NOT/],
	['job_titles', '″Head of Sales″ OR CRO', 'right', /changed to straight ones/],
	['job_titles', 'VP+', 'doubtful', /choose Seniorities .*choose Levels/],
	['job_titles', '"C-level" OR "VP and above"', 'doubtful', /choose Seniorities .*choose Levels/],
	['custom_fields', { name: 'Caf\ufffd' }, 'right', BROKEN],
	['keyword', '<b>heat pumps</b>', 'doubtful', LEFT],
	['keyword', 'solar<br>panel', 'doubtful', LEFT],
	['keyword', 'R&amp;D robots', 'doubtful', /^Keyword: "R&amp;D robots" has an HTML entity, &amp;[^\n]*$/],
	['domain', 'yahoo.com.mx', 'doubtful', MAIL],
	['domain', 'hotmail.com.br', 'doubtful', MAIL],
	['domain', 'live.be', 'doubtful', MAIL],
	['domain', 'outlook.com.br', 'doubtful', MAIL],
	['domain', 'googlemail.de', 'doubtful', MAIL],
	['domain', 'foxmail.com', 'doubtful', MAIL],
	['domain', 'sbcglobal.net', 'doubtful', MAIL],
	['domain', 'o2.pl', 'doubtful', MAIL],
	['domain', 'docomo.ne.jp', 'doubtful', MAIL],
	['domain', 'https://www.hugedomains.com/domain_profile.cfm?d=acme.com', 'doubtful', /sells a domain/],
	['domain', 'https://www.afternic.com/forsale/acme.com', 'doubtful', /sells a domain/],
	['domain', 'https://www.godaddy.com/forsale/acme.com', 'doubtful', /sells a domain/],
	['domain', 'https://ww38.acme.com/', 'doubtful', /sell lapsed domains/],
	['domain', 'co.uk', 'doubtful', SUFFIX],
	['domain', 'co.jp', 'doubtful', SUFFIX],
	['domain', 'github.io', 'doubtful', SUFFIX],
	['domain', 'https://acme.wixsite.com/', 'doubtful', OF_MANY],
	['domain', 'acme.sharepoint.com', 'doubtful', OF_MANY],
	['domain', 'acme.gumroad.com', 'doubtful', OF_MANY],
	['domain', 'acme.wd3.myworkdayjobs.com', 'doubtful', OF_MANY],
	['domain', 'wwwacme.com', 'doubtful', /without its dot\. Use acme\.com/],
	['domain', 'httpswwwacme.com', 'doubtful', /without its dot\. Use acme\.com/],
	['domain', ['w3.org'], 'right', /^/],
	['email', 'kontakt@w3.org', 'doubtful', MADE_UP],
	['email', 'buchhaltung@w3.org', 'doubtful', MADE_UP],
	['email', 'rechnung@w3.org', 'doubtful', MADE_UP],
	['email', 'administracion@w3.org', 'doubtful', MADE_UP],
	['email', 'accueil@w3.org', 'doubtful', MADE_UP],
	['email', 'facturation@w3.org', 'doubtful', MADE_UP],
	['email', 'biuro@w3.org', 'doubtful', MADE_UP],
	['email', 'payroll@w3.org', 'doubtful', MADE_UP],
	['full_name', 'Network Member', 'doubtful', /no name of a person/],
	['full_name', 'Test Test', 'doubtful', /no name of a person/],
	['full_name', 'Front Desk', 'doubtful', /no name of a person/],
	['email', 'email_not_unlocked@domain.com', 'doubtful', MADE_UP],
	['email', 'jane.doe@domain.com', 'doubtful', MADE_UP],
	['email', 'noemail@w3.org', 'doubtful', MADE_UP],
	['email', 'jane@company.com', 'doubtful', MADE_UP],
	['email', 'donotreply@w3.org', 'doubtful', MADE_UP],
	['email', 'xxx@w3.org', 'doubtful', MADE_UP],
	['email', 'unknown@w3.org', 'doubtful', MADE_UP],
	['email', 'j***@w3.org', 'wrong', /masked/],
	['custom_fields', { id: 9912140633506420 }, 'right', /more digits than a number can hold/],
	['profile_url', 'https://network.example.com/in/jane-doe/recent-activity/all/', 'right', /in\/jane-doe\.$/],
	['profile_url', 'https://network.example.com/in/jane-doe/details/experience/', 'right', /in\/jane-doe\.$/],
	['profile_url', 'https://network.example.com/in/jane-doe/edit/intro/', 'right', /in\/jane-doe\.$/],
	['profile_url', 'https://network.example.com/in/me', 'wrong', /whoever is logged in/],
	['countries', ['Czechia'], 'right', /read as Czech Republic/],
	['countries', ['C\u00f4te d\u0027Ivoire'], 'right', /read as Ivory Coast/],
	['countries', ['United States of America'], 'right', /read as United States/],
	['countries', ['The Netherlands'], 'right', /read as Netherlands/],
	['countries', ['Republic of Korea'], 'right', /read as South Korea/],
];

describe('a value from public bug reports', () => {
	it.each(ITEMS)('%s %j is %s', (field, value, verdict, words) => {
		const result = checkItem(field, value);
		expect(verdictOf(result)).toBe(verdict);
		expect(result.ok ? hints(result) : JSON.stringify(result.problems)).toMatch(words);
	});

	it.each([
		['93.184.0.0', 'doubtful'],
		['2a00:1450:4001::', 'doubtful'],
		['64:ff9b::808:808', 'right'],
		['2002:808:808::1', 'doubtful'],
		['192.88.99.1', 'doubtful'],
	])('address %s is %s', (address, verdict) => {
		expect(verdictOf(checkPublicIpAddress(address))).toBe(verdict);
	});

	it.each([
		['部長', '営業部長'],
		['매니저', '영업매니저'],
		['经理', '销售经理'],
		['Größe', 'GRÖSSE'],
		['istanbul', 'İSTANBUL MÜDÜRÜ'],
	])('title %s is found in %s', (expression, title) => {
		const parsed = parseJobTitles(expression);
		expect(parsed.ok && matchJobTitle(parsed.value, title).matches).toBe(true);
	});

	it('is sent corrected where it is a page below a profile', () => {
		const { definition } = sent(
			checkItem('profile_url', 'https://network.example.com/in/jane-doe/edit/intro/'),
		);
		expect(definition.profile_url).toBe('https://network.example.com/in/jane-doe');
	});
});
