import type { Workflow } from '../../../playground/src/example-workflows.ts';
import { callN8n, type N8nSession } from '../../../playground/src/n8n-client.ts';
import { storeCredential, type Credential } from '../../../playground/src/n8n-credential.ts';
import { NODE_PACKAGE } from '../../../playground/src/node-package.ts';
import type { TestPlayground } from './test-playground.ts';

/** A node as a workflow file holds it, as far as it matters here. */
export type WorkflowStep = {
	name: string;
	type: string;
	typeVersion?: number;
	parameters: object;
	/** Those of nodes that are not the gateway's, by their types. */
	credentials?: object;
};

export const TRIGGER = `${NODE_PACKAGE}.messagingGatewayTrigger`;
export const ACTION = `${NODE_PACKAGE}.messagingGateway`;

/** A resource locator that is filled in by hand. */
export function byId(value: string): object {
	return { __rl: true, mode: 'id', value };
}

/**
 * Makes a workflow of nodes one after another, those of the gateway with the credential, which is the playground's
 * where none is given; it is not active yet.
 */
export async function createWorkflow(
	{ session, gateway }: Pick<TestPlayground, 'session' | 'gateway'>,
	name: string,
	steps: readonly WorkflowStep[],
	credential?: Credential,
): Promise<Workflow> {
	const { id, name: credentialName } = credential ?? (await storeCredential(session, gateway));
	const nodes = steps.map(({ typeVersion = 1, ...step }, index) => ({
		...step,
		id: `step-${index}`,
		typeVersion,
		position: [index * 240, 0],
		...(step.type.startsWith(`${NODE_PACKAGE}.`) && {
			credentials: { messagingGatewayApi: { id, name: credentialName } },
		}),
	}));
	const connections = Object.fromEntries(
		steps.slice(1).map(({ name: node }, index) => {
			return [steps[index]?.name ?? '', { main: [[{ node, type: 'main', index: 0 }]] }];
		}),
	);
	const settings = { executionOrder: 'v1' };
	const workflow = { name, nodes, connections, settings };
	return (await callN8n(session, 'POST', '/rest/workflows', workflow)) as Workflow;
}

/** Deletes a workflow that is not active, with its executions. */
export async function deleteWorkflow(session: N8nSession, { id }: Workflow): Promise<void> {
	// n8n deletes only what was archived before.
	await callN8n(session, 'POST', `/rest/workflows/${id}/archive`, {});
	await callN8n(session, 'DELETE', `/rest/workflows/${id}`);
}
