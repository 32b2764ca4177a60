import type { GatewayRequest } from './request';

/**
 * Returns the options of a request that creates something each time it is sent. `what` it creates is in the error text,
 * and `operation` lists it.
 *
 * A gateway also responds with 503 when it does not know whether something was created, e.g. after it has waited in vain
 * for the network, or for the gateway that holds the instance. The request is not sent again then.
 */
export function creation(
	what: string,
	operation: string,
): Pick<GatewayRequest, 'retriesUnavailable' | 'errorTexts'> {
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
