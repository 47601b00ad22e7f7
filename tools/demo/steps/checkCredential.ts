import { randomUUID } from 'node:crypto';
import { same } from '../checks';
import type { Step } from '../context';

const TYPE = 'companyRadarApi';

export const checkCredential: Step = {
	title: 'Check the credential',
	async run({ rest, sandbox, credential }) {
		const data = { apiKey: sandbox.apiKey, baseUrl: sandbox.baseUrl };
		const right = await rest.testCredential({ ...credential, type: TYPE, data });
		const wrong = await rest.testCredential({
			...credential,
			type: TYPE,
			data: { ...data, apiKey: randomUUID() },
		});
		return {
			asked: 'the right key, a wrong key',
			came: `${right.status === 'OK' ? 'accepted' : right.message}, ${wrong.status === 'OK' ? 'accepted' : 'refused'}`,
			problems: [...same('The right key', right.status, 'OK'), ...same('A wrong key', wrong.status, 'Error')],
		};
	},
};
