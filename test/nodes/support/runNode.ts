import './n8nEnvironment.ts';

import { randomUUID } from 'node:crypto';

import { WorkflowExecute } from 'n8n-core';
import type {
	ExecutionError,
	IDataObject,
	INode,
	INodeExecutionData,
	INodeParameters,
	IRunExecutionData,
} from 'n8n-workflow';
import { createRunExecutionData, Workflow } from 'n8n-workflow';

import { additionalDataOf } from './additionalData.ts';
import type { GatewayCredential } from './credentials.ts';
import { ACTION_NODE, loadedPackage, nodeOf, nodeTypes, START_NODE } from './loadedPackage.ts';

/** An execution of a workflow of a start and the action node, as n8n keeps it in its database. */
export interface StoredExecution {
	id: string;
	node: INode;
	data: IRunExecutionData;
}

/** What came of a run of the action node. */
export interface NodeRun {
	/** The items of the first output. */
	items: INodeExecutionData[];
	/** The items of the error output, which only a node set to `continueErrorOutput` has. */
	errorItems: INodeExecutionData[];
	/** The error that stopped the execution, when one did. */
	error: ExecutionError | undefined;
	/** When the execution goes on by itself; undefined when it does not wait. */
	waitTill: Date | undefined;
	/** The execution as n8n stores it then. */
	stored: StoredExecution;
	/** Runs the failed execution again from where it failed, as somebody can do in n8n's list of executions. */
	retry(credential: GatewayCredential): Promise<NodeRun>;
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
	const input = items.map((json) => ({ json }));
	return await runNodeWith(credential, parameters, input, onError);
}

/** The same with items that carry files too, and with an n8n that can be reached. */
export async function runNodeWith(
	credential: GatewayCredential,
	parameters: INodeParameters,
	items: INodeExecutionData[],
	onError: INode['onError'] = 'stopWorkflow',
	n8nUrl?: string,
): Promise<NodeRun> {
	const data = createRunExecutionData({
		executionData: {
			contextData: {},
			metadata: {},
			waitingExecution: {},
			waitingExecutionSource: {},
			nodeExecutionStack: [{ node: nodeOf(START_NODE, {}), data: { main: [items] }, source: null }],
		},
	});
	const node = nodeOf(ACTION_NODE, parameters, { onError });
	return await runExecution(credential, { id: randomUUID(), node, data }, n8nUrl);
}

/** Runs an execution from where it stands: from its start, or on from where it failed or waited. */
export async function runExecution(
	credential: GatewayCredential,
	{ id, node, data }: StoredExecution,
	n8nUrl?: string,
): Promise<NodeRun> {
	await loadedPackage.loadAll();
	const workflow = workflowOf(node);
	await workflow.expression.acquireIsolate();
	try {
		const execution = new WorkflowExecute(additionalDataOf(credential, n8nUrl, id), 'manual', data);
		const run = await execution.processRunExecutionData(workflow);
		return outcomeOf({ id, node, data: structuredCopy(run.data) }, run.waitTill ?? undefined);
	} finally {
		await workflow.expression.releaseIsolate();
	}
}

export function workflowOf(node: INode): Workflow {
	return new Workflow({
		id: 'workflow',
		name: 'Approvals',
		active: false,
		nodeTypes,
		nodes: [nodeOf(START_NODE, {}), structuredClone(node)],
		connections: { [START_NODE]: { main: [[{ node: ACTION_NODE, type: 'main', index: 0 }]] } },
	});
}

function outcomeOf(stored: StoredExecution, waitTill: Date | undefined): NodeRun {
	const { runData, error } = stored.data.resultData;
	const task = runData[ACTION_NODE]?.at(-1);
	const [items, errorItems] = task?.data?.main ?? [];
	return {
		items: items ?? [],
		errorItems: errorItems ?? [],
		error: task?.error ?? error,
		waitTill,
		stored,
		retry: (credential) => runExecution(credential, toBeRetried(stored)),
	};
}

/** What n8n makes of a failed execution in the retry of its `execution.service`. */
function toBeRetried({ node, data }: StoredExecution): StoredExecution {
	const again = structuredCopy(data);
	delete again.resultData.error;
	again.resultData.runData[ACTION_NODE]?.pop();
	return { id: randomUUID(), node, data: again };
}

/** The way into the database and back, which only plain data survives; an error keeps its class for the tests. */
function structuredCopy(data: IRunExecutionData): IRunExecutionData {
	const copy = JSON.parse(JSON.stringify(data)) as IRunExecutionData;
	const { error, runData } = data.resultData;
	if (error) copy.resultData.error = error;
	for (const [name, tasks] of Object.entries(runData)) {
		for (const [index, task] of tasks.entries()) {
			const copied = copy.resultData.runData[name]?.[index];
			if (task.error && copied) copied.error = task.error;
		}
	}
	return copy;
}
