import { readFileSync } from 'node:fs';

import { compared, type Finding } from '../section';
import { until } from '../../../tools/shared/until';
import { sent, sentBefore } from './page';
import { VisitorWorkflow } from './visitorWorkflow';
import { visitFrom, type World } from './world';

/** The line that the pages tell users to run. */
const agree = () =>
	/^typeof companyRadar .*$/m.exec(readFileSync('docs/website-visitors.md', 'utf8'))?.[0] ?? '';
const refuse = () => agree().replace('companyRadar()', 'companyRadar(false)').replace('true', 'false');

/** A tool that tells its answer at every load and at every change, as most do; nothing before the visitor chose. */
const tool = () => `<script>
	const tell = () => ({ yes: () => { ${agree()} }, no: () => { ${refuse()} } })[sessionStorage.choice]?.();
	const choose = (choice) => { sessionStorage.choice = choice; tell(); };
	tell();
	addEventListener('load', tell);
	addEventListener('load', tell);
</script>`;

interface Look {
	what: string;
	/** Before the scripts. */
	head?: string;
	/** What the visitor does after the page was loaded, in one page after the other. */
	pages: Array<[path: string, ...steps: string[]]>;
	expected: string[];
}

const PUSH = (path: string) => `history.pushState({}, '', '${path}')`;

/** Made when the section runs: compiled commands have no pages. */
const looks = (): Look[] => [
	{
		what: 'nobody agrees, and an element has its name',
		head: '<a id="companyRadar" name="companyRadar">Radar</a>',
		pages: [['/first', PUSH('/pricing')]],
		expected: [],
	},
	{
		what: 'a tool tells the answer at every load and change: on the second page yes, then no',
		head: tool(),
		pages: [
			['/first'],
			['/second', `choose('yes')`, `choose('yes')`, PUSH('/pricing'), `choose('no')`, PUSH('/demo')],
			['/pricing'],
		],
		expected: ['/second', '/second', '/pricing', '/pricing'],
	},
];

async function lookAt(
	world: World,
	{ what, head = '', pages, expected }: Look,
	snippets: string,
): Promise<Finding> {
	const { website } = world;
	const usual = website.head;
	website.head = head + snippets;
	const { paths, messages } = await sentBefore(
		world,
		async (page) => {
			let count = 0;
			for (const [path, ...steps] of pages) {
				await page.goto(website.origin + path, { waitUntil: 'load' });
				for (const step of steps) await page.evaluate(step);
				count += expected.filter((each) => each === path).length;
				await until(`${path} is sent`, () => sent(world).length >= count);
			}
		},
		{ head: usual, count: expected.length },
	);
	website.head = usual;
	return compared(
		`consent, two triggers on a page, ${what}: sent and console`,
		[paths.sort(), messages],
		[[...expected].sort(), []],
	);
}

/** Without a script there is nothing to call, and the line doesn't stop what stands after it. */
async function blocked(world: World): Promise<Finding> {
	const { website } = world;
	const usual = website.head;
	website.head = `<script>let after = 0; for (const each of [1, 2, 3]) { ${agree()} after++ }</script>`;
	let after: unknown;
	const { messages } = await sentBefore(
		world,
		async (page) => {
			await page.goto(`${website.origin}/first`);
			after = await page.evaluate('after');
		},
		{ head: usual },
	);
	website.head = usual;
	return compared('consent, the script is blocked: calls that went on, console', [after, messages], [3, []]);
}

async function published(world: World, waitForConsent: boolean): Promise<[VisitorWorkflow, snippet: string]> {
	const workflow = await VisitorWorkflow.create(world, { options: { waitForConsent } });
	const [sample] = await workflow.executeStep();
	await workflow.publish();
	return [workflow, String(sample?.snippet)];
}

/** Consent in a real browser, on pages with the lines of two triggers that wait for it. */
export async function consent(world: World): Promise<Finding[]> {
	const [[usual, snippet], [one, first], [other, second]] = [
		await published(world, false),
		await published(world, true),
		await published(world, true),
	];
	world.website.head = snippet;
	visitFrom(world, '10.0.0.1');
	const findings: Finding[] = [];
	for (const look of looks()) {
		world.log(`consent: ${look.what}`);
		findings.push(await lookAt(world, look, first + second));
	}
	findings.push(await blocked(world));
	for (const workflow of [usual, one, other]) await workflow.unpublish();
	return findings;
}
