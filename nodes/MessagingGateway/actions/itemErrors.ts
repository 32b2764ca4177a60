import type { IDataObject, INode } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';

/**
 * What an item that failed says: the error, and the next step as details. n8n takes an item with just these keys
 * for the error output, and adds the fields of the input item there, so that it can be sent again. It would drop
 * those fields if the item had an `error` of its own beside its `json`.
 */
export function errorJson({ message, description }: NodeApiError | NodeOperationError): IDataObject {
	return { error: message, ...(description && { details: description }) };
}

/** What n8n itself throws, e.g. for an expression that fails, becomes an error of this node and item. */
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
