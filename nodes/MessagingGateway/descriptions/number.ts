import type { IExecuteFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

/** Returns the number in a form field. Throws a NodeOperationError that names the field when the value is not a number. */
export function numberOrThrow(
	context: IExecuteFunctions,
	value: unknown,
	field: string,
	itemIndex: number,
): number {
	const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
	if (typeof number === 'number' && Number.isFinite(number)) return number;
	throw new NodeOperationError(context.getNode(), `${field} is not a number`, {
		description: 'Enter a number, or correct the expression.',
		itemIndex,
	});
}
