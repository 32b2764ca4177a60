import { createHash, randomUUID } from 'node:crypto';

import type { IContextObject, IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { getText } from '../../../descriptions/text';
import { retryStorage } from './retryStorage';
import { toolArguments } from '../../toolArguments';

/**
 * Returns the Idempotency-Key of a request (an addition), under which the gateway sends a message only once.
 *
 * The key is the one of the form, or is made of the n8n instance, workflow, execution, node, run and item. The
 * execution is the one in which the node ran first: n8n keeps the node's context when a person retries a failed
 * execution, although the retry has another ID. A call of the node as a tool without an execution, e.g. by n8n's MCP
 * Server Trigger, has a random ID instead. `part` distinguishes several messages of one item.
 *
 * A call as a tool has its arguments and its number among the calls with the same ones instead of the run: with Retry On
 * Fail, n8n gives each try of the call another run, and calls for different items of an agent may have the same one.
 */
export function getIdempotencyKey(context: IExecuteFunctions, itemIndex: number, part?: number): string {
	const custom = getText(context, 'options.idempotencyKey', 'Idempotency Key', itemIndex).trim();
	const key = custom === '' ? itemKey(context, itemIndex) : toHeaderValue(custom);
	return part === undefined ? key : `${key}/${part}`;
}

/**
 * Hashes a key that a header cannot hold. Without that, n8n's request would drop all non-Latin characters, and two
 * different keys could become equal.
 */
function toHeaderValue(key: string): string {
	return /^[\x20-\x7e]{1,200}$/.test(key) ? key : createHash('sha256').update(key).digest('hex');
}

/** Returns a key of the item that stays the same when the execution is retried. */
export function itemKey(context: IExecuteFunctions, itemIndex: number): string {
	return `${runKey(context)}/${itemIndex}`;
}

/** The common prefix of the item keys of a run, or of a call as a tool with all its tries. */
const runKeys = new WeakMap<object, string>();

function runKey(context: IExecuteFunctions): string {
	const call = toolArguments(context);
	const cached = runKeys.get(call ?? context);
	if (cached !== undefined) return cached;
	const storage = retryStorage(context);
	storage.firstExecutionId ??= context.getExecutionId() || randomUUID();
	const key = [
		'n8n',
		context.getInstanceId().slice(0, 16),
		context.getWorkflow().id ?? 'unsaved',
		storage.firstExecutionId,
		context.getNode().id,
		call ? toolCallKey(call, storage, context.getExecutionId()) : context.getWorkflowDataProxy(0).$runIndex,
	].join('/');
	runKeys.set(call ?? context, key);
	return key;
}

/**
 * Counts the calls of the node as a tool with the same arguments in an execution. When a person retries the execution, it
 * counts from the start, so that an agent that makes the same calls again sends nothing twice.
 */
function toolCallKey(call: IDataObject, storage: IContextObject, executionId: string): string {
	const hash = createHash('sha256').update(JSON.stringify(call)).digest('hex').slice(0, 16);
	const known = storage.toolCalls as ToolCalls | undefined;
	const calls: ToolCalls = known && known.executionId === executionId ? known : { executionId, counts: {} };
	const number = (calls.counts[hash] ?? 0) + 1;
	calls.counts[hash] = number;
	storage.toolCalls = calls;
	return `tool ${hash} ${number}`;
}

/** How many calls with the same arguments, by their hash, an execution has made. */
interface ToolCalls {
	executionId: string;
	counts: Record<string, number>;
}
