import type { RadarClient } from '../../../nodes/shared/client';
import { RadarApiError } from '../../../nodes/shared/client';
import type { Fault } from '../../../sandbox';
import { useSandbox } from '../support/sandbox';
import { serviceFor } from './service';
import { FASTER, fasterWaits } from './time';

const sandbox = useSandbox({
	settings: {
		limits: {
			write: { perMinute: 60_000, perSecond: 1000 },
			read: { perMinute: 60_000, perSecond: 1000 },
			bulk: { perMinute: 60_000, perSecond: null },
		},
	},
});
fasterWaits();

/** Late commits come within the declared bound. */
const LATE_SECONDS = 30 / FASTER;

const FAULTS: Record<string, Fault> = {
	'status 500, nothing done': { kind: 'status' },
	'status 500, done': { kind: 'status', effect: 'done' },
	'status 500, done late': { kind: 'status', effect: 'late', lateSeconds: LATE_SECONDS },
	'status 502 without envelope, nothing done': { kind: 'status', status: 502, envelope: false },
	'status 502 without envelope, done': { kind: 'status', status: 502, envelope: false, effect: 'done' },
	'status 503': { kind: 'status', status: 503 },
	'status 429': { kind: 'status', status: 429, headers: { 'retry-after': '0' } },
	'no answer, nothing done': { kind: 'timeout' },
	'no answer, done': { kind: 'timeout', effect: 'done' },
	'no answer, done late': { kind: 'timeout', effect: 'late', lateSeconds: LATE_SECONDS },
	'cut before, nothing done': { kind: 'cut' },
	'cut after, done': { kind: 'cut', effect: 'done' },
	'cut, done late': { kind: 'cut', effect: 'late', lateSeconds: LATE_SECONDS },
	'malformed JSON, done': { kind: 'malformed' },
	'a page of a gateway, done': { kind: 'html' },
	'an empty answer, done': { kind: 'empty' },
	'half an answer, done': { kind: 'truncated' },
	'wrong types, done': { kind: 'wrong-types' },
	'a body that never ends, done': { kind: 'slow', seconds: 10 },
	'a redirect, nothing done': { kind: 'redirect' },
};

/** What the service says it did not do: it is sent again. A 500 to a reveal says so, too (docs/api.md, Reveal). */
const IS_REFUSED_FOR_NOW = (name: string, call: string) =>
	name === 'status 503' ||
	name === 'status 429' ||
	(call === 'reveal' && name === 'status 500, nothing done');

/** Another attempt would end alike. */
const isFinal = (name: string) => /^(wrong types|a redirect)/.test(name);

const isDone = (name: string) => name.includes(', done');

interface Expected {
	/** `done`, or the outcome of the error. */
	result: 'done' | 'notDone' | 'unknown';
	/** Radars, or lookups, that were paid for. */
	paid: number;
	/** How often it was sent. */
	sent: number;
}

type Call = 'createRadar' | 'reveal' | 'createBulk' | 'deactivateRadar' | 'deactivateBulk' | 'getAccount';

function expectedOf(call: Call, name: string): Expected {
	const paidOnce = call === 'createRadar' || call === 'reveal' || call === 'createBulk' ? 1 : 0;
	if (IS_REFUSED_FOR_NOW(name, call)) return { result: 'done', paid: paidOnce, sent: 2 };
	switch (call) {
		case 'createRadar':
			return { result: 'done', paid: 1, sent: isDone(name) ? 1 : 2 };
		case 'reveal':
		case 'createBulk':
			return { result: 'unknown', paid: isDone(name) ? 1 : 0, sent: 1 };
		case 'getAccount':
			if (isFinal(name)) return { result: 'notDone', paid: 0, sent: 1 };
			return { result: 'done', paid: 0, sent: 2 };
		case 'deactivateRadar':
		case 'deactivateBulk':
			if (isFinal(name)) return { result: 'unknown', paid: 0, sent: 1 };
			return { result: 'done', paid: 0, sent: 2 };
	}
}

const radarIds = () => sandbox.control.radars().map(({ radar_id }) => radar_id);

const CALLS: Record<Call, { path: string; method: string; run: (service: RadarClient) => Promise<unknown> }> =
	{
		createRadar: {
			method: 'POST',
			path: '/v1/radars',
			run: async (service) =>
				await service.createRadar({ radar_type: 'company_new_hires', domain: 'https://www.example.org/' }),
		},
		reveal: {
			method: 'POST',
			path: '/v1/company-reveal',
			run: async (service) => await service.reveal('8.8.8.8'),
		},
		createBulk: {
			method: 'POST',
			path: '/v1/radars/bulk',
			run: async (service) =>
				await service.createBulk({ radars: [{ radar_type: 'company_new_hires', domain: 'example.org' }] }),
		},
		deactivateRadar: {
			method: 'DELETE',
			path: '/v1/radars/*',
			run: async (service) => await service.deactivateRadar(radarIds()[0] ?? ''),
		},
		deactivateBulk: {
			method: 'DELETE',
			path: '/v1/radars/bulk',
			run: async (service) => {
				for (const result of await service.deactivateBulk(radarIds())) {
					if ('error' in result) throw result.error;
				}
			},
		},
		getAccount: { method: 'GET', path: '/v1/account', run: async (service) => await service.getAccount() },
	};

const resultOf = async (run: Promise<unknown>): Promise<string> => {
	try {
		await run;
		return 'done';
	} catch (error) {
		if (error instanceof RadarApiError) return error.outcome;
		throw error;
	}
};

const TABLE = (Object.keys(CALLS) as Call[]).flatMap((call) =>
	Object.entries(FAULTS)
		// The API excludes a reveal that is charged and answered with 500.
		.filter(([name]) => call !== 'reveal' || !/^status 500, done/.test(name))
		.map(([name, fault]) => ({ call, name, fault, expected: expectedOf(call, name) })),
);

test.each(TABLE)(
	'$call, $name: result $expected.result, paid $expected.paid, sent $expected.sent',
	async ({ call, fault, expected }) => {
		const { method, path, run } = CALLS[call];
		if (call.startsWith('deactivate')) sandbox.control.seed({ radars: 1 });
		sandbox.control.addFaults({ ...fault, method, path });
		const credential = { ...sandbox.credential, requestsPerSecond: 1000 };
		const service = await serviceFor({ credential });

		const result = await resultOf(run(service));
		await sandbox.control.idle();

		const sent = sandbox.control
			.log()
			.filter((entry) => entry.method === method && entry.path.startsWith(path.replace('*', ''))).length;
		expect({ result, paid: sandbox.control.charges().length, sent }).toEqual(expected);
		expect(sandbox.control.faults()).toEqual([]);
		if (expected.result === 'done' && call.startsWith('deactivate')) {
			expect(sandbox.control.radars()).toEqual([expect.objectContaining({ radar_status: 'inactive' })]);
		}
	},
);
