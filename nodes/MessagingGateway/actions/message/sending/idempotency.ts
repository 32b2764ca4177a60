import { createHash, randomUUID } from 'node:crypto';

import type { IExecuteFunctions } from 'n8n-workflow';

import { getText } from '../../../descriptions/text';
import { retryStorage } from './retryStorage';

/**
 * Returns the Idempotency-Key of a request (an addition), under which the gateway sends a message only once.
 *
 * The key is the one of the form, or is made of the n8n instance, workflow, execution, node, run and item. The
 * execution is the one in which the node ran first: n8n keeps the node's context when a person retries a failed
 * execution, although the retry has another ID. A call of the node as a tool without an execution, e.g. by n8n's MCP
 * Server Trigger, has a random ID instead. `part` distinguishes several messages of one item.
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

/** The common prefix of the item keys of a run; cached, because it is the same for every item. */
const runKeys = new WeakMap<IExecuteFunctions, string>();

function runKey(context: IExecuteFunctions): string {
	const cached = runKeys.get(context);
	if (cached !== undefined) return cached;
	const storage = retryStorage(context);
	storage.firstExecutionId ??= context.getExecutionId() || randomUUID();
	const { $runIndex } = context.getWorkflowDataProxy(0);
	const key = [
		'n8n',
		context.getInstanceId().slice(0, 16),
		context.getWorkflow().id ?? 'unsaved',
		storage.firstExecutionId,
		context.getNode().id,
		$runIndex,
	].join('/');
	runKeys.set(context, key);
	return key;
}
