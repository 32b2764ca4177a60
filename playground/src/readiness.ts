import path from 'node:path';
import type { Account } from './account.ts';
import { CannotStart } from './cannot-start.ts';
import { webhookPrefix, type Workflow } from './example-workflows.ts';
import { callGateway, GatewayRefusal, listWebhooks } from './gateway-client.ts';
import type { Gateway } from './gateway-service.ts';
import type { N8nSession } from './n8n-client.ts';
import { until } from './until.ts';

/** Settles when the gateway answers to the account's key. */
export async function gatewayAnswers(gateway: Gateway, account: Account): Promise<void> {
	try {
		await callGateway(gateway, 'GET', '/v1/health');
	} catch (error) {
		if (!(error instanceof GatewayRefusal) || error.code !== 'invalid_api_key') throw error;
		throw new CannotStart(
			`The gateway does not take the API key of ${account.file}: put a valid one there, ` +
				`or delete ${path.dirname(account.file)} to begin anew.`,
			{ cause: error },
		);
	}
}

/** Settles when the gateway sends events to the triggers of all these workflows. */
export async function webhooksRegistered(
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

/** Says whether the gateway sends events to a workflow's trigger, or the workflow has none to send them to. */
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
