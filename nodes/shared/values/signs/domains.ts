import SUFFIX_RULES from 'psl/data/rules.json';

import { quoted } from '../basics/inWords';
import PAGE_HOSTS from './pageHosts.json';
import { wordList } from '../basics/values';
import type { Sign } from './sign';

const OWN_DOMAIN = "Use the company's own domain";

/** Brands of email that have a domain in many countries: `yahoo.com.mx`, `hotmail.nl`. */
const MAIL_BRAND =
	/^(?:aol|fastmail|gmail|gmx|googlemail|guerrillamail|hotmail|icloud|live|mailinator|msn|outlook|proton(?:mail)?|rocketmail|tuta(?:mail|nota)?|windowslive|yahoo|yandex|ymail|yopmail)\.(?!(?:ai|io|tv)$)(?:com|net|(?:com?\.|ne\.)?[a-z]{2})$/;

/**
 * Other email providers where anyone can get an address, but not those whose companies people monitor, such as zoho.com, nor brands
 * that are companies elsewhere.
 */
const FREE_MAIL = wordList(
	'10minutemail.com 10minutemail.net bigmir.net biglobe.ne.jp bredband.net centurylink.net cogeco.ca dispostable.com embarqmail.com getnada.com gmx.org inbox.com ' +
		'mail.ua mailfence.com onet.eu post.sk roadrunner.com rr.com so-net.ne.jp suddenlink.net t-online.hu tds.net throwawaymail.com ' +
		'tuta.io windstream.net ya.ru ybb.ne.jp zoho.in 126.com 139.com 163.com 189.cn 21cn.com abv.bg aim.com alice.it aon.at arcor.de att.net ' +
		'azet.sk bbox.fr bell.net bellsouth.net bigpond.com bigpond.net.au bk.ru bluemail.ch bluewin.ch blueyonder.co.uk bol.com.br ' +
		'btinternet.com btopenworld.com centrum.cz charter.net chello.nl citromail.hu comcast.net cox.net daum.net docomo.ne.jp duck.com ' +
		'earthlink.net eircom.net email.cz email.de ezweb.ne.jp foxmail.com free.fr freemail.hu freenet.de guerrillamail.org hanmail.net ' +
		'hetnet.nl hey.com hispeed.ch home.nl hushmail.com i.softbank.jp i.ua ig.com.br iinet.net.au inbox.lt inbox.lv inbox.ru ' +
		'indiatimes.com interia.eu interia.pl internode.on.net juno.com kpnmail.nl laposte.net libero.it list.ru mac.com mail.bg mail.com ' +
		'mail.ee mail.ru mailbox.org maildrop.cc me.com mozmail.com naver.com neuf.fr ntlworld.com o2.pl online.no op.pl optonline.net ' +
		'optusnet.com.au passmail.net planet.nl pm.me post.cz posteo.de privaterelay.appleid.com prodigy.net.mx qq.com rediffmail.com ' +
		'riseup.net runbox.com sbcglobal.net seznam.email sharklasers.com shaw.ca sify.com simplelogin.com skynet.be softbank.ne.jp ' +
		'sympatico.ca t-online.de talktalk.net telus.net temp-mail.org tempmail.com tempmail.net terra.com.br tin.it tiscali.it tlen.pl ' +
		'trashmail.com tutanota.de ukr.net verizon.net videotron.ca vip.163.com vip.qq.com virgilio.it volny.cz vp.pl vsnl.net ' +
		'walla.co.il walla.com wanadoo.fr web.de xs4all.nl xtra.co.nz yeah.net zohomail.com zohomail.eu zoznam.sk',
);

export const isFreeMail = (domain: string): boolean => FREE_MAIL.has(domain) || MAIL_BRAND.test(domain);

/** Domains of forms and templates that nobody filled in. */
const PLACEHOLDERS = wordList(
	'asdf.com company.com domain.com email.com mycompany.com mydomain.com noemail.com nomail.com none.com test.com website.com yourcompany.com yourdomain.com ' +
		'yourwebsite.com',
);

export const isPlaceholder = (domain: string): boolean => PLACEHOLDERS.has(domain);

/** The paths of companies and persons on a network, with or without a language. Other sites have such paths, too. */
const PROFILE_PATH =
	/^\/*(?:[a-z]{2}(?:-[a-z]{2})?\/|sales\/)?(?:compan(?:y|ies)|school|org|organi[sz]ations?|showcase|profiles?|pub)\/([^/?#]+)/i;

/** A person's page. The slug needs a hyphen, since `in` is also a country: `samsung.com/in/tvs/`. */
const PERSON_PATH = /^\/*in\/([a-z]+-[a-z\d-]+)\/?(?:[?#]|$)/i;

/** Pages that a company has on its own site, and language codes. */
const OWN_PAGE =
	/^(?:[a-z]{2}([-_][a-z]{2,4})?|(?:about|career|contact|culture|customer|event|index|join|life|news|our|press|resource|who|why|work)[\w-]*|awards?|apply|blog|board.*|default|facts.*|history|home|innovation|investors?|jobs?|key-.*|leadership|legal|locations?|management.*|mission.*|offices?|overview|partners?|people|philosophy|privacy.*|profile|responsibility|security|strategy|structure|sustainability|team|terms.*|tos|trust|values|vision.*)(?:\.(?:aspx?|html?|jsp))?$/i;

