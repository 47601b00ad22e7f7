import { loopback } from '../../../tools/shared/loopback';
import type { VisitorWorkflow } from './visitorWorkflow';
import { USER_AGENT, type World } from './world';

const WEBSITE = 'https://www.website.example';

export interface View {
	/** Of the visitor, as the proxy before n8n passes it on. */
	address: string;
	path?: string;
	headers?: Record<string, string | undefined>;
	/** Members of the body. */
	body?: object;
	/** The process of n8n that takes it, if not the main one. */
	at?: string;
}

/** A page view as a program would forge it; resolves with n8n's status. */
export async function view(
	{ host }: Pick<World, 'host'>,
	workflow: VisitorWorkflow,
	{ address, path = '/pricing', headers, body, at = host.url }: View,
): Promise<number> {
	const { status } = await loopback.post(
		`${at}${workflow.path}`,
		JSON.stringify({ o: WEBSITE, p: path, r: '', u: {}, ...body }),
		{
			headers: {
				'content-type': 'text/plain;charset=UTF-8',
				'user-agent': USER_AGENT,
				origin: WEBSITE,
				'x-forwarded-for': address,
				...headers,
			},
		},
	);
	return status;
}

const AT_ONCE = 50;

/** Sends the views, many at a time; resolves with how many got each status. */
export async function flood(
	world: Pick<World, 'host'>,
	workflow: VisitorWorkflow,
	views: View[],
): Promise<Record<number, number>> {
	const queue = [...views];
	const statuses: Record<number, number> = {};
	const sender = async () => {
		for (let next = queue.pop(); next; next = queue.pop()) {
			const status = await view(world, workflow, next);
			statuses[status] = (statuses[status] ?? 0) + 1;
		}
	};
	await Promise.all(Array.from({ length: AT_ONCE }, sender));
	return statuses;
}

/** The addresses that the service looked up, in order. */
export const lookedUp = ({ sandbox }: Pick<World, 'sandbox'>): string[] =>
	sandbox.control
		.log()
		.filter(({ path }) => path === '/v1/company-reveal')
		.map(({ requestBody }) => (JSON.parse(requestBody) as { ip: string }).ip);

/** What lookups cost so far, in cents. */
export const spentCents = ({ sandbox }: Pick<World, 'sandbox'>): number =>
	Math.round(sandbox.control.charges().reduce((sum, { amount_usd: amount }) => sum + amount * 100, 0));
