import type { PageSettings } from './pageView';

/** What the script in the page goes by. */
interface ScriptSettings extends Pick<PageSettings, 'everyPage' | 'pagesThatMatter'> {
	respectDoNotTrack: boolean;
}

/** The line to paste into the website. */
export const snippetFor = (url: string): string => `<script async src="${url}"></script>`;

const RESPECT = 'if(navigator.doNotTrack==1||navigator.globalPrivacyControl)return;';

/** Pages that the website itself led to and that don't matter are not sent: a request costs n8n about as much as an execution. */
const skipUnless = (pages: readonly string[]): string =>
	`if(r==l.host&&!${JSON.stringify(pages.map((page) => page.replace(/\/?$/, '/')))}.some(m=>(p+"/").startsWith(m)))return;`;

/**
 * Runs in the website. Sends each page once, as plain text: anything else would need a preflight request. A prerendered page waits until it
 * is shown, and data-wait until companyRadar() is called.
 */
export const visitorScript = (url: string, settings: ScriptSettings): string =>
	`/* ${snippetFor(url)} */
(()=>{let d=document,l=location,h=history,q=h.pushState,s=d.currentScript,a=s.src,t={},i=0,on=addEventListener,
view=()=>{let p=l.pathname,r="",u={};if(t[p])return;t[p]=1;try{r=i++?l.host:new URL(d.referrer).host}catch{}${
		settings.everyPage ? '' : skipUnless(settings.pagesThatMatter)
	}
for(let[k,v]of new URLSearchParams(l.search))/^utm_/.test(k)&&(u[k]=v);fetch(a,{method:"POST",body:JSON.stringify({o:l.origin,p,r,u}),mode:"no-cors",keepalive:!0}).catch(()=>{})},
start=()=>{view();h.pushState=function(){q.apply(h,arguments);view()};on("popstate",view)},
go=()=>{d.prerendering?d.addEventListener("prerenderingchange",start):start()};
${settings.respectDoNotTrack ? RESPECT : ''}
on("securitypolicyviolation",e=>{e.blockedURI==a&&console.warn("connect-src blocks "+a)});
s.hasAttribute("data-wait")&&!self.companyRadar?companyRadar=go:go()})()`;
