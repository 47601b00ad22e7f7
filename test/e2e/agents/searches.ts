import { ACTION, TRIGGER, VISITOR_TRIGGER } from '../../../tools/shared/nodeTypes';

/** What people type who don't know the nodes, and the node that must come first of ours. */
export const SEARCHES: ReadonlyArray<readonly [phrase: string, type: string]> = [
	['website visitors', VISITOR_TRIGGER],
	['who visits my website', VISITOR_TRIGGER],
	['funding', TRIGGER],
	['hiring signals', TRIGGER],
	['contact changed jobs', TRIGGER],
	['job change alert', TRIGGER],
	['track champions', TRIGGER],
	['champion left', TRIGGER],
	['reviews', TRIGGER],
	['new hires', TRIGGER],
	['promotions', TRIGGER],
	['social posts', TRIGGER],
	['buying signals', TRIGGER],
	['intent data', TRIGGER],
	['sales triggers', TRIGGER],
	['radar', ACTION],
	['create radar', ACTION],
	['company reveal', ACTION],
	['ip to company', ACTION],
	['ip address', ACTION],
	['prospecting', ACTION],
	['de-anonymize', ACTION],
];

/** Of these, words such as "trigger" and "list" lead n8n's assistant to n8n's own nodes, since it searches for each by itself. */
export const PANEL_SEARCHES: typeof SEARCHES = [
	['sync list', ACTION],
	['new hires trigger', TRIGGER],
	['funding trigger', TRIGGER],
	['website visitor trigger', VISITOR_TRIGGER],
];
