import './n8nEnvironment.ts';

import type {
	IDataObject,
	INode,
	INodeParameters,
	INodeType,
	IWebhookData,
	IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';
import { Workflow } from 'n8n-workflow';

import { createNode, nodeTypes, TRIGGER_NODE } from './loadedPackage.ts';

export const WEBHOOK_ID = '5f0d2a5e-6f52-4d0c-9a53-2d3c1a7b9e10';

/** The workflow of a test and the settings of its only node, the trigger. */
export interface TriggerWorkflow {
	id: string;
	active: boolean;
	parameters: INodeParameters;
	typeVersion: number;
	onError: INode['onError'];
	staticData: Record<string, IDataObject>;
	/** Whether the workflow was saved in n8n's editor, which gives the trigger a webhook ID. */
	isSaved: boolean;
}

/** Creates a workflow of the trigger alone, with copies of its parameters and static data. */
export function createTriggerWorkflow({
	id,
	active,
	parameters,
	typeVersion,
	onError,
	staticData,
	isSaved,
}: TriggerWorkflow): Workflow {
	return new Workflow({
		id,
		name: 'Echo bot',
		active,
		nodeTypes,
		nodes: [
			createNode(TRIGGER_NODE, structuredClone(parameters), {
				...(isSaved ? { webhookId: WEBHOOK_ID } : { name: 'When a message arrives' }),
				typeVersion,
				...(onError && { onError }),
			}),
		],
		connections: {},
		staticData: structuredClone(staticData),
	});
}

/** Returns the webhook of the trigger as n8n passes it to the node's methods. */
export function createTriggerWebhook(
	additionalData: IWorkflowExecuteAdditionalData,
	isTest: boolean,
): IWebhookData {
	const [webhookDescription] = triggerType().description.webhooks ?? [];
	if (!webhookDescription) throw new Error('The trigger declares no webhook');
	return {
		httpMethod: 'POST',
		node: TRIGGER_NODE,
		path: `${WEBHOOK_ID}/webhook`,
		webhookDescription,
		workflowId: 'workflow',
		workflowExecuteAdditionalData: additionalData,
		...(isTest && { isTest: true }),
	};
}

export function triggerType(): INodeType {
	return nodeTypes.getByNameAndVersion(TRIGGER_NODE, 1);
}

export function getTrigger(workflow: Workflow): INode {
	const node = Object.values(workflow.nodes).find(({ type }) => type === TRIGGER_NODE);
	if (!node) throw new Error('The workflow has no trigger');
	return node;
}
