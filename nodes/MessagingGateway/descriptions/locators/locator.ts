import type { IExecuteFunctions, INodePropertyMode } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { assertEmptyOnPurpose, parameterInWorkflow } from '../../expression';
import { isJsonObject } from '../../json';

const FROM_LIST = { displayName: 'From List', name: 'list' };
const BY_ID = { displayName: 'By ID', name: 'id' };
const BY_URL = { displayName: 'By URL', name: 'url' };

/** Returns the list mode of a resource locator, with a search method of `methods/listSearch`. */
export function fromList(searchListMethod: string, placeholder: string): INodePropertyMode {
	return {
		...FROM_LIST,
		type: 'list',
		placeholder,
		typeOptions: { searchListMethod, searchable: true },
	};
}

/** Returns the ID mode of a resource locator. The editor checks the ID with the regex. */
export function byId(placeholder: string, regex: string, errorMessage: string): INodePropertyMode {
	return {
		...BY_ID,
		type: 'string',
		placeholder,
		validation: [{ type: 'regex', properties: { regex, errorMessage } }],
	};
}

/** Returns the URL mode of a resource locator. The first group of the regex extracts the ID from the URL. */
export function byUrl(placeholder: string, regex: string, errorMessage: string): INodePropertyMode {
	return {
		...BY_URL,
		type: 'string',
		placeholder,
		validation: [{ type: 'regex', properties: { regex: `.*${regex}.*`, errorMessage } }],
		extractValue: { type: 'regex', regex },
	};
}

/** Makes the editor reload a list of an instance's resources when another instance is selected. */
export const RELOAD_ON_INSTANCE_CHANGE = { loadOptionsDependsOn: ['instanceId.value'] };

/**
 * Returns the trimmed value of a resource locator for one item. When the field is empty, throws a NodeOperationError
 * that names the `resource`.
 */
export function getLocatorValue(
	context: IExecuteFunctions,
	parameter: string,
	resource: string,
	itemIndex: number,
): string {
	const value = getOptionalLocatorValue(context, parameter, itemIndex);
	if (value !== undefined) return value;
	throw new NodeOperationError(context.getNode(), `No ${resource} is selected`, {
		description: 'Select one from the list, or enter its ID.',
		itemIndex,
	});
}

/**
 * Caches values per run of a node: the ordering key of an item and its operation read the same fields, and n8n takes
 * about 0.3 ms to evaluate an expression.
 */
const valuesByRun = new WeakMap<IExecuteFunctions, Map<string, string | undefined>>();

/**
 * Like `getOptionalLocatorValue`, for a field that limits what the operation reads or receives, to one chat or instance.
 * Throws a NodeOperationError when its expression has no value, because the operation would concern `all` of them.
 * `parameter` may be in a collection, as in `filters.chatId`.
 */
export function getLimitingLocatorValue(
	context: IExecuteFunctions,
	parameter: string,
	{ label, all, itemIndex }: { label: string; all: string; itemIndex: number },
): string | undefined {
	const value = getOptionalLocatorValue(context, parameter, itemIndex);
	if (value !== undefined) return value;
	const node = context.getNode();
	const instead = `leave ${label} empty for all ${all}`;
	assertEmptyOnPurpose(node, parameterInWorkflow(node, parameter), { label, instead, itemIndex });
	return undefined;
}

/** Like `getLocatorValue`, but returns undefined for an empty field. Throws a NodeOperationError for a value that is no ID. */
export function getOptionalLocatorValue(
	context: IExecuteFunctions,
	parameter: string,
	itemIndex: number,
): string | undefined {
	const values = valuesByRun.get(context) ?? new Map<string, string | undefined>();
	valuesByRun.set(context, values);
	const field = `${parameter} ${itemIndex}`;
	if (values.has(field)) return values.get(field);
	const parameterValue = context.getNodeParameter(parameter, itemIndex, '', { extractValue: true });
	const wrong = kindOfWrongValue(parameterValue);
	if (wrong !== undefined) {
		throw new NodeOperationError(context.getNode(), `The value of "${parameter}" is ${wrong}`, {
			description: 'Let the expression return the ID, e.g. {{ $json.id }}.',
			itemIndex,
		});
	}
	const value = Number.isNaN(parameterValue) ? undefined : String(parameterValue ?? '').trim() || undefined;
	values.set(field, value);
	return value;
}

/**
 * Returns the kind of a value that cannot be an ID, as an expression or an AI may return; undefined: it may be one. A
 * list with one ID counts as the ID. The digits of a number that is not whole would be the phone number of another
 * person.
 */
function kindOfWrongValue(value: unknown): string | undefined {
	if (isJsonObject(value)) return 'an object';
	if (Array.isArray(value)) {
		if (value.length > 1) return 'a list';
		return typeof value[0] === 'object' ? 'a list of objects' : kindOfWrongValue(value[0]);
	}
	// A path cannot hold it.
	if (typeof value === 'string' && /\p{Surrogate}/u.test(value)) return 'cut in the middle of a character';
	const isWrongNumber =
		typeof value === 'number' && (value < 0 || (!Number.isInteger(value) && !Number.isNaN(value)));
	return isWrongNumber ? 'not a whole number' : undefined;
}
