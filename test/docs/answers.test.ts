import { anchorsIn, PAGES_IN_TWO_CLICKS, textOf } from './markdown';

/** What users ask, and where it is answered. */
const ANSWERS: ReadonlyArray<readonly [question: string, ...places: string[]]> = [
	[
		'Which service is this for, where do I get a key and the Base URL, is there a trial?',
		'README.md#connect',
	],
	[
		'Which fields does an update have, or a reveal?',
		'docs/output-fields.md#updates',
		'docs/output-fields.md#reveals',
	],
	['Which radar type do I need?', 'docs/radar-types.md#which-one'],
	[
		'How is a type charged, and how do I see that before I create one?',
		'docs/radar-types.md#what-each-type-costs',
	],
	['How do I stop paying?', 'docs/stop-and-uninstall.md#stop-paying'],
	[
		'What happens to my radars when I unpublish or uninstall?',
		'docs/stop-and-uninstall.md#unpublish-a-workflow',
		'docs/stop-and-uninstall.md#uninstall',
	],
	[
		'How do I edit or replace a radar?',
		'docs/stop-and-uninstall.md#edit-a-radar',
		'docs/watch-a-list.md#replacing-radars',
	],
	[
		'The balance ran out and I topped up: which radars come back?',
		'docs/stop-and-uninstall.md#when-the-balance-runs-out',
	],
	['How do I try everything without paying?', 'docs/get-started.md#2-try-the-nodes-with-your-key'],
	['I get too many updates, or the wrong ones.', 'docs/filter-titles.md#too-many-or-wrong-updates'],
	['How do I work for several clients?', 'docs/accounts-and-privacy.md#several-accounts-or-clients'],
	['Can two workflows read the same updates?', 'docs/accounts-and-privacy.md#two-workflows-on-one-account'],
	[
		'What about the GDPR, and how long is data kept?',
		'docs/accounts-and-privacy.md#personal-data',
		'docs/accounts-and-privacy.md#how-long-data-is-kept',
	],
	[
		'How do I update the package, and does my workflow change?',
		'docs/stop-and-uninstall.md#update-the-package',
	],
	['I come from Zapier, Make or the HTTP Request node.', 'docs/get-started.md#coming-from-another-tool'],
	['Why was I charged?', 'docs/money.md#why-was-i-charged'],
	[
		'What do 40 accounts cost, can I undo an Apply, why do messages come twice?',
		'docs/troubleshooting.md#questions',
	],
	["Why doesn't the demo start?", 'docs/troubleshooting.md#the-demo-doesnt-start'],
	["How do I get only last week's updates?", 'docs/operations.md#updates-of-a-period'],
];

test.each(ANSWERS)('%s', (_, ...places) => {
	for (const place of places) {
		const [page = '', anchor] = place.split('#');
		expect(PAGES_IN_TWO_CLICKS).toContain(page);
		expect(anchorsIn(textOf(page))).toContain(anchor);
	}
});
