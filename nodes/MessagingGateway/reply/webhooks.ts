import type { IWebhookDescription } from 'n8n-workflow';

/**
 * The webhook that resumes a waiting execution. Its path ends in the node's ID, as the URL of `getSignedResumeUrl` does.
 * n8n listens there only while an execution waits.
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
