import { GatewayError } from './error.ts';

/** Returns the error of a request whose values do not go together. `reason`: a sentence without its full stop. */
export function invalidParameters(reason: string): GatewayError {
	return new GatewayError('invalid_parameters', `${reason}.`);
}
