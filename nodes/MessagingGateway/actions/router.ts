import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { cancelableSleep, isCanceled } from '../transport/cancellation';
import { errorJson, messageWithNextStep, toNodeError } from './itemErrors';
import { isTool } from './toolArguments';
import { forTools, isForAi } from './toolErrors';
import type { RunOptions } from './runOrdered';
import { runOrdered } from './runOrdered';
import type { Operation } from './operation';
import { resources } from './resources';

/** Applies when neither the form nor the operation sets a concurrency. */
const DEFAULT_CONCURRENCY = 10;

/**
 * Runs the selected operation for each input item.
 *
 * Returns one output in the order of the input; every output item is paired with its input item. When an item fails
 * and the node is set to continue, an error item takes its place; otherwise no further item starts and the error is
 * thrown. In a canceled execution no further item starts, however the node is set. Every error is a NodeApiError or
 * NodeOperationError; that of an item names it.
 */
export async function router(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	let operation: Operation;
	let options: RunOptions;
	try {
		operation = selectedOperation(this);
		options = runOptionsOf(this, operation);
	} catch (error) {
		// n8n would pass on the input of a node that continues, as if every item had succeeded.
		return [this.getInputData().map((_item, itemIndex) => errorItem(this, error, itemIndex))];
	}
	const orderingKeys = this.getInputData().map((_item, itemIndex) =>
		orderingKeyOf(this, operation, itemIndex),
	);
	const outputs = await runOrdered(
		orderingKeys,
		options,
		async (itemIndex) => await runItem(this, operation, itemIndex),
	);
	return [outputs.flat()];
}

async function runItem(
	context: IExecuteFunctions,
	{ execute }: Operation,
	itemIndex: number,
): Promise<INodeExecutionData[]> {
	try {
		const results = await execute.call(context, itemIndex);
		return results.map((result) => ({ ...result, pairedItem: { item: itemIndex } }));
	} catch (error) {
		return [errorItem(context, error, itemIndex)];
	}
}

/** Returns the output for an item that failed. Throws the error unless the node is set to continue, or an AI gets it. */
function errorItem(context: IExecuteFunctions, error: unknown, itemIndex: number): INodeExecutionData {
	const failure = toNodeError(context.getNode(), error, itemIndex);
	const pairedItem = { item: itemIndex };
	if (!isCanceled(context)) {
		if (context.continueOnFail()) return { json: errorJson(context.getNode(), failure), pairedItem };
		if (isForAi(context)) return { json: { error: messageWithNextStep(failure) }, pairedItem };
	}
	throw isTool(context) ? forTools(failure) : failure;
}

/** An item whose key fails, e.g. because of a wrong expression, gets its own key: `runItem` then reports the error. */
function orderingKeyOf(context: IExecuteFunctions, { orderingKey }: Operation, itemIndex: number): string {
	try {
		return orderingKey?.call(context, itemIndex) ?? '';
	} catch {
		return `item ${itemIndex}`;
	}
}

/**
 * Returns the concurrency and the batching of the run. They apply to all items and come from the options of the first
 * item, if the operation has these options. An expression that returns no number is replaced by the default.
 */
function runOptionsOf(context: IExecuteFunctions, operation: Operation): RunOptions {
	const option = (name: string, fallback: number) => {
		const value = Number(context.getNodeParameter(`options.${name}`, 0, fallback));
		return Number.isFinite(value) ? value : fallback;
	};
	const batchInterval = option('batching.batch.batchInterval', 0);
	return {
		concurrency: option('concurrency', operation.concurrency ?? DEFAULT_CONCURRENCY),
		batchSize: option('batching.batch.batchSize', 0),
		pause: async () => await cancelableSleep(context, batchInterval),
	};
}

function selectedOperation(context: IExecuteFunctions): Operation {
	const resource = context.getNodeParameter('resource', 0);
	const operation = context.getNodeParameter('operation', 0);
	const selected = resources[resource]?.[operation];
	if (selected) return selected;
	throw new NodeOperationError(context.getNode(), `There is no operation ${operation} of ${resource}`, {
		description:
			'Choose an operation from the list. A workflow made with a newer version needs that version of the package.',
		itemIndex: 0,
	});
}
