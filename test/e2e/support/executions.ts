import { callN8n, type N8nSession } from '../../../playground/src/n8n/client.ts';
import { until } from '../../../playground/src/process/until.ts';
import { readFlatted } from './flatted.ts';

export type Execution = {
	id: string;
	status: string;
	/** `webhook` for an execution started by an event, `manual` for one started in the editor. */
	mode: string;
	/** The JSON of the first output item of each node, by the node's name. */
	output: Record<string, Record<string, unknown>>;
	/** All output items of each node. */
	items: Record<string, Item[]>;
	/** The duration of each node in milliseconds, as n8n shows it. */
	took: Record<string, number>;
};

export type Item = {
	json: Record<string, unknown>;
	pairedItem?: unknown;
};

/** The ID and the name of a workflow. */
type WorkflowName = { id: string; name: string };

type RunData = Record<string, { executionTime: number; data?: { main: (Item[] | null)[] } }[]>;

/** Returns the IDs of a workflow's executions, newest first. */
export async function executionIds(session: N8nSession, workflow: WorkflowName): Promise<string[]> {
	return (await listExecutions(session, workflow)).map(({ id }) => id);
}

async function listExecutions(
	session: N8nSession,
	workflow: WorkflowName,
): Promise<{ id: string; status: string }[]> {
	const filter = encodeURIComponent(JSON.stringify({ workflowId: workflow.id }));
	const answer = await callN8n(session, 'GET', `/rest/executions?limit=50&filter=${filter}`);
	return (answer as { results: { id: string; status: string }[] }).results;
}

/** Waits until an execution of a workflow has a status, e.g. `waiting`, and returns its ID. */
export async function waitForExecutionStatus(
	session: N8nSession,
	workflow: WorkflowName,
	status: string,
	seconds = 30,
): Promise<string> {
	return until({ what: `an execution of "${workflow.name}" to be ${status}`, seconds }, async () => {
		const executions = await listExecutions(session, workflow);
		return executions.find((execution) => execution.status === status)?.id;
	});
}

/**
 * Waits for the end of an execution that is not in `known` and returns it. Does not read it while it runs, so that n8n
 * has little other work.
 */
export async function waitForNewExecution(
	session: N8nSession,
	workflow: WorkflowName,
	known: readonly string[],
	seconds: number,
): Promise<Execution> {
	const ended = await until({ what: `an execution of "${workflow.name}" to end`, seconds }, async () => {
		const executions = await listExecutions(session, workflow);
		return executions.find(({ id, status }) => !known.includes(id) && isFinished({ status }))?.id;
	});
	return readExecution(session, ended);
}

/**
 * Returns the IDs of a workflow's executions in which a node has returned an item, newest first. The execution of a
 * repeated delivery ends at the trigger without an item. The gateway repeats a delivery after a crash between n8n's
 * response and its record.
 */
export async function executionIdsWithOutput(
	session: N8nSession,
	workflow: WorkflowName,
	node: string,
): Promise<string[]> {
	const executions = await readExecutions(session, workflow);
	return executions.filter(({ items }) => (items[node] ?? []).length > 0).map(({ id }) => id);
}

/** Waits for the end of an execution that matches and returns it. */
export async function finishedExecution(
	session: N8nSession,
	workflow: WorkflowName,
	matches: (execution: Execution) => boolean,
	seconds = 30,
): Promise<Execution> {
	return until({ what: `an execution of "${workflow.name}"`, seconds }, async () => {
		const executions = await readExecutions(session, workflow);
		const found = executions.filter(isFinished).find(matches);
		if (found !== undefined) return found;
		const seen = executions.map(({ id, status }) => `${id} ${status}`);
		throw new Error(`of ${seen.length}, none matches: ${seen.join(', ')}`);
	});
}

/** Runs a workflow from this trigger, as "Execute workflow" does, and returns the finished execution. */
export async function runManually(
	session: N8nSession,
	workflow: WorkflowName,
	trigger: string,
): Promise<Execution> {
	const answer = await callN8n(session, 'POST', `/rest/workflows/${workflow.id}/run`, {
		triggerToStartFrom: { name: trigger },
	});
	const { executionId } = answer as { executionId: string };
	return finishedExecution(session, workflow, ({ id }) => id === executionId, 90);
}

/** Returns all finished executions of a workflow that match. */
export async function finishedExecutions(
	session: N8nSession,
	workflow: WorkflowName,
	matches: (execution: Execution) => boolean,
): Promise<Execution[]> {
	return (await readExecutions(session, workflow)).filter(isFinished).filter(matches);
}

async function readExecutions(session: N8nSession, workflow: WorkflowName): Promise<Execution[]> {
	const ids = await executionIds(session, workflow);
	return Promise.all(ids.map((id) => readExecution(session, id)));
}

function isFinished({ status }: Pick<Execution, 'status'>): boolean {
	return !['new', 'running', 'waiting'].includes(status);
}

async function readExecution(session: N8nSession, id: string): Promise<Execution> {
	const { status, mode, data } = (await callN8n(session, 'GET', `/rest/executions/${id}`)) as {
		status: string;
		mode: string;
		data: string;
	};
	const { resultData } = readFlatted(data) as { resultData?: { runData?: RunData } };
	const runs = Object.entries(resultData?.runData ?? {}).map(([node, [run]]) => [node, run] as const);
	const items = Object.fromEntries(runs.map(([node, run]) => [node, run?.data?.main[0] ?? []]));
	const output = Object.fromEntries(runs.map(([node]) => [node, items[node]?.[0]?.json ?? {}]));
	const took = Object.fromEntries(runs.map(([node, run]) => [node, run?.executionTime ?? 0]));
	return { id, status, mode, output, items, took };
}
