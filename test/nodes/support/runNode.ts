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
	IWorkflowSettings,
} from 'n8n-workflow';
import { createRunExecutionData, Workflow } from 'n8n-workflow';

import { createAdditionalData } from './additionalData.ts';
import type { GatewayCredential } from './credentials.ts';
import {
	ACTION_NODE,
	loadedPackage,
	createNode,
	NEWEST_VERSION,
	nodeTypes,
	START_NODE,
} from './loadedPackage.ts';

/** The time zone of the workflows. */
export const WORKFLOW_TIME_ZONE = 'Asia/Tokyo';

/** An execution of a start node and the action node, as n8n stores it in its database. */
export interface StoredExecution {
	id: string;
	node: INode;
	data: IRunExecutionData;
	/** The settings of the workflow besides its time zone. */
	settings?: IWorkflowSettings;
}

/** The result of a run of the action node. */
export interface NodeRun {
	/** The items of the first output. */
	items: INodeExecutionData[];
	/** The items of the error output; only a node set to `continueErrorOutput` has one. */
	errorItems: INodeExecutionData[];
	/** The error that stopped the execution; undefined: none. */
	error: ExecutionError | undefined;
	/** The deadline of a waiting execution; undefined: it does not wait. */
	waitTill: Date | undefined;
	/** The execution as n8n stores it after the run. */
	stored: StoredExecution;
	/** Retries the failed execution from the failed node, like the button in n8n's list of executions. */
	retry(credential: GatewayCredential): Promise<NodeRun>;
}

/**
 * Runs the action node with n8n's own engine, in a workflow of a start node and this node. `parameters` are those of a
 * workflow file.
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

/** Like `runNode`, with items that may have files, with the URL of n8n, and with the version of the node. */
export async function runNodeWith(
	credential: GatewayCredential,
	parameters: INodeParameters,
	items: INodeExecutionData[],
	onError: INode['onError'] = 'stopWorkflow',
	n8nUrl?: string,
	typeVersion = NEWEST_VERSION,
): Promise<NodeRun> {
	return await runExecution(credential, createExecution(parameters, items, { onError, typeVersion }), n8nUrl);
}

/** Like `runNode`, but cancels the execution on the signal, like the button Stop. Ends when the node has ended. */
export async function runNodeUntil(
	canceled: AbortSignal,
	credential: GatewayCredential,
	parameters: INodeParameters,
	items: IDataObject[],
	onError: NonNullable<INode['onError']>,
): Promise<NodeRun> {
	const input = items.map((json) => ({ json }));
	return await runExecution(credential, createExecution(parameters, input, { onError }), undefined, canceled);
}

/** Creates an execution that begins with the items; `settings`: those of the node, such as its name. */
export function createExecution(
	parameters: INodeParameters,
	items: INodeExecutionData[],
	settings: Partial<INode>,
): StoredExecution {
	const data = createRunExecutionData({
		executionData: {
			contextData: {},
			metadata: {},
			waitingExecution: {},
			waitingExecutionSource: {},
			nodeExecutionStack: [{ node: createNode(START_NODE, {}), data: { main: [items] }, source: null }],
		},
	});
	const node = createNode(ACTION_NODE, parameters, { typeVersion: NEWEST_VERSION, ...settings });
	return { id: randomUUID(), node, data };
}

/** Runs an execution from its current node: the start node, or the node that failed or waited. */
export async function runExecution(
	credential: GatewayCredential,
	{ id, node, data, settings }: StoredExecution,
	n8nUrl?: string,
	canceled?: AbortSignal,
): Promise<NodeRun> {
	await loadedPackage.loadAll();
	const workflow = createWorkflow(node, settings);
	await workflow.expression.acquireIsolate();
	try {
		const execution = new WorkflowExecute(createAdditionalData(credential, n8nUrl, id), 'manual', data);
		const ended = execution.processRunExecutionData(workflow);
		canceled?.addEventListener('abort', () => {
			ended.cancel();
		});
		const run = await ended;
		return toNodeRun({ id, node, data: copyRunData(run.data) }, run.waitTill ?? undefined);
	} finally {
		await workflow.expression.releaseIsolate();
	}
}

export function createWorkflow(node: INode, settings: IWorkflowSettings = {}): Workflow {
	return new Workflow({
		id: 'workflow',
		name: 'Approvals',
		active: false,
		settings: { timezone: WORKFLOW_TIME_ZONE, ...settings },
		nodeTypes,
		nodes: [createNode(START_NODE, {}), structuredClone(node)],
		connections: { [START_NODE]: { main: [[{ node: node.name, type: 'main', index: 0 }]] } },
	});
}

function toNodeRun(stored: StoredExecution, waitTill: Date | undefined): NodeRun {
	const { runData, error } = stored.data.resultData;
	const task = runData[stored.node.name]?.at(-1);
	const [items, errorItems] = task?.data?.main ?? [];
	return {
		items: items ?? [],
		errorItems: errorItems ?? [],
		error: task?.error ?? error,
		waitTill,
		stored,
		retry: (credential) => runExecution(credential, toRetriedExecution(stored)),
	};
}

/** Returns the execution that n8n's `execution.service` creates to retry a failed one. */
function toRetriedExecution({ node, data }: StoredExecution): StoredExecution {
	const retried = copyRunData(data);
	delete retried.resultData.error;
	retried.resultData.runData[node.name]?.pop();
	return { id: randomUUID(), node, data: retried };
}

/** Copies run data as storing it in the database does, which keeps only plain data. Errors keep their class for the tests. */
function copyRunData(data: IRunExecutionData): IRunExecutionData {
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
