import { isbot } from 'isbot';

/** Assistants that load a page for a person, such as `ChatGPT-User/2.0`. */
const ASSISTANT = /\b[\w-]+-user\/\d/i;

/** The model of a phone, which may be named like a program: CUBOT, Spider X1. Some apps repeat it. */
const PHONE = /\b(?:(?<=Android [\d.]+;(?: [a-z]{2}-[a-z]{2};)? )[^;)]+|FB(?:MF|BD|DV)\/[^;\]]+)/gi;

type ViewHeaders = Record<string, string | string[] | undefined>;

interface VisitorSettings {
	respectDoNotTrack: boolean;
	waitForConsent: boolean;
}

/** Why the visitor is left alone; undefined if a person looks at the page and agrees. The script asks, too, but this is the judge. */
export function reasonToSkip(
	headers: ViewHeaders,
	hasConsent: boolean,
	{ respectDoNotTrack, waitForConsent }: VisitorSettings,
): 'bot' | 'doNotTrack' | 'noConsent' | undefined {
	const userAgent = String(headers['user-agent'] ?? '').replace(PHONE, '');
	if (userAgent === '' || isbot(userAgent) || ASSISTANT.test(userAgent)) return 'bot';
	if (/prefetch|prerender/.test(`${headers['sec-purpose'] ?? ''}${headers.purpose ?? ''}`)) return 'bot';
	if (respectDoNotTrack && (headers.dnt === '1' || headers['sec-gpc'] === '1')) return 'doNotTrack';
	return waitForConsent && !hasConsent ? 'noConsent' : undefined;
}
