import type { IExecuteFunctions } from 'n8n-workflow';

import type { GatewayRequest } from '../transport/request';
import { itemKey } from './message/sending/idempotency';

/** What a request creates, for the texts of its errors. */
interface What {
	/** As in "created the webhook". */
	what: string;
	/** The operation that lists it. */
	operation: string;
}

/**
 * Returns the options of a request that creates something once for its item: with the key of the item, the gateway returns
 * what it has created although its response was lost, or was a 503 because it could not know. A retry of the execution
 * has the same key.
 */
export function creation(
	context: IExecuteFunctions,
	{ what, operation }: What,
	itemIndex: number,
): Pick<GatewayRequest, 'headers' | 'errorTexts'> {
	return {
		headers: { 'Idempotency-Key': itemKey(context, itemIndex) },
		errorTexts: {
			service_unavailable: {
				message: `The gateway may have created the ${what}`,
				nextStep: `Retry this execution, which creates nothing twice, or look for the ${what} with ${operation} before you start a new one.`,
			},
			idempotency_key_reused: {
				message: `An earlier try of this execution has created the ${what} with other values`,
				nextStep: `Look for it with ${operation}. Start a new execution to create another one.`,
			},
		},
	};
}

/**
 * Returns the options of a request that creates something each time it is sent, because networks accept no such key. A
 * gateway also responds with 503 when the network, or the gateway that holds the instance, did not answer in time. The
 * node does not retry the request then.
 */
export function creationAtNetwork({
	what,
	operation,
}: What): Pick<GatewayRequest, 'retriesUnavailable' | 'errorTexts'> {
	return {
		retriesUnavailable: false,
		errorTexts: {
			service_unavailable: {
				message: `The gateway may have created the ${what}`,
				nextStep: `Look for it with ${operation} before you run the node again.`,
			},
		},
	};
}
