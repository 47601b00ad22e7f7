import type { IDataObject } from 'n8n-workflow';

import { useTimeZone } from '../support/timeZone';
import { idsOf, outputIds, TriggerTest } from './support';

const test = new TriggerTest();

useTimeZone('Asia/Tokyo');

beforeEach(() => void test.control.seed({ radars: 3 }));

/** The service's list and its clock give times in another form. */
function respondIn(
	form: (time: string) => unknown,
	updates: IDataObject[],
	others: IDataObject[] = [],
): void {
	const listed = updates.map((update) => ({ ...update, discovered_at: form(String(update.discovered_at)) }));
	const timestamp = form(test.control.clock().now);
	const body = {
		status: 'success',
		code: 200,
		updates: [...others, ...listed],
		has_more: false,
		timestamp,
	} as IDataObject;
	test.control.clearFaults();
	test.control.addFaults({ kind: 'status', status: 200, path: '/v1/updates', body, count: 100 });
}

const FORMS: Array<[string, (time: string) => unknown]> = [
	['text without a zone (time-01)', (time) => time.replace('Z', '')],
	['epoch seconds', (time) => Math.floor(Date.parse(time) / 1000)],
];
const UNREADABLE: typeof FORMS = [
	['null', () => null],
	['words', () => 'just now'],
];

const find = (count: number, discovered_at?: string, radar_id?: string) =>
	test.control.pushFindings({ count, discovered_at, radar_id }) as unknown as IDataObject[];

describe('on a computer in Tokyo', () => {
	it.each([...FORMS, ...UNREADABLE])('polling delivers each update once: %s', async (name, form) => {
		const old = find(2);
		respondIn(form, old);
		// There, only the saved state knows what was delivered.
		const host = test.host({ delivery: 'polling' }, {}, { queueMode: true });
		await host.activate();
		const [updates, later] = [[...find(6), ...old], [] as IDataObject[]];
		for (let times = 0; times < 40; times++) {
			// After it, polls forget what was delivered before its hour.
			if (times === 20) later.push(...find(1));
			respondIn(form, updates, later);
			await host.poll();
			test.control.clock({ advance: 180 });
			host.elapse(180_000);
			host.setComputerClock((times + 1) * 180_000);
		}
		expect(outputIds(host)).toEqual(idsOf([...updates.slice(0, 6), ...later]).sort());
		expect(host.executions).toHaveLength(2);
		const isUnreadable = UNREADABLE.some(([unreadable]) => unreadable === name);
		expect(host.log).toEqual(
			isUnreadable ? [expect.stringMatching(/The time of update .* and of 5 more can't be read/)] : [],
		);
	});

	it.each(UNREADABLE)('Webhook With Catch-Up delivers what has no time: %s', async (_, form) => {
		const host = await test.listening({ delivery: 'webhookWithCatchUp', radars: 'elsewhere' });
		test.control.change({ deliveries: { attempts: 0 } });
		await host.activate();
		const radarId = await test.createRadar({
			radar_type: 'company_mentions',
			domain: 'example.com',
			webhook_url: host.webhookUrl,
		});
		const updates = find(2, undefined, radarId);
		respondIn(form, updates);
		for (let polls = 0; polls < 3; polls++) await host.poll();
		expect(new Set(outputIds(host))).toEqual(new Set(idsOf(updates)));
	});
});
