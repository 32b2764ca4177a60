import type { IWebhookDescription } from 'n8n-workflow';

/**
 * Where n8n takes what arrives at a waiting execution: below the address that `getSignedResumeUrl` gives, which
 * ends in the ID of the node. Nothing listens there unless an execution waits.
 */
export const replyWebhooks: IWebhookDescription[] = [
	{
		name: 'default',
		httpMethod: 'POST',
		responseMode: 'onReceived',
		path: '={{ $nodeId }}',
		restartWebhook: true,
		isFullPath: true,
	},
];
