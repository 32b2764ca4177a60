import { GatewayError } from '../../../domain/error.ts';

/** The refusal of a request; `reason` is a sentence without its full stop that names the field. */
export function refused(reason: string): GatewayError {
	return new GatewayError('invalid_parameters', `${reason}.`);
}
