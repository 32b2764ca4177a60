import './n8nEnvironment.ts';

import { WorkflowExecute } from 'n8n-core';
import type {
	INodeExecutionData,
	IWorkflowExecuteAdditionalData,
	Workflow,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { createRunExecutionData } from 'n8n-workflow';

import { TRIGGER_NODE } from './loadedPackage.ts';
import { getTrigger } from './triggerWorkflow.ts';

/**
 * Runs a workflow with n8n's engine, which starts with the trigger, on what the trigger's webhook returned. Returns the items
 * of each output of the trigger; only a trigger set to `continueErrorOutput` has a second one.
 */
export async function executeTrigger(
	workflow: Workflow,
	workflowData: INodeExecutionData[][],
	additionalData: IWorkflowExecuteAdditionalData,
	mode: WorkflowExecuteMode,
): Promise<INodeExecutionData[][]> {
	const stack = [{ node: getTrigger(workflow), data: { main: workflowData }, source: null }];
	const data = createRunExecutionData({
		executionData: {
			contextData: {},
			metadata: {},
			waitingExecution: {},
			waitingExecutionSource: {},
			nodeExecutionStack: stack,
		},
	});
	await workflow.expression.acquireIsolate();
	try {
		const run = await new WorkflowExecute(additionalData, mode, data).processRunExecutionData(workflow);
		const [task] = run.data.resultData.runData[TRIGGER_NODE] ?? [];
		if (task?.error) throw task.error;
		return (task?.data?.main ?? []).map((items) => items ?? []);
	} finally {
		await workflow.expression.releaseIsolate();
	}
}
