import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { ROOT } from '../layout.ts';
import { callN8n, N8nError, type N8nSession } from './client.ts';
import type { Credential } from './credential.ts';
import { NODE_PACKAGE } from './node-package.ts';

type WorkflowNode = { type: string; webhookId?: string; credentials?: object };

export type Workflow = {
	id: string;
	name: string;
	active: boolean;
	versionId: string;
	activeVersionId: string | null;
	nodes: WorkflowNode[];
};

/** The example workflows with fixed IDs, so that none is imported twice. */
export const EXAMPLES = [
	{ file: 'echo-bot.json', id: 'playgroundEchoBot' },
	{ file: 'notify-on-delivery.json', id: 'playgroundNotify' },
] as const;

/** Imports an example unless n8n already has it, possibly changed by the user. */
export async function importExample(
	session: N8nSession,
	example: { file: string; id: string },
	credential: Credential,
): Promise<Workflow> {
	const existing = await readWorkflow(session, example.id);
	if (existing !== undefined) return existing;
	const text = await readFile(path.join(ROOT, 'examples', example.file), 'utf8');
	const workflow = JSON.parse(text) as { nodes: WorkflowNode[] };
	const nodes = workflow.nodes.map((node) =>
		node.type.startsWith(`${NODE_PACKAGE}.`)
			? { ...node, credentials: { messagingGatewayApi: { id: credential.id, name: credential.name } } }
			: node,
	);
	const created = await callN8n(session, 'POST', '/rest/workflows', {
		...workflow,
		// n8n 1 requires it.
		active: false,
		id: example.id,
		nodes,
	});
	return created as Workflow;
}

/**
 * Activates a workflow; an active one keeps the version that its user has published. n8n registers the
 * trigger's webhook at the gateway in the background.
 */
export async function activate(session: N8nSession, workflow: Workflow): Promise<void> {
	if (workflow.active) return;
	const versionId = workflow.activeVersionId ?? workflow.versionId;
	await callN8n(session, 'POST', `/rest/workflows/${workflow.id}/activate`, { versionId });
}

/** Deactivates a workflow. n8n deletes the trigger's webhook at the gateway in the background. */
export async function deactivate(session: N8nSession, workflow: Workflow): Promise<void> {
	await callN8n(session, 'POST', `/rest/workflows/${workflow.id}/deactivate`, {});
}

/** Returns the prefix of the URL at which a workflow's trigger receives events; undefined without such a trigger. */
export function webhookPrefix(session: N8nSession, workflow: Workflow): string | undefined {
	const trigger = workflow.nodes.find(({ type }) => type === `${NODE_PACKAGE}.messagingGatewayTrigger`);
	return trigger?.webhookId && `${session.url}/webhook/${trigger.webhookId}/`;
}

async function readWorkflow(session: N8nSession, id: string): Promise<Workflow | undefined> {
	try {
		return (await callN8n(session, 'GET', `/rest/workflows/${id}`)) as Workflow;
	} catch (error) {
		if (error instanceof N8nError && error.status === 404) return undefined;
		throw error;
	}
}
