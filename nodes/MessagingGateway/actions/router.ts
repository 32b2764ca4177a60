import type { IDataObject, IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import * as instance from './instance';
import * as message from './message';
import type { Operation } from './operation';

const resources: Record<string, Record<string, Operation>> = {
	instance: instance.operations,
	message: message.operations,
};

/**
 * Runs the chosen operation for each input item, in order.
 *
 * Gives one output; every item in it is paired with the input item it came from. When an item fails and the
 * node is set to continue, the item becomes an error item; otherwise the error is thrown. Every error is a
 * NodeApiError or NodeOperationError that names the item.
 */
export async function router(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const execute = chosenOperation(this);
	const output: INodeExecutionData[] = [];
	for (let itemIndex = 0; itemIndex < this.getInputData().length; itemIndex++) {
		try {
			for (const result of await execute.call(this, itemIndex)) {
				output.push({ ...result, pairedItem: { item: itemIndex } });
			}
		} catch (error) {
			const failure = toNodeError(this.getNode(), error, itemIndex);
			if (!this.continueOnFail()) throw failure;
			output.push({ json: errorJson(failure), pairedItem: { item: itemIndex } });
		}
	}
	return [output];
}

/**
 * What an item that failed says: the error, and the next step as details. n8n takes an item with just these keys
 * for the error output, and adds the fields of the input item there, so that it can be sent again. It would drop
 * those fields if the item had an `error` of its own beside its `json`.
 */
function errorJson({ message, description }: NodeApiError | NodeOperationError): IDataObject {
	return { error: message, ...(description && { details: description }) };
}

function chosenOperation(context: IExecuteFunctions): Operation {
	const resource = context.getNodeParameter('resource', 0);
	const operation = context.getNodeParameter('operation', 0);
	const execute = resources[resource]?.[operation];
	if (execute) return execute;
	throw new NodeOperationError(context.getNode(), `There is no operation ${operation} of ${resource}`, {
		description:
			'Choose an operation from the list. A workflow from a newer version needs the newer package.',
		itemIndex: 0,
	});
}

/** What n8n itself throws, e.g. for an expression that fails, becomes an error of this node and item. */
function toNodeError(node: INode, error: unknown, itemIndex: number): NodeApiError | NodeOperationError {
	if (error instanceof NodeApiError || error instanceof NodeOperationError) {
		error.context.itemIndex ??= itemIndex;
		return error;
	}
	return new NodeOperationError(node, error instanceof Error ? error : String(error), { itemIndex });
}
