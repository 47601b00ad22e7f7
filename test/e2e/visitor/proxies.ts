import { until } from '../../../tools/shared/until';
import { compared, type Finding } from '../section';
import { lookedUp, view, type View, VisitorWorkflow } from './visitorWorkflow';
import type { World } from './world';

const RIGHT = '93.184.217.1';
const FORGED = '9.9.9.9';

interface Case {
	what: string;
	hops: string;
	views: Array<Omit<View, 'address'> & { forwarded?: string }>;
	lookedUp: string[];
	/** What n8n's log says. */
	says?: RegExp;
}

const CASES: Case[] = [
	{
		what: 'right hops: an address, IPv6, with a port, private, garbage',
		hops: '1',
		views: [
			RIGHT,
			'2a00:1450:4001::1',
			'"[2a00:1450:4002::2]:4711"',
			'93.184.217.12:5555',
			'10.0.0.7',
			'garbage',
		].map((forwarded) => ({ forwarded })),
		lookedUp: [RIGHT, '2a00:1450:4001::1', '2a00:1450:4002::2', '93.184.217.12'],
	},
	{
		what: "right hops: proxies of the visitor's company, a forged entry",
		hops: '1',
		views: ['10.1.2.3, 93.184.217.23', 'unknown, 93.184.217.24', `${FORGED}, 93.184.217.25`].map(
			(forwarded) => ({
				forwarded,
			}),
		),
		lookedUp: ['93.184.217.23', '93.184.217.24', '93.184.217.25'],
	},
	{
		what: "right hops: a request to n8n's own port, then another visitor",
		hops: '1',
		views: [{}, { forwarded: '93.184.217.34' }],
		lookedUp: ['93.184.217.34'],
	},
	{
		what: 'missing hops: through a proxy, 25 visitors',
		hops: '0',
		views: Array.from({ length: 25 }, (_, index) => ({ forwarded: `93.184.214.${index + 1}` })),
		lookedUp: [],
		says: /Page views come from private addresses/,
	},
	{
		what: 'too many hops: through a proxy, 25 visitors',
		hops: '2',
		views: Array.from({ length: 25 }, (_, index) => ({ forwarded: `93.184.214.${index + 1}` })),
		lookedUp: [],
		says: /Page views passed fewer proxies than N8N_PROXY_HOPS says/,
	},
	{
		what: 'too many hops, then with a forged entry',
		hops: '2',
		views: [{ forwarded: '93.184.217.45' }],
		lookedUp: [],
	},
];

/** Which address is looked up behind proxies: the right one, or none. n8n starts with the hops of the first case. */
export async function proxies(world: World): Promise<Finding[]> {
	const { host, sandbox } = world;
	const workflow = await VisitorWorkflow.create(world, { spendingLimit: 100 });
	await workflow.publish();
	const findings: Finding[] = [];
	let hopsNow = '1';
	for (const { what, hops, views, lookedUp: expected, says } of CASES) {
		if (hops !== hopsNow) {
			hopsNow = hops;
			await host.restart({ N8N_PROXY_HOPS: hops });
			await until('n8n answers', async () => (await view(world, workflow, { address: '' })) === 204);
		}
		sandbox.control.clearLog();
		for (const { forwarded } of views) await view(world, workflow, { address: forwarded ?? '' });
		await until('all are looked up', () => lookedUp(world).length >= expected.length, { seconds: 30 });
		await workflow.visitors();
		findings.push(compared(what, lookedUp(world).sort(), [...expected].sort()));
		if (says) {
			const hints = host
				.log()
				.split('\n')
				.filter((line) => says.test(line)).length;
			findings.push(compared(`${what}: said in the log`, hints, 1));
		}
	}
	await workflow.unpublish();
	return findings;
}
