import type { IExecuteFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { assertEmptyOnPurpose, parameterInWorkflow } from '../expression';

/**
 * Returns the text of a form field. An expression may return a number or a date, and null, undefined or NaN where the item
 * lacks a field: these are an empty text, so that nobody receives the words. Throws a NodeOperationError that names the
 * field for a list or an object.
 */
export function textOrThrow(
	context: IExecuteFunctions,
	value: unknown,
	field: string,
	itemIndex: number,
): string {
	// The JSON of a date object is a text, and that of NaN is null.
	const isConverted = typeof value === 'object' || Number.isNaN(value);
	const plain: unknown = isConverted ? JSON.parse(JSON.stringify(value)) : value;
	if (typeof plain !== 'object' || plain === null) return String(plain ?? '');
	throw new NodeOperationError(context.getNode(), `${field} is not a text`, {
		description: 'Enter a text, or let the expression return one, e.g. with a field of the item.',
		itemIndex,
	});
}

/** Like `textOrThrow`, for a parameter of the node; an option that was not added is an empty text. */
export function getText(
	context: IExecuteFunctions,
	parameter: string,
	field: string,
	itemIndex: number,
): string {
	return textOrThrow(context, context.getNodeParameter(parameter, itemIndex, ''), field, itemIndex);
}

/** A field whose empty text removes something. */
interface RemovableField {
	/** Where it is in the workflow, e.g. `updateFields.description`. */
	path: string;
	/** The name of the field in the form. */
	label: string;
	/** What an empty text removes, e.g. `the description`. */
	removes: string;
}

/**
 * Like `textOrThrow`, for a field whose empty text removes something: returns null then. Throws a NodeOperationError where
 * its expression has no value, e.g. for an empty column of a database, which is no wish to remove anything.
 */
export function removableText(
	context: IExecuteFunctions,
	value: unknown,
	{ path, label, removes }: RemovableField,
	itemIndex: number,
): string | null {
	if (value === null || Number.isNaN(value)) {
		const node = context.getNode();
		assertEmptyOnPurpose(node, parameterInWorkflow(node, path), {
			label,
			instead: `leave ${label} empty to remove ${removes}`,
			expected: 'a text, with "" to remove it',
			itemIndex,
		});
	}
	const text = textOrThrow(context, value, label, itemIndex);
	return text.trim() === '' ? null : text;
}
