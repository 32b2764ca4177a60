import type { Workflow } from '../../../playground/src/example-workflows.ts';
import { callN8n } from '../../../playground/src/n8n-client.ts';
import { storeCredential } from '../../../playground/src/n8n-credential.ts';
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

/** Makes a workflow of nodes one after another, those of the gateway with its credential; it is not active yet. */
export async function createWorkflow(
	{ session, gateway }: Pick<TestPlayground, 'session' | 'gateway'>,
	name: string,
	steps: readonly WorkflowStep[],
): Promise<Workflow> {
	const { id, name: credentialName } = await storeCredential(session, gateway);
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
