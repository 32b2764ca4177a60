import type { IDataObject, IExecuteFunctions, NodeApiError, NodeOperationError } from 'n8n-workflow';

import { messageWithNextStep } from './itemErrors';
import { toolArguments } from './toolArguments';

/**
 * Returns whether to return an error as the result of a call of the node as a tool. Agents before version 3 give the AI
 * an empty text for an error that is thrown, so that it takes the call for a success. When n8n repeats the call, the error
 * has to be thrown.
 */
export function isForAi(context: IExecuteFunctions): boolean {
	const call = toolArguments(context);
	return call !== undefined && !failsBeforeRetry(context, call);
}

/**
 * Adds the next step to the message, which is all that n8n tells the AI whose tool the node is: without it, the AI cannot
 * correct its call.
 */
export function forTools(failure: NodeApiError | NodeOperationError): NodeApiError | NodeOperationError {
	failure.message = messageWithNextStep(failure);
	failure.description = null;
	return failure;
}

/** How many tries of each call have failed. */
const failedTries = new WeakMap<IDataObject, number>();

/**
 * Notes that a try of a call of the node as a tool has failed, and returns whether n8n tries it again, by Retry On Fail:
 * with n8n's own limits, that is two to five times.
 */
function failsBeforeRetry(context: IExecuteFunctions, call: IDataObject): boolean {
	const { retryOnFail, maxTries } = context.getNode();
	const failed = (failedTries.get(call) ?? 0) + 1;
	failedTries.set(call, failed);
	return retryOnFail === true && failed < Math.min(5, Math.max(2, maxTries ?? 3));
}
