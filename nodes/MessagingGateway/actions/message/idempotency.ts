import { createHash } from 'node:crypto';

import type { IExecuteFunctions } from 'n8n-workflow';

/**
 * Names a request for the gateway, which then sends its message only once (the Idempotency-Key header, an
 * addition).
 *
 * Gives the key of the form, or one of this n8n, workflow, execution, node, run and item. The execution is the one
 * in which the node ran first: n8n keeps the node's context when a person retries a failed execution, which has
 * another ID by then. `part` tells several messages of one item apart.
 */
export function idempotencyKeyOf(context: IExecuteFunctions, itemIndex: number, part?: number): string {
	const own = String(context.getNodeParameter('options.idempotencyKey', itemIndex, '')).trim();
	const key = own === '' ? itemKey(context, itemIndex) : inHeader(own);
	return part === undefined ? key : `${key}/${part}`;
}

/**
 * What stands for a key that a header cannot hold: left as it is, n8n's request would drop all that is not Latin,
 * and two keys could become one.
 */
function inHeader(key: string): string {
	return /^[\x20-\x7e]{1,200}$/.test(key) ? key : createHash('sha256').update(key).digest('hex');
}

/** A name of the item that stays the same when the execution is retried. */
export function itemKey(context: IExecuteFunctions, itemIndex: number): string {
	return `${runKey(context)}/${itemIndex}`;
}

/** What the names of all items of a run begin with. */
const runKeys = new WeakMap<IExecuteFunctions, string>();

function runKey(context: IExecuteFunctions): string {
	const known = runKeys.get(context);
	if (known !== undefined) return known;
	const memory = context.getContext('node');
	memory.firstExecutionId ??= context.getExecutionId();
	const { $runIndex } = context.getWorkflowDataProxy(0);
	const key = [
		'n8n',
		context.getInstanceId().slice(0, 16),
		context.getWorkflow().id ?? 'unsaved',
		memory.firstExecutionId,
		context.getNode().id,
		$runIndex,
	].join('/');
	runKeys.set(context, key);
	return key;
}
