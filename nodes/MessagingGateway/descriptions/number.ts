import type { IExecuteFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

/** Gives a number of the form; throws a NodeOperationError that names the field when an expression gives none. */
export function numberOrThrow(
	context: IExecuteFunctions,
	value: unknown,
	field: string,
	itemIndex: number,
): number {
	const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
	if (typeof number === 'number' && Number.isFinite(number)) return number;
	throw new NodeOperationError(context.getNode(), `${field} is not a number`, {
		description: 'Enter a number, or correct the expression that is to give it.',
		itemIndex,
	});
}
