import { EVERY_PAGE, FIRST_PAGE } from './fields';
import { UTM_KEYS } from './pageView';
import { pathPattern } from './paths';

interface ScriptSettings {
	/** The choice under Pages. */
	pages: string;
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

/** Skips pages that don't count, since a request costs n8n a little. n8n looks again. */
function skipped({ pages, pagesThatMatter }: ScriptSettings): string {
	if (pages === EVERY_PAGE) return '';
	const inside = pages === FIRST_PAGE ? 'r==l.host&&' : '';
	return `let q=p;try{q=decodeURIComponent(p)}catch{}if(${inside}!/${pathPattern(pagesThatMatter)}/i.test(q.normalize().toLowerCase()))return;`;
}

/**
 * Runs once in the website and sends each page once, as plain text to avoid a preflight request. It never throws into the page.
 * A prerendered page is sent when it is shown. A hash such as `#/pricing` is part of the path. All scripts of a page share one
 * `companyRadar`: each wraps the function it finds, whose `c` is the visitor's answer, and only true is consent. A visit begins
 * where the visitor agrees. `?n8n_visitor=off` keeps a flag with which nothing is sent from this browser. A browser forgets what it has cached of a URL that it posts to, so views have another one.
 */
export function visitorScript(url: string, settings: ScriptSettings): string {
	const { respectDoNotTrack, waitForConsent } = settings;
	return `try{(a=>{let w=window,d=document,n=navigator,l=location,h=history,x=w.companyRadar,c=typeof x=="function"?x.c:x,t={},i=0,k="n8n_visitor",m=/[?&]n8n_visitor=(on|off)\\b/.exec(l.href)?.[1],g,s,
view=()=>{try{if(c${waitForConsent ? '!==true' : '===false'})return;let p=(l.pathname.replace(/;.*/,"")+l.hash.replace(/[?&=;].*/,"")).replace(/\\/?#!?\\//,"/").replace(/[?#].*/,""),r="",u={},b=s;s=0;if(t[p])return;t[p]=1;try{r=i++?l.host:new URL(d.referrer).host}catch{}if(b&&r==l.host)r="";${skipped(settings)}try{if(m=="off"||localStorage[k])return}catch{}for(let[k,v]of new URLSearchParams(l.search))/^utm_(${UTM})$/i.test(k)&&(u[k]=v);fetch(a+"?v",{method:"POST",body:JSON.stringify({o:l.origin,p,r,u,c:c===true}),mode:"no-cors",keepalive:1}).catch(()=>{})}catch{}},
start=()=>{view();if(w.navigation)navigation.addEventListener("currententrychange",view);else{for(let k of["pushState","replaceState"]){let f=h[k];h[k]=(...z)=>{f.apply(h,z);view()}}addEventListener("popstate",view)}},
go=()=>{g?view():d.prerendering?d.addEventListener("prerenderingchange",go,{once:true}):(g=1,start())},
f=(...v)=>{f.c=c=!v.length||v[0]===true;s=1;if(c)go();if(typeof x=="function")x(...v)};
if(w[a]||n.webdriver${respectDoNotTrack ? RESPECT : ''})return;w[a]=1;f.c=c;w.companyRadar=f;try{m=="on"?delete localStorage[k]:m&&(localStorage[k]=1)}catch{}${waitForConsent ? 'c===true&&' : ''}go()})(${JSON.stringify(url)})}catch{}`;
}
