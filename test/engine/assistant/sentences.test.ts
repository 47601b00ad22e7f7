import { assistantType, problemsWith } from '../../docs/workflow/assistantType';
import { ACTION, DESCRIPTIONS, TRIGGER } from '../../docs/workflow/nodeTypes';
import { outputIds, TriggerTest } from '../trigger/support';
import { VisitorHost } from '../visitor/host';
import { type Sentence, SENTENCES } from '../../e2e/operations/sentences';

const test = new TriggerTest();

/** Publishes the trigger, lets something happen, and resolves with the items that came out. */
async function happens({ type, parameters }: Sentence): Promise<number> {
	if (type !== TRIGGER) {
		const visitors = new VisitorHost(test.service, parameters);
		await visitors.publish();
		await visitors.view('93.184.216.1');
		return visitors.companies.length;
	}
	const host = await test.listening(parameters);
	await host.activate();
	const [event] = parameters.events as [string];
	const own = test.control.radars().at(-1)?.radar_id;
	const filters = event === 'contact_job_changes' ? { domain: 'example.com', email: 'jane.doe@w3.org' } : {};
	test.find(1, own ?? (await test.createRadar({ radar_type: event, ...filters })));
	await test.control.idle();
	if (!own) await host.poll();
	await host.settled();
	return outputIds(host).length;
}

async function runs({ type, parameters, items }: Sentence): Promise<number> {
	expect(type).toBe(ACTION);
	const result = await test.service.run(parameters, items);
	expect(result.error).toBeUndefined();
	return result.json('Company Radar').length;
}

it.each(SENTENCES.map((sentence) => [sentence.says, sentence] as const))('%s', async (_, sentence) => {
	const { type, parameters, calls, gives } = sentence;
	const description = DESCRIPTIONS[type];
	if (!description) throw new Error(`${type} isn't a node of this package`);
	expect(problemsWith(assistantType(type, description), parameters)).toEqual([]);
	const count = await (type === ACTION ? runs(sentence) : happens(sentence));
	expect(count).toBe(gives);
	const isWrite = (request: string) => request.startsWith('POST');
	const requests = test.service.requests();
	// Each radar and each lookup costs money. The radar that a polling trigger reports on was created by the test.
	if (type === ACTION) expect(requests.filter(isWrite)).toEqual(calls.filter(isWrite));
	expect(requests).toEqual(expect.arrayContaining(calls));
});
