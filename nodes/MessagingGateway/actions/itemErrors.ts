import type { IDataObject, INode } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import { isVersion1 } from '../descriptions/version';

/**
 * Returns the JSON of an error item: the message and the next step as `error`. n8n routes an item with exactly this key
 * to the error output and adds the fields of the input item, so that it can be sent again. It would drop those fields
 * if the item had an `error` beside its `json`.
 *
 * A node of version 1 has the next step in `details`, with which n8n before 2.36 does not recognize an error item.
 */
export function errorJson(node: INode, failure: NodeApiError | NodeOperationError): IDataObject {
	const { message, description } = failure;
	if (!description || !isVersion1(node)) return { error: messageWithNextStep(failure) };
	return { error: message, details: description };
}

/** Returns the message of an error and its next step in one text. */
export function messageWithNextStep({ message, description }: NodeApiError | NodeOperationError): string {
	return description ? `${message}${/[.?!]$/.test(message) ? '' : '.'} ${description}` : message;
}

/** Wraps an error that n8n throws, e.g. for a failed expression, in an error of this node and item. */
export function toNodeError(
	node: INode,
	error: unknown,
	itemIndex: number,
): NodeApiError | NodeOperationError {
	if (error instanceof NodeApiError || error instanceof NodeOperationError) {
		error.context.itemIndex ??= itemIndex;
		return error;
	}
	return new NodeOperationError(node, error instanceof Error ? error : String(error), { itemIndex });
}
