import type { IExecuteFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { textOrThrow } from '../../../descriptions/text';

/**
 * Returns the entries of a form field without empty ones: of a list from an expression, or of text with one entry in
 * each line, which may also be separated by commas when it has only one line. Throws a NodeOperationError that names the
 * `field` when the value is an object, or an entry of a list is no text.
 */
export function textList(
	context: IExecuteFunctions,
	value: unknown,
	field: string,
	itemIndex: number,
): string[] {
	const entries: unknown[] = Array.isArray(value)
		? value
		: splitText(textOrThrow(context, value, field, itemIndex));
	if (entries.some((entry) => typeof entry === 'object' && entry !== null)) {
		throw new NodeOperationError(context.getNode(), `${field}: an entry of the list is no text`, {
			description: 'Let the expression return a list of texts, e.g. {{ $json.answers.map((a) => a.name) }}.',
			itemIndex,
		});
	}
	return entries.map((entry) => String(entry ?? '').trim()).filter((entry) => entry !== '');
}

function splitText(text: string): string[] {
	return text.trim().split(text.trim().includes('\n') ? '\n' : ',');
}
