import type { PageSettings } from './pageView';

interface ScriptSettings extends Pick<PageSettings, 'everyPage' | 'pagesThatMatter'> {
	respectDoNotTrack: boolean;
}

export const snippetFor = (url: string): string => `<script async src="${url}"></script>`;

const RESPECT = 'if(navigator.doNotTrack==1||navigator.globalPrivacyControl)return;';

/** Skips pages reached from the website itself, unless they matter: a request costs n8n about as much as an execution. */
const skipUnless = (pages: readonly string[]): string =>
	`if(r==l.host&&!${JSON.stringify(pages.map((page) => page.replace(/\/?$/, '/')))}.some(m=>(p+"/").startsWith(m)))return;`;

/**
 * Runs in the website and sends each page once, as plain text to avoid a preflight request. A prerendered page is sent when it is shown.
 * With data-wait, nothing is sent until companyRadar() is called.
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
