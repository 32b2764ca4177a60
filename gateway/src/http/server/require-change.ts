import { GatewayError } from '../../domain/error.ts';

/** Throws invalid_parameters for a body without any of these fields, which would change nothing. */
export function requireChange(body: object, fields: readonly string[]): void {
	if (fields.some((field) => Reflect.get(body, field) !== undefined)) return;
	throw new GatewayError('invalid_parameters', `Give at least one of ${fields.join(', ')}.`);
}
