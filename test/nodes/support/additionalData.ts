import './n8nEnvironment.ts';

import { randomUUID } from 'node:crypto';

import { ExecutionLifecycleHooks, ExternalSecretsProxy } from 'n8n-core';
import type { IWorkflowExecuteAdditionalData } from 'n8n-workflow';

import type { GatewayCredential } from './credentials.ts';
import { SingleCredentialHelper } from './credentials.ts';

/**
 * Returns the data that n8n passes to everything it runs: the credential and the URLs of n8n. `n8nUrl` is the base of
 * the webhook URLs, with n8n's default paths. Each execution has a new ID, except a retry.
 */
export function createAdditionalData(
	credential: GatewayCredential,
	n8nUrl = 'http://127.0.0.1:5678',
	executionId: string = randomUUID(),
): IWorkflowExecuteAdditionalData {
	const notImplemented = () => Promise.reject(new Error('The tests do not implement this part of n8n'));
	return {
		credentialsHelper: new SingleCredentialHelper(credential),
		externalSecretsProxy: new ExternalSecretsProxy(),
		hooks: new ExecutionLifecycleHooks('manual', executionId, {
			id: 'workflow',
			name: 'Test',
			active: false,
			isArchived: false,
			createdAt: new Date(),
			updatedAt: new Date(),
			nodes: [],
			connections: {},
			activeVersionId: null,
		}),
		executionId,
		currentNodeExecutionIndex: 0,
		variables: {},
		instanceBaseUrl: n8nUrl,
		restApiUrl: `${n8nUrl}/rest`,
		webhookBaseUrl: `${n8nUrl}/webhook`,
		webhookTestBaseUrl: `${n8nUrl}/webhook-test`,
		webhookWaitingBaseUrl: `${n8nUrl}/webhook-waiting`,
		formBaseUrl: `${n8nUrl}/form`,
		formTestBaseUrl: `${n8nUrl}/form-test`,
		formWaitingBaseUrl: `${n8nUrl}/form-waiting`,
		mcpBaseUrl: `${n8nUrl}/mcp`,
		mcpTestBaseUrl: `${n8nUrl}/mcp-test`,
		setExecutionStatus: () => undefined,
		logAiEvent: () => undefined,
		executeWorkflow: notImplemented,
		getRunExecutionData: notImplemented,
		getRuntimeCredential: notImplemented,
		startRunnerTask: notImplemented,
	};
}
