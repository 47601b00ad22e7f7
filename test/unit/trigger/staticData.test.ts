import { type IPollFunctions, ObservableObject } from 'n8n-workflow';

import { staticDataOf } from '../../../nodes/CompanyRadarTrigger/polling/pollState';

const observed = () => {
	const data = ObservableObject.create({}, undefined, { ignoreEmptyOnFirstChild: true });
	const context = {
		getWorkflowStaticData: () => data,
		getNode: () => ({ id: 'node' }),
		getActivationMode: () => 'activate',
	} as unknown as IPollFunctions;
	return { data, context };
};

const poll = (revision: number) => ({
	revision,
	watermark: 0,
	done: {},
	expirations: 0,
});

it('lets n8n see every change, also of data that it has not loaded from its database', () => {
	const { data, context } = observed();
	staticDataOf(context).polls = { account: poll(1) };
	data.__dataChanged = false;
	staticDataOf(context).polls = { account: poll(2) };
	expect(data.__dataChanged).toBe(true);
	expect(JSON.parse(JSON.stringify(data))).toEqual({
		'companyRadarTrigger node': { polls: { account: poll(2) } },
	});
});

it('lets n8n see what is removed', () => {
	const { data, context } = observed();
	const kept = staticDataOf(context);
	kept.publishedAt = 1;
	data.__dataChanged = false;
	delete kept.publishedAt;
	expect(data.__dataChanged).toBe(true);
	expect(staticDataOf(context)).toEqual({});
});
