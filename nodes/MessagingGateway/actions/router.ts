import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { errorJson, toNodeError } from './itemErrors';
import type { Pace } from './lanes';
import { workInLanes } from './lanes';
import type { Operation } from './operation';
import { resources } from './resources';

/** Lanes worked on at the same time when neither the form nor the operation says anything else. */
const DEFAULT_CONCURRENCY = 10;

/**
 * Runs the chosen operation for each input item.
 *
 * Gives one output in the order of the input; every item in it is paired with the input item it came from. When
 * an item fails and the node is set to continue, the item becomes an error item; otherwise nothing new is begun
 * and the error is thrown. Every error is a NodeApiError or NodeOperationError that names the item.
 */
export async function router(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const operation = chosenOperation(this);
	const lanes = this.getInputData().map((_item, itemIndex) => laneOf(this, operation, itemIndex));
	const outputs = await workInLanes(
		lanes,
		paceOf(this, operation),
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
		const failure = toNodeError(context.getNode(), error, itemIndex);
		if (!context.continueOnFail()) throw failure;
		return [{ json: errorJson(failure), pairedItem: { item: itemIndex } }];
	}
}

/** An item whose lane cannot be told, e.g. because an expression fails, has one to itself: its run says why. */
function laneOf(context: IExecuteFunctions, { lane }: Operation, itemIndex: number): string {
	try {
		return lane?.call(context, itemIndex) ?? '';
	} catch {
		return `item ${itemIndex}`;
	}
}

/**
 * The pace is one for all items: the options of the first one set it, where the operation has them. What an
 * expression gives there may be no number, and must not keep the items from being worked on.
 */
function paceOf(context: IExecuteFunctions, operation: Operation): Pace {
	const option = (name: string, fallback: number) => {
		const value = Number(context.getNodeParameter(`options.${name}`, 0, fallback));
		return Number.isFinite(value) ? value : fallback;
	};
	return {
		concurrency: option('concurrency', operation.concurrency ?? DEFAULT_CONCURRENCY),
		batchSize: option('batching.batch.batchSize', 0),
		batchInterval: option('batching.batch.batchInterval', 0),
	};
}

function chosenOperation(context: IExecuteFunctions): Operation {
	const resource = context.getNodeParameter('resource', 0);
	const operation = context.getNodeParameter('operation', 0);
	const chosen = resources[resource]?.[operation];
	if (chosen) return chosen;
	throw new NodeOperationError(context.getNode(), `There is no operation ${operation} of ${resource}`, {
		description:
			'Choose an operation from the list. A workflow from a newer version needs the newer package.',
		itemIndex: 0,
	});
}
