import { randomUUID } from 'node:crypto';

import { ExecutionLifecycleHooks } from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	IWorkflowBase,
	IWorkflowExecuteAdditionalData,
	WorkflowExecuteMode,
} from 'n8n-workflow';

import { InMemoryCredentials } from './credentials';

/** What n8n gives to a node run besides the workflow: credentials, hooks, addresses. */
export const additionalDataFor = (
	credential: ICredentialDataDecryptedObject,
	workflow: object,
	mode: WorkflowExecuteMode,
) => {
	const executionId = randomUUID();
	const hooks = new ExecutionLifecycleHooks(mode, executionId, workflow as IWorkflowBase);
	return {
		credentialsHelper: new InMemoryCredentials({ companyRadarApi: credential }),
		executionId,
		hooks,
		currentNodeExecutionIndex: 0,
		webhookBaseUrl: 'http://localhost/webhook',
		webhookTestBaseUrl: 'http://localhost/webhook-test',
		webhookWaitingBaseUrl: 'http://localhost/webhook-waiting',
		formWaitingBaseUrl: 'http://localhost/form-waiting',
		variables: {},
	} as unknown as IWorkflowExecuteAdditionalData;
};
