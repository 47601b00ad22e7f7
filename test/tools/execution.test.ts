import { stringify } from 'flatted';
import { itemsOf, unpackExecution } from '../../tools/n8n-host/execution';

const packed = (data: unknown) => ({
	id: '7',
	workflowId: 'w',
	status: 'success',
	mode: 'manual',
	data: stringify(data),
});
const run = (...outputs: Array<Array<{ json: object }> | null>) => ({ data: { main: outputs } });

describe('an execution as n8n sends it', () => {
	it('gives the items of each output of a node, over all its runs', () => {
		const execution = unpackExecution(
			packed({
				resultData: {
					runData: {
						Reveal: [
							run([{ json: { ip: 1 } }], [{ json: { error: 'no' } }]),
							run([{ json: { ip: 2 } }], null),
						],
					},
				},
			}),
		);
		expect(itemsOf(execution, 'Reveal')).toEqual([{ json: { ip: 1 } }, { json: { ip: 2 } }]);
		expect(itemsOf(execution, 'Reveal', 1)).toEqual([{ json: { error: 'no' } }]);
		expect(itemsOf(execution, 'Elsewhere')).toEqual([]);
	});

	it('tells what failed', () => {
		const error = { message: 'The key is not accepted', description: 'Check it in the credential' };
		const execution = unpackExecution(packed({ resultData: { error, runData: { Reveal: [{ error }] } } }));
		expect(execution.error).toMatchObject(error);
		expect(execution.runs.Reveal?.[0]?.error).toMatchObject(error);
	});

	it('has no runs yet while it has just started', () => {
		expect(unpackExecution(packed(undefined)).runs).toEqual({});
	});

	it('refuses to be read when n8n left its data out', () => {
		expect(() => unpackExecution({ ...packed({}), dataTooLargeToDisplay: true })).toThrow(
			'EXECUTIONS_DATA_MAX_DISPLAY_SIZE',
		);
	});
});