/** Hosts of the company that a network belongs to. */
const OWN_HOST =
	/^(?:about|ads|advertising|aws|blog|business|careers?|cloud|community|corp|corporate|developers?|docs|engineering|help|investors?|ir|jobs|legal|newsroom|partners?|press|research|sell|seller|sellercentral|status|support|tech)\./;

/** The same site in a language or for phones: `de.yelp.co.uk`, `m.facebook.com`. */
const SITE_HOST = /^(?:[a-z]{2}(?:-[a-z]{2})?|m|mobile)\./;

/** Whether the path names no page, or one that a company has on its own site. */
function isOwn(path: string): boolean {
	const [page = ''] = path.split(/[?#]/, 1);
	return page.split(/[/\\]/).every((part) => part === '' || OWN_PAGE.test(part));
}

type PageKind = keyof typeof PAGE_HOSTS;

/** Their hosts are named after customers, also of two letters. */
const CUSTOMER_KINDS: readonly PageKind[] = ['document', 'jobs', 'store'];

/** The kinds of pages below a host, with the start of their paths. Created with the first domain, so that n8n starts faster. */
let pageHosts: ReadonlyMap<string, Array<{ start: string; kind: PageKind }>> | undefined;

function readPageHosts() {
	const hosts = new Map<string, Array<{ start: string; kind: PageKind }>>();
	for (const kind of Object.keys(PAGE_HOSTS) as PageKind[]) {
		for (const entry of PAGE_HOSTS[kind]) {
			const [, host = '', start = ''] = /^([^/]+)(.*)$/.exec(entry) ?? [];
			hosts.set(host, [...(hosts.get(host) ?? []), { start, kind }]);
		}
	}
	return hosts;
}

/** The host, and those above it, also without their country: `de.yelp.co.uk`, `*.yelp.co.uk`, `yelp.co.uk`, `yelp.*`. */
function* hostsAbove(host: string): Generator<{ host: string; isBelow: boolean }> {
	for (let rest = host; rest.includes('.'); rest = rest.slice(rest.indexOf('.') + 1)) {
		const isBelow = rest !== host;
		if (isBelow) yield { host: `*.${rest}`, isBelow };
		yield { host: rest, isBelow };
		if (/^[^.]+\.(?:com?\.)?[a-z]{2,3}$/.test(rest))
			yield { host: `${rest.slice(0, rest.indexOf('.'))}.*`, isBelow };
	}
}

const urlParts = (url: string): [domain: string, path: string] => {
	const [domain = ''] = url.split(/[/\\?#]/, 1);
	return [domain, url.slice(domain.length)];
};

/** The kind of page that others have on the host. Links and wrappers are never a company's site. */
function kindOfPage(url: string): PageKind | undefined {
	pageHosts ??= readPageHosts();
	const [domain, path] = urlParts(url);
	for (const { host, isBelow } of hostsAbove(domain)) {
		const found = pageHosts.get(host)?.find(({ start }) => path.startsWith(start));
		if (!found) continue;
		if (found.kind === 'link' || found.kind === 'wrapper') return found.kind;
		const isOfOwner = isBelow ? isOwnHost(domain, found.kind, path) : isOwn(path);
		return isOfOwner ? undefined : found.kind;
	}
	return undefined;
}

/** Whether a host below a listed one isn't somebody's: `careers.tiktok.com`, but not `acme.wixsite.com`. */
const isOwnHost = (domain: string, kind: PageKind, path: string): boolean =>
	OWN_HOST.test(domain) || (!CUSTOMER_KINDS.includes(kind) && SITE_HOST.test(domain) && isOwn(path));

/** Parameters that say where a visitor came from. */
const REFERRER = /([?&#;])(?:utm_\w+|ref(?:err?er)?|source|src|via)=[^&#]*/gi;

/** A URL inside the path or query of another one: as it is, percent-encoded, or as mail filters write it. */
const INNER_URL =
	/(?:https?(?::|-3a|%(?:25)*3a)(?:\/|_|%(?:25)*2f)*|[?&](?:url|u|link|target|dest|destination|domain|redirect)=)(?:www\.)?((?:[\p{L}\p{N}-]+\.)+\p{L}{2,})/iu;

/** The other site that a URL leads to. */
function innerSite(url: string): string | undefined {
	const [domain, path] = urlParts(url);
	const [, found] = (path && INNER_URL.exec(path.replace(REFERRER, '$1'))) || [];
	const inner = found?.toLowerCase();
	if (inner === undefined || `.${domain}`.endsWith(`.${inner}`) || inner.endsWith(`.${domain}`))
		return undefined;
	return inner;
}

/** The page of a profile on a site that no list has. */
function profileIn(url: string): string | undefined {
	const [domain, path] = urlParts(url);
	const [, slug] = PROFILE_PATH.exec(path) ?? PERSON_PATH.exec(path) ?? [];
	return slug === undefined || OWN_PAGE.test(slug) ? undefined : domain;
}

export const lastLabelOf = (domain: string): string => domain.slice(domain.lastIndexOf('.') + 1);

/** The rules of the Public Suffix List. Read with the first domain, so that n8n starts faster. */
let suffixRules: ReadonlySet<string> | undefined;

/** An ending below which everyone can have a domain: `co.uk`, `github.io`. */
function publicSuffix(domain: string): string | undefined {
	suffixRules ??= new Set(SUFFIX_RULES);
	const isInRule =
		suffixRules.has(`*.${domain.slice(domain.indexOf('.') + 1)}`) && !suffixRules.has(`!${domain}`);
	return isInRule || suffixRules.has(domain) ? domain : undefined;
}

let publicEndings: ReadonlySet<string> | undefined;

function unknownEnding(domain: string): string | undefined {
	publicEndings ??= new Set(SUFFIX_RULES.map(lastLabelOf));
	const ending = lastLabelOf(domain);
	return publicEndings.has(ending) ? undefined : ending;
}

/** `wwwacme.com`, `https-www.acme.com`, but not `wwf.org`, `wwwx.com` or `httpool.com`. */
const STUCK_START = /^(?:https?-?)?www-?(?=[^.]{3,}\.)|^https?-?www\.|^http(?:s-?|-)(?=[^.]{3,}\.)/;

export const USE_ONE =
	'Use one of them. If you dragged a column into the field, remove what was there before';
const A_SHORT_LINK = 'is a short link';
const LEADS_TO = 'Use the domain that it leads to';
const ANOTHER_SITE = 'leads to another site';
const AN_ACCOUNT = 'is an account on a network';

const pagesOf = (kind: PageKind, is: string, todo: string, refuses: string, passes: string): Sign => ({
	form: (url) => (kindOfPage(url) === kind ? url : undefined),
	is,
	todo: { page: todo },
	source: `pageHosts.json, ${kind}`,
	refuses,
	passes,
});

/** Hosts, domains and URLs of websites, with international names in words. */
export const DOMAIN_SIGNS: readonly Sign[] = [
	{
		form: /_/,
		is: 'has an underscore, which domains of websites rarely have',
		todo: { host: '' },
		source: 'RFC 1123 section 2.1',
		refuses: 'my_shop.example.com',
		passes: 'my-shop.example.com',
	},
	{
		// A raised dot belongs only between two letters l, in Catalan.
		form: /\p{S}|(?<!l)\u00b7|\u00b7(?!l)/u,
		is: 'has a symbol, which company domains rarely have',
		todo: { host: '' },
		source: 'RFC 5892',
		refuses: '☃.example.com',
		passes: 'il·lusio.example.com',
	},
	{
		// Such as a Cyrillic a in a Latin word.
		form: /\p{Script=Latin}[^.]*[\p{Script=Cyrillic}\p{Script=Greek}]|[\p{Script=Cyrillic}\p{Script=Greek}][^.]*\p{Script=Latin}/u,
		is: 'mixes letters of two alphabets that look alike',
		todo: { host: 'Type it again' },
		source: 'no registry has such names',
		refuses: '\u0430cme.com',
		passes: 'пример.com',
	},
	{
		form: unknownEnding,
		is: (ending) => `may not exist: ".${ending}" isn't a known ending of domains`,
		todo: { ending: '' },
		source: 'publicsuffix.org, of which the package has a copy',
		refuses: 'acme.con',
		passes: 'acme.com',
	},
	{
		form: /^www\./,
		is: (_, domain) => `The service may remove www from ${domain} and find no domain`,
		todo: { domain: '' },
		source: 'docs/contributing/api.md, Create a radar',
		refuses: 'www.com',
		passes: 'wwe.com',
	},
	{
		form: (domain) => (isFreeMail(domain) ? domain : undefined),
		is: 'is an email provider',
		todo: { domain: OWN_DOMAIN },
		source: 'domains of private email addresses in CRMs',
		refuses: 'yahoo.com.mx',
		passes: 'zoho.com',
	},
	{
		form: publicSuffix,
		is: 'is an ending of domains, under which everyone can have one',
		todo: { domain: OWN_DOMAIN },
		source: 'publicsuffix.org',
		refuses: 'co.uk',
		passes: 'acme.co.uk',
	},
	{
		form: PLACEHOLDERS,
		is: 'is a placeholder',
		todo: { domain: OWN_DOMAIN },
		source: 'forms and templates that nobody filled in',
		refuses: 'yourcompany.com',
		passes: 'company.de',
	},
	{
		form: /^(?:e?mail\d*|webmail|smtp\d*|imap\d*|pop3?|mx\d*|mta\d*|autodiscover|w|ww|w{4,}|https?)\.(?!(?:com?|org|net|ac|edu|gov)\.[a-z]{2}$)[^.]+\./,
		is: 'is a host for mail, or has a mistyped www',
		todo: { domain: (_, domain) => `Use ${domain.slice(domain.indexOf('.') + 1)}` },
		source: 'hosts in mail headers and typed addresses',
		refuses: 'ww.example.com',
		passes: 'mail.co.uk',
	},
	{
		form: /\.[a-z]{2,3}www\.|^(.+\.[a-z]{2,6})\1$/,
		is: 'may be two values in one',
		todo: { domain: USE_ONE },
		source: 'columns that were dragged into a field with a value',
		refuses: 'acme.comwww.acme.com',
		passes: 'shop.acmewww.com',
	},
	{
		form: STUCK_START,
		is: (stuck) => `has "${stuck}" stuck to its start`,
		todo: { domain: (stuck, domain) => `Use ${domain.slice(stuck.length)}` },
		source: 'addresses that were typed, or lost their punctuation',
		refuses: 'httpswwwacme.com',
		passes: 'httpool.com',
	},
	{
		form: /^ww(?:1|[1-9]\d)\./,
		is: 'is an address of pages that sell lapsed domains',
		todo: { domain: "Check the company's website" },
		source: 'redirects of parked domains',
		refuses: 'ww38.acme.com',
		passes: 'ww2.acme.com',
	},
	pagesOf(
		'sale',
		'is a page that sells a domain',
		OWN_DOMAIN,
		'hugedomains.com/domain_profile.cfm?d=acme.com',
		'hugedomains.com',
	),
	{
		form: innerSite,
		is: ANOTHER_SITE,
		todo: { page: (inner) => `Use its domain, ${inner}` },
		source: 'links out of search results, archives, translations and mail filters',
		refuses: 'example.com/redirect?url=https://acme.com',
		passes: 'example.com/?utm_source=https://acme.com',
	},
	pagesOf('link', A_SHORT_LINK, LEADS_TO, 'bit.ly', 'bitly.com'),
	pagesOf('wrapper', ANOTHER_SITE, LEADS_TO, 'href.li', 'archive.org'),
	pagesOf('network', AN_ACCOUNT, OWN_DOMAIN, 'facebook.com/acme', 'facebook.com/careers'),
	pagesOf('directory', 'is an entry in a directory', OWN_DOMAIN, 'yelp.com/biz/acme', 'yelp.com'),
	pagesOf('store', 'is a page of a marketplace', OWN_DOMAIN, 'etsy.com/shop/acme', 'etsy.com/about'),
	pagesOf('jobs', 'is a page of a job board', OWN_DOMAIN, 'jobs.lever.co/acme', 'lever.co'),
	pagesOf(
		'document',
		'is on a site where anyone can have pages',
		OWN_DOMAIN,
		'docs.google.com/document/d/1abc',
		'google.com/about',
	),
	{
		form: /^[^.]{1,4}\.[a-z]{2,3}\/(?=\S*\d)(?=\S*[a-z])(?=\S*[A-Z])[\w-]{5,12}$/,
		is: A_SHORT_LINK,
		todo: { page: LEADS_TO },
		source: 'link shorteners with a domain of their own',
		refuses: 'acm.ly/3xAbC9d',
		passes: 'acm.ly/products',
	},
	{
		form: /^[^/\\?#]+[/\\]+@[^/\\?#]/,
		is: AN_ACCOUNT,
		todo: { page: OWN_DOMAIN },
		source: 'networks that no list has',
		refuses: 'network.example/@acme',
		passes: 'network.example/acme',
	},
	{
		form: profileIn,
		is: (domain) => `Is ${domain} the company's own site?`,
		todo: {
			page: (_, url) => `If so, enter only the domain. If ${quoted(url)} is a profile, use Profile URL`,
		},
		source: 'profile URLs of networks that no list has',
		refuses: 'network.example/company/acme',
		passes: 'network.example/company/about',
	},
];
