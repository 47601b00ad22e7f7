import type { IDataObject } from 'n8n-workflow';

import { CREATE_EACH, REVEAL_EACH, SYNC_LIST } from '../support/paidOperations';
import { useSandbox } from '../support/sandbox';
import { CONTINUE, DUPLICATES, SPLIT, storiesOf, type Step } from '../support/stories';

/** What a radar is created with, by whoever asks: it's refused if it may be a mistake, unless that is allowed. */
const service = useSandbox({ settings: { unlimited: true } });
const told = storiesOf(service);

const create = { ...CREATE_EACH, radarType: 'company_mentions' };
const inBulk = { resource: 'bulkRequest', operation: 'create', radarsFrom: 'itemJson' };
const sync = { ...SYNC_LIST, radarsFrom: 'itemJson', syncMode: 'apply' };

const mentions = (...names: string[]) =>
	names.map((domain): IDataObject => ({ radar_type: 'company_mentions', domain }));
const ALLOWED = { allowDoubtful: true };
const GMAIL = mentions('gmail.com');
const BOTH = mentions('w3.org', 'gmail.com');
const NOTHING: Step = { active: '', writes: 0 };
const GO_ON = /turn on 'Allow Doubtful Values' under Options\.<br>To go on with the other items/;

describe.each([
	['Radar: Create', create],
	['Radars in Bulk: Create', inBulk],
])('%s', (_, parameters) => {
	const run = (items: IDataObject[], step: Step): Step => ({ run: parameters, items, ...step });
	const refused = (items: IDataObject[], step: Step) => run(items, { ...NOTHING, ...step });
	const ifGmail = { allowDoubtful: '={{ $json.domain === "gmail.com" }}' };
	const lists = { radarsFrom: 'list', radars: JSON.stringify(BOTH) };

	told({
		'buys nothing with a doubtful value, not even for the other items': [
			refused(BOTH, { fails: /"gmail.com" is .*email provider/, says: GO_ON }),
		],
		'names no way to go on where there is none': [
			...(parameters === inBulk ? [refused([{}], { set: lists, fails: /./, hides: /To go on/ })] : []),
			run(mentions('w3.org', 'ietf.org'), { balance: 1, fails: /./, hides: /To go on/ }),
		],
		'buys for the other items under On Error: Continue': [
			run(BOTH, {
				node: CONTINUE,
				rows: [{ domain: 'w3.org' }, { error: expect.stringContaining('email provider') }],
				active: 'w3.org',
			}),
		],
		'buys it for the items that allow it': [
			refused(mentions('gmail.com', 'w3.org', 'outlook.com'), { options: ifGmail, fails: /"outlook.com"/ }),
			run(BOTH, { options: ifGmail, active: 'gmail.com w3.org' }),
		],
		'does not ask about a radar that exists, since it costs nothing': [
			run(GMAIL, { options: ALLOWED }),
			run([...BOTH, ...GMAIL], { column: { already_existed: [false, true, true] }, charges: 2 }),
		],
		'buys no second one where the account allows duplicates': [
			run(GMAIL, { change: DUPLICATES, options: ALLOWED }),
			run(GMAIL, { charges: 1 }),
		],
		'shows it in a dry run as refused, with the reason': [
			refused(BOTH, {
				set: { dryRun: true },
				column: { result: ['Would be created', 'Would be refused'] },
				rows: [{}, { reason: expect.stringContaining('email provider') }],
			}),
			refused(GMAIL, { set: { dryRun: true }, says: 'refused. Nothing would be charged. Your balance' }),
		],
	});
});

describe('The error of several rows', () => {
	const named = ['Acme Inc.', 'Blue Harbor', 'w3'].map((domain) => ({
		...mentions(domain)[0],
		site: 'w3.org',
	}));
	const hires = (job_titles: string) => ({ radar_type: 'company_new_hires', domain: 'w3.org', job_titles });
	const fails = (items: IDataObject[], step: Step): Step => ({ run: inBulk, items, fails: /./, ...step });

	told({
		'explains up to ten kinds of wrong rows at once, each with its items and their names': [
			fails([...GMAIL, ...mentions('w3.org', ...Array.from({ length: 12 }, (_, index) => `acme${index}`))], {
				fails: /"gmail.com"/,
				says: /<br>Item 0 \(gmail\.com\): .*<br>Item 2 \(acme0\): .*Company Domain.* The same for items 3 \(acme1\), [^<]*7 \(acme5\) and 6 more\.<br>(?!Item )/,
			}),
		],
		'names the column that has domains': [
			fails(named, { says: /The column "site" of these items has domains\.$/ }),
			fails([...named, ...GMAIL], { hides: /has domains/ }),
		],
		'says once what is wrong in the same way, in whole sentences': [
			fails([{ domain: '' }, { domain: '' }, { domain: '' }], {
				run: { ...inBulk, radarType: 'contact_job_changes', fullName: '' },
				says: /<br>Item 0: [^<]+\. The same for items 1, 2\.<br>/,
			}),
		],
		'keeps the mark of a mistake below its place': [
			fails(['sales and marketing', 'sales (or'].map(hires), {
				says: /\nNothing was sent\.<br>Item 0 \(w3\.org\):<br><code>sales&nbsp;and[^^]*\^[^^]*$/,
			}),
		],
	});
});

describe('Radar: Sync List', () => {
	const apply = (items: IDataObject[], step: Step = {}): Step => ({ run: sync, items, ...step });
	const keyed = (domain: string) => mentions(domain).map((row) => ({ ...row, custom_fields: { id: '7' } }));
	const KEYED = { keyField: 'id', replaceChanged: true, maximumToDeactivate: '100%' };
	const FIVE = mentions('w3.org', 'ietf.org', 'ecma.org', 'gmail.com', 'whatwg.org');

	told({
		'refuses a doubtful row, and goes on with the others, whatever On Error is': [{}, CONTINUE, SPLIT].map(
			(node) =>
				apply(mentions('w3.org', 'gmail.com', 'ietf.org'), {
					node,
					gives: expect.stringMatching(
						/^refused gmail\.com, (created|keep) w3\.org, (created|keep) ietf\.org$/,
					) as never,
					active: 'ietf.org w3.org',
				}),
		),
		'keeps the radar of a row that has become doubtful, and deactivates what has gone': [
			apply(FIVE, { options: ALLOWED }),
			apply(FIVE.slice(1), {
				gives: 'deactivated w3.org, keep ietf.org, keep ecma.org, keep gmail.com, keep whatwg.org',
			}),
		],
		'replaces no radar by a doubtful one': [
			apply(keyed('w3.org'), { options: KEYED }),
			apply(keyed('gmail.com'), { options: KEYED, gives: 'refused gmail.com', active: 'w3.org' }),
		],
	});
});

told({
	'Company: Reveal looks up no anonymized address': ['93.184.0.0', '93.184.216.0', '2a00:1450:4001::'].map(
		(ip) => ({
			run: REVEAL_EACH,
			items: [{ ip: '8.8.8.12' }, { ip }],
			fails: /'IP Address': .*anonymized/,
			says: GO_ON,
			requests: 0,
		}),
	),
	'a tool ignores the option': [
		{
			run: { ...create, options: { ...ALLOWED, maximumRadars: 1 } },
			items: GMAIL,
			node: { type: 'n8n-nodes-company-radar.companyRadarTool' },
			fails: /email provider/,
			says: "\nNothing was sent. Correct it. An AI agent can't use doubtful values.",
			...NOTHING,
		},
	],
});
