import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ClockChange, Control, FindingsWanted, SeedWanted } from './control';
import type { Fault } from './faults';
import type { DeepPartial, Settings } from './settings';
import type { FailureReason } from './types';

const PREFIX = '/__sandbox';

type Handler = (control: Control, body: never) => unknown;

const CALLS: Array<[method: 'GET' | 'POST' | 'DELETE', path: string, handler: Handler]> = [
	['POST', '/reset', (control) => control.reset()],
	['GET', '/settings', (control) => control.settings()],
	['POST', '/settings', (control, patch: DeepPartial<Settings>) => control.change(patch)],
	['GET', '/clock', (control) => control.clock()],
	['POST', '/clock', (control, change: ClockChange) => control.clock(change)],
	['GET', '/balance', (control) => control.balance()],
	['POST', '/balance', (control, { balance_usd }: { balance_usd: number }) => control.balance(balance_usd)],
	['GET', '/faults', (control) => control.faults()],
	['POST', '/faults', (control, faults: Fault | Fault[]) => control.addFaults(...[faults].flat())],
	['DELETE', '/faults', (control) => control.clearFaults()],
	['POST', '/seed', (control, wanted: SeedWanted) => control.seed(wanted)],
	['POST', '/findings', (control, wanted: FindingsWanted) => control.pushFindings(wanted)],
	[
		'POST',
		'/failures',
		(control, { radar_id, reason }: { radar_id: string; reason: FailureReason }) =>
			control.failRadar(radar_id, reason),
	],
	['GET', '/radars', (control) => control.radars()],
	['GET', '/charges', (control) => control.charges()],
	['GET', '/log', (control) => control.log()],
	['DELETE', '/log', (control) => control.clearLog()],
	['GET', '/deliveries', (control) => control.deliveries()],
	['DELETE', '/deliveries', (control) => control.clearDeliveries()],
	['GET', '/idle', (control) => control.idle()],
];

const bodyOf = ({ body }: FastifyRequest): unknown =>
	Buffer.isBuffer(body) && body.length > 0 ? JSON.parse(body.toString('utf8')) : {};

/** The control API: no key, no budget, no log. Wrong input is a 400 with `error`. */
export function registerControl(server: FastifyInstance, control: Control): void {
	for (const [method, path, handler] of CALLS) {
		server.route({
			method,
			url: `${PREFIX}${path}`,
			handler: async (request, reply) => {
				try {
					return reply.send((await handler(control, bodyOf(request) as never)) ?? { done: true });
				} catch (error) {
					return reply.code(400).send({ error: error instanceof Error ? error.message : String(error) });
				}
			},
		});
	}
}
