import type { IDataObject } from 'n8n-workflow';

import { processedItems, type ProcessedItems } from '../harness/processedItems';
import { TRIGGER, TriggerHost } from '../harness/triggerHost';
import { useSandbox } from '../support/sandbox';

const service = useSandbox({ settings: { unlimited: true } });

let store: ProcessedItems;

beforeAll(async () => {
	store = await processedItems();
});

beforeEach(() => {
	store.clear();
	service.control.seed({ radars: 3 });
});

const host = (parameters: IDataObject = {}) =>
	new TriggerHost({
		credential: service.credential,
		parameters: { delivery: 'polling', updateTypes: ['radar_finding', 'radar_failure'], ...parameters },
	});

const find = (count = 1) => service.control.pushFindings({ count }).map(({ update_id }) => update_id);

describe('polling', () => {
	it('hands over what is found after the activation, once', async () => {
		find(3);
		const trigger = host();
		await trigger.activate();
		const ids = find(2);

		const execution = await trigger.poll();
		const again = await trigger.poll();

		expect(execution?.json(TRIGGER).map(({ update_id }) => update_id)).toEqual(ids);
		expect(execution?.json('Next')).toHaveLength(2);
		expect(again).toBeNull();
	});
});
