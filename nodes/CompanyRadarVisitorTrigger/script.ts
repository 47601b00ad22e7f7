import { UTM_KEYS } from './pageView';

interface ScriptSettings {
	everyPage: boolean;
	/** As `pathKey` returns them. */
	pagesThatMatter: readonly string[];
	respectDoNotTrack: boolean;
	waitForConsent: boolean;
}

/** Of the script, and where it sends page views, below the node's webhook ID. */
export const PATH = 'visitor.js';

export const snippetFor = (url: string): string => `<script async src="${url}"></script>`;

const UTM = UTM_KEYS.map((key) => key.slice('utm_'.length)).join('|');

const RESPECT = '||n.doNotTrack==1||n.globalPrivacyControl';

/** A pattern for the rest of a path after its first slash, as browsers send it. */
const pattern = (path: string): string =>
	encodeURI(path.slice(1))
		.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
		.replaceAll('/', '\\/+');

/** Skips pages reached from the website itself, unless they matter, since a request costs n8n a little. n8n looks again. */
const skipUnless = (pages: readonly string[]): string =>
	`if(r==l.host&&!/^\\/+(${pages.map(pattern).join('|')})(\\/|$)/i.test(p))return;`;

/**
 * Runs once in the website and sends each page once, as plain text to avoid a preflight request. It never throws into the page.
 * A prerendered page is sent when it is shown. A hash such as `#/pricing` is part of the path. While it waits for consent, nothing
 * is sent until `companyRadar()` is called. A browser forgets what it has cached of a URL that it posts to, so views have another one.
 */
export function visitorScript(url: string, settings: ScriptSettings): string {
	const { everyPage, pagesThatMatter: pages, respectDoNotTrack, waitForConsent } = settings;
	const skip = everyPage || pages.includes('/') ? '' : skipUnless(pages);
	return `try{(a=>{let w=window,d=document,n=navigator,l=location,h=history,c=${waitForConsent || 'd.currentScript?.dataset.wait!=null'},t={},i=0,g,
view=()=>{try{let p=(l.pathname+l.hash).replace(/\\/?#!?\\//,"/").replace(/[?#].*/,""),r="",u={};if(t[p])return;t[p]=1;try{r=i++?l.host:new URL(d.referrer).host}catch{}${skip}for(let[k,v]of new URLSearchParams(l.search))/^utm_(${UTM})$/i.test(k)&&(u[k]=v);fetch(a+"?v",{method:"POST",body:JSON.stringify({o:l.origin,p,r,u,c}),mode:"no-cors",keepalive:1}).catch(view)}catch{}},
start=()=>{view();for(let k of["pushState","replaceState"]){let f=h[k];h[k]=(...z)=>{f.apply(h,z);view()}}addEventListener("popstate",view)},
go=()=>{g||(g=1,d.prerendering?d.addEventListener("prerenderingchange",start):start())};
if(w[a]||n.webdriver${respectDoNotTrack ? RESPECT : ''})return;w[a]=1;c&&!w.companyRadar?w.companyRadar=go:go()})(${JSON.stringify(url)})}catch{}`;
}
