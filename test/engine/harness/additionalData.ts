import { randomUUID } from 'node:crypto';

import { ExecutionLifecycleHooks } from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	IWorkflowBase,
	IWorkflowExecuteAdditionalData,
	WorkflowExecuteMode,
} from 'n8n-workflow';

import { InMemoryCredentials } from './credentials';

/** As `getBase` of `workflow-execute-additional-data.js` does, as far as a node may see it. */
export const outsideOfExecutions = (credential: ICredentialDataDecryptedObject) =>
	({
		credentialsHelper: new InMemoryCredentials({ companyRadarApi: credential }),
		currentNodeExecutionIndex: 0,
		webhookBaseUrl: 'http://localhost/webhook',
		webhookWaitingBaseUrl: 'http://localhost/webhook-waiting',
		formWaitingBaseUrl: 'http://localhost/form-waiting',
	}) as unknown as IWorkflowExecuteAdditionalData;

/** The same in an execution, as `workflow-execute.js` has it. */
export function additionalDataFor(
	credential: ICredentialDataDecryptedObject,
	workflow: object,
	mode: WorkflowExecuteMode,
): IWorkflowExecuteAdditionalData {
	const executionId = randomUUID();
	const hooks = new ExecutionLifecycleHooks(mode, executionId, workflow as IWorkflowBase);
	return { ...outsideOfExecutions(credential), executionId, hooks, variables: {} };
}
