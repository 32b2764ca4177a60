import './n8nEnvironment.ts';

import { WorkflowExecute } from 'n8n-core';
import type {
	ExecutionError,
	IDataObject,
	INode,
	INodeExecutionData,
	INodeParameters,
	ITaskData,
} from 'n8n-workflow';
import { createRunExecutionData, Workflow } from 'n8n-workflow';

import { additionalDataOf } from './additionalData.ts';
import type { GatewayCredential } from './credentials.ts';
import { ACTION_NODE, loadedPackage, nodeOf, nodeTypes, START_NODE } from './loadedPackage.ts';

/** What came of a run of the action node. */
export interface NodeRun {
	/** The items of the first output. */
	items: INodeExecutionData[];
	/** The items of the error output, which only a node set to `continueErrorOutput` has. */
	errorItems: INodeExecutionData[];
	/** The error that stopped the execution, when one did. */
	error: ExecutionError | undefined;
}

/**
 * Runs the action node with n8n's own engine, in a workflow of a start and this node.
 *
 * Takes the credential, the node's parameters as a workflow file holds them, the items that reach it (one empty
 * item when left out), and how the node is set to deal with errors.
 */
export async function runNode(
	credential: GatewayCredential,
	parameters: INodeParameters,
	items: IDataObject[] = [{}],
	onError: INode['onError'] = 'stopWorkflow',
): Promise<NodeRun> {
	return await runNodeWith(
		credential,
		parameters,
		items.map((json) => ({ json })),
		onError,
	);
}

/** The same with items that carry files too. */
export async function runNodeWith(
	credential: GatewayCredential,
	parameters: INodeParameters,
	items: INodeExecutionData[],
	onError: INode['onError'] = 'stopWorkflow',
): Promise<NodeRun> {
	await loadedPackage.loadAll();
	const workflow = new Workflow({
		id: 'workflow',
		active: false,
		nodeTypes,
		nodes: [nodeOf(START_NODE, {}), nodeOf(ACTION_NODE, parameters, { onError })],
		connections: { [START_NODE]: { main: [[{ node: ACTION_NODE, type: 'main', index: 0 }]] } },
	});
	const run = createRunExecutionData({
		executionData: {
			contextData: {},
			metadata: {},
			waitingExecution: {},
			waitingExecutionSource: {},
			nodeExecutionStack: [
				{
					node: nodeOf(START_NODE, {}),
					data: { main: [items] },
					source: null,
				},
			],
		},
	});

	await workflow.expression.acquireIsolate();
	try {
		const execution = new WorkflowExecute(additionalDataOf(credential), 'manual', run);
		const { data } = await execution.processRunExecutionData(workflow);
		return outcomeOf(data.resultData.runData[ACTION_NODE]?.[0], data.resultData.error);
	} finally {
		await workflow.expression.releaseIsolate();
	}
}

function outcomeOf(task: ITaskData | undefined, error: ExecutionError | undefined): NodeRun {
	const [items, errorItems] = task?.data?.main ?? [];
	return { items: items ?? [], errorItems: errorItems ?? [], error: task?.error ?? error };
}
