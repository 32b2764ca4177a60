import { randomUUID } from 'node:crypto';
import { activate, type Workflow } from '../../playground/src/n8n/example-workflows.ts';
import type { Gateway } from '../../playground/src/gateway/service.ts';
import type { N8nSession } from '../../playground/src/n8n/client.ts';
import { executionIds, waitForNewExecution } from '../../test/e2e/support/executions.ts';
import { postToWorkflow } from '../../test/e2e/support/ordinary-webhook.ts';
import { createWorkflow } from '../../test/e2e/support/workflows.ts';
import { NODE, type Variant } from './variants.ts';

/** An input item of a workflow: one message. */
export interface Item {
	phone: string;
	text: string;
}

/** A workflow that starts when items are posted to its URL. */
export interface BenchWorkflow {
	workflow: Workflow;
	url: string;
}

/** Seconds until an execution must have ended. */
const EXECUTION_TIMEOUT = 300;

/** Creates and activates a workflow: a webhook of n8n, then the sending node. */
export async function createActiveWorkflow(
	session: N8nSession,
	gateway: Gateway,
	{ name, step }: Variant,
): Promise<BenchWorkflow> {
	const path = randomUUID();
	const workflow = await createWorkflow({ session, gateway }, name, [
		{
			name: 'Items',
			type: 'n8n-nodes-base.webhook',
			typeVersion: 2,
			parameters: { httpMethod: 'POST', path, responseMode: 'onReceived' },
		},
		{ name: 'Split', type: 'n8n-nodes-base.splitOut', parameters: { fieldToSplitOut: 'body.items' } },
		step,
	]);
	await activate(session, workflow);
	return { workflow, url: `${session.url}/webhook/${path}` };
}

/** Runs a workflow with the items. Returns the duration of the sending node that n8n shows, in seconds. */
export async function measureNodeSeconds(
	session: N8nSession,
	{ workflow, url }: BenchWorkflow,
	items: readonly Item[],
): Promise<number> {
	const known = await executionIds(session, workflow);
	await postToWorkflow(url, { items });
	const {
		status,
		items: output,
		took,
	} = await waitForNewExecution(session, workflow, known, EXECUTION_TIMEOUT);
	const sent = (output[NODE] ?? []).filter(({ json }) => json.status === 'queued');
	if (status !== 'success' || sent.length !== items.length) {
		throw new Error(`"${workflow.name}" ended with ${status} and ${sent.length} of ${items.length} sent.`);
	}
	return (took[NODE] ?? Number.NaN) / 1000;
}
