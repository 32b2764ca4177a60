import './n8nEnvironment.ts';

import { randomUUID } from 'node:crypto';

import { ExecutionLifecycleHooks, ExternalSecretsProxy } from 'n8n-core';
import type { IWorkflowExecuteAdditionalData } from 'n8n-workflow';

import type { GatewayCredential } from './credentials.ts';
import { SingleCredential } from './credentials.ts';

/**
 * What n8n hands to everything it runs: the credential, and its own addresses. `n8nUrl` is where its webhooks
 * are reached, with the two paths n8n uses when it is not configured otherwise. Every execution has an ID of its
 * own, unless it is to be one that ran before.
 */
export function additionalDataOf(
	credential: GatewayCredential,
	n8nUrl = 'http://127.0.0.1:5678',
	executionId: string = randomUUID(),
): IWorkflowExecuteAdditionalData {
	const notInTests = () => Promise.reject(new Error('No test needs this part of n8n'));
	return {
		credentialsHelper: new SingleCredential(credential),
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
		executeWorkflow: notInTests,
		getRunExecutionData: notInTests,
		getRuntimeCredential: notInTests,
		startRunnerTask: notInTests,
	};
}
