import { randomUUID } from 'node:crypto';
import { activate, type Workflow } from '../../playground/src/n8n/example-workflows.ts';
import type { Gateway } from '../../playground/src/gateway/service.ts';
import type { N8nSession } from '../../playground/src/n8n/client.ts';
import { executionIds, waitForNewExecution } from '../../test/e2e/support/executions.ts';
import { postToWorkflow } from '../../test/e2e/support/ordinary-webhook.ts';
import { createWorkflow } from '../../test/e2e/support/workflows.ts';
import { NODE, type Variant } from './variants.ts';

/** What becomes a message. */
export interface Item {
	phone: string;
	text: string;
}

/** A workflow that is started by items posted to it. */
export interface BenchWorkflow {
	workflow: Workflow;
	url: string;
}

/** Seconds an execution may take. */
const PATIENCE = 300;

/** Makes an active workflow of a node that sends, behind an ordinary webhook of n8n. */
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

/** Lets a workflow send the items; returns the seconds its sending node took, as n8n shows them. */
export async function measureNodeSeconds(
	session: N8nSession,
	{ workflow, url }: BenchWorkflow,
	items: readonly Item[],
): Promise<number> {
	const known = await executionIds(session, workflow);
	await postToWorkflow(url, { items });
	const { status, items: output, took } = await waitForNewExecution(session, workflow, known, PATIENCE);
	const sent = (output[NODE] ?? []).filter(({ json }) => json.status === 'queued');
	if (status !== 'success' || sent.length !== items.length) {
		throw new Error(`"${workflow.name}" ended with ${status} and ${sent.length} of ${items.length} sent.`);
	}
	return (took[NODE] ?? Number.NaN) / 1000;
}
