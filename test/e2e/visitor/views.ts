import { loopback } from '../../../tools/shared/loopback';
import type { Stage } from '../stage';
import type { TriggerWorkflow } from '../trigger/triggerWorkflow';
import { USER_AGENT } from './world';

/** Companies that went on to the next node, oldest first. */
export const visitorsOf = async (workflow: TriggerWorkflow) => (await workflow.outputs()).flat();

const WEBSITE = 'https://www.website.example';

export interface View {
	/** Of the visitor, as the proxy before n8n passes it on. */
	address: string;
	path?: string;
	headers?: Record<string, string | undefined>;
	/** Members of the body. */
	body?: object;
	/** The process of n8n that takes it, if not the usual one. */
	at?: string;
}

/** A page view as a program would forge it; resolves with n8n's status. */
export async function view(
	workflow: TriggerWorkflow,
	{ address, path = '/pricing', headers, body, at }: View,
): Promise<number> {
	const { status } = await loopback.post(
		at === undefined ? workflow.webhookUrl : at + workflow.path,
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

/** Sends the views, many at a time. */
export async function flood(workflow: TriggerWorkflow, views: View[]): Promise<void> {
	const queue = [...views];
	const sender = async () => {
		for (let next = queue.pop(); next; next = queue.pop()) await view(workflow, next);
	};
	await Promise.all(Array.from({ length: AT_ONCE }, sender));
}

/** The addresses that the service looked up, in order. What the rate limit refuses isn't a lookup, and is sent again. */
export const lookedUp = ({ sandbox }: Pick<Stage, 'sandbox'>): string[] =>
	sandbox.control
		.log()
		.filter(({ path, status }) => path === '/v1/company-reveal' && status !== 429)
		.map(({ requestBody }) => (JSON.parse(requestBody) as { ip: string }).ip);

/** What lookups cost so far, in cents. */
export const spentCents = ({ sandbox }: Pick<Stage, 'sandbox'>): number =>
	Math.round(sandbox.control.charges().reduce((sum, { amount_usd: amount }) => sum + amount * 100, 0));
