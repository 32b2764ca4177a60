import type { IDataObject, INode } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';

/**
 * Returns the JSON of an error item: the message as `error`, the next step as `details`. n8n routes an item with
 * exactly these keys to the error output and adds the fields of the input item, so that it can be sent again. It
 * would drop those fields if the item had an `error` beside its `json`.
 */
export function errorJson({ message, description }: NodeApiError | NodeOperationError): IDataObject {
	return { error: message, ...(description && { details: description }) };
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
