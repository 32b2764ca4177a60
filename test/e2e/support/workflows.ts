import type { Workflow } from '../../../playground/src/n8n/example-workflows.ts';
import { callN8n, type N8nSession } from '../../../playground/src/n8n/client.ts';
import { upsertCredential, type Credential } from '../../../playground/src/n8n/credential.ts';
import { NODE_PACKAGE } from '../../../playground/src/n8n/node-package.ts';
import type { TestPlayground } from './test-playground.ts';

/** The fields of a node in a workflow file that the tests set. */
export type WorkflowStep = {
	name: string;
	type: string;
	typeVersion?: number;
	parameters: object;
	/** The credentials of nodes of other packages, by type. */
	credentials?: object;
};

export const TRIGGER = `${NODE_PACKAGE}.messagingGatewayTrigger`;
export const ACTION = `${NODE_PACKAGE}.messagingGateway`;

/** The version of our nodes that tests use unless they say otherwise. */
export const NEWEST_VERSION = 2;

/** Returns a resource locator with an ID. */
export function byId(value: string): object {
	return { __rl: true, mode: 'id', value };
}

/**
 * Creates an inactive workflow of consecutive nodes. The gateway's nodes get the credential, by default that of the
 * playground.
 */
export async function createWorkflow(
	{ session, gateway }: Pick<TestPlayground, 'session' | 'gateway'>,
	name: string,
	steps: readonly WorkflowStep[],
	credential?: Credential,
): Promise<Workflow> {
	const { id, name: credentialName } = credential ?? (await upsertCredential(session, gateway));
	const nodes = steps.map(({ typeVersion, ...step }, index) => ({
		...step,
		id: `step-${index}`,
		typeVersion: typeVersion ?? (step.type.startsWith(`${NODE_PACKAGE}.`) ? NEWEST_VERSION : 1),
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

/** Deletes an inactive workflow with its executions. */
export async function deleteWorkflow(session: N8nSession, { id }: Workflow): Promise<void> {
	// n8n deletes only archived workflows.
	await callN8n(session, 'POST', `/rest/workflows/${id}/archive`, {});
	await callN8n(session, 'DELETE', `/rest/workflows/${id}`);
}
