import path from 'node:path';
import type { Account } from './account.ts';
import { StartError } from './start-error.ts';
import { webhookPrefix, type Workflow } from './n8n/example-workflows.ts';
import { callGateway, GatewayError, listWebhooks } from './gateway/client.ts';
import type { Gateway } from './gateway/service.ts';
import type { N8nSession } from './n8n/client.ts';
import { until } from './process/until.ts';

/** Throws StartError when the gateway does not accept the API key of the account. */
export async function checkApiKey(gateway: Gateway, account: Account): Promise<void> {
	try {
		await callGateway(gateway, 'GET', '/v1/health');
	} catch (error) {
		if (!(error instanceof GatewayError) || error.code !== 'invalid_api_key') throw error;
		throw new StartError(
			`The gateway does not accept the API key in ${account.file}: enter a valid one there, ` +
				`or delete ${path.dirname(account.file)} to start over.`,
			{ cause: error },
		);
	}
}

/** Waits until the gateway has active webhooks for the triggers of all these workflows. */
export async function waitForWebhooks(
	gateway: Gateway,
	session: N8nSession,
	workflows: Workflow[],
	signal?: AbortSignal,
): Promise<void> {
	for (const workflow of workflows) {
		const what = `"${workflow.name}" to register at the gateway`;
		await until({ what, seconds: 60, everyMs: 1000, signal }, async () =>
			(await isRegistered(gateway, session, workflow)) ? true : undefined,
		);
	}
}

/** Returns whether the gateway has an active webhook for a workflow's trigger, or the workflow has no trigger. */
export async function isRegistered(
	gateway: Gateway,
	session: N8nSession,
	workflow: Workflow,
): Promise<boolean> {
	const prefix = webhookPrefix(session, workflow);
	if (prefix === undefined) return true;
	const webhooks = await listWebhooks(gateway);
	return webhooks.some(({ url, status }) => status === 'active' && url.startsWith(prefix));
}
