import type { IExecuteFunctions, INodePropertyMode } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

const FROM_LIST = { displayName: 'From List', name: 'list' };
const BY_ID = { displayName: 'By ID', name: 'id' };
const BY_URL = { displayName: 'By URL', name: 'url' };

/** The list of a resource locator, filled and searched by a method of `methods/listSearch`. */
export function fromList(searchListMethod: string, placeholder: string): INodePropertyMode {
	return {
		...FROM_LIST,
		type: 'list',
		placeholder,
		typeOptions: { searchListMethod, searchable: true },
	};
}

/** A field of a resource locator that takes an ID, and checks in the editor that it looks like one. */
export function byId(placeholder: string, regex: string, errorMessage: string): INodePropertyMode {
	return {
		...BY_ID,
		type: 'string',
		placeholder,
		validation: [{ type: 'regex', properties: { regex, errorMessage } }],
	};
}

/** The same for an address that holds the ID; the first group of the regex is the ID. */
export function byUrl(placeholder: string, regex: string, errorMessage: string): INodePropertyMode {
	return {
		...BY_URL,
		type: 'string',
		placeholder,
		validation: [{ type: 'regex', properties: { regex: `.*${regex}.*`, errorMessage } }],
		extractValue: { type: 'regex', regex },
	};
}

/** A list that is read from the chosen instance is read again when another one is chosen. */
export const OF_CHOSEN_INSTANCE = { loadOptionsDependsOn: ['instanceId.value'] };

/**
 * Gives what a resource locator holds for one item, without spaces around it. Throws a NodeOperationError that
 * names the missing thing when the field is empty.
 */
export function locatedOf(
	context: IExecuteFunctions,
	parameter: string,
	thing: string,
	itemIndex: number,
): string {
	const located = optionalLocatedOf(context, parameter, itemIndex);
	if (located !== undefined) return located;
	throw new NodeOperationError(context.getNode(), `No ${thing} is chosen`, {
		description: 'Choose one from the list, or enter its ID.',
		itemIndex,
	});
}

/**
 * What was read in a run of a node: an item's lane and its work ask for the same fields, and each expression takes
 * n8n a third of a millisecond.
 */
const readInRun = new WeakMap<IExecuteFunctions, Map<string, string | undefined>>();

/** The same for a field that may be left empty. */
export function optionalLocatedOf(
	context: IExecuteFunctions,
	parameter: string,
	itemIndex: number,
): string | undefined {
	const read = readInRun.get(context) ?? new Map<string, string | undefined>();
	readInRun.set(context, read);
	const field = `${parameter} ${itemIndex}`;
	if (read.has(field)) return read.get(field);
	const value = context.getNodeParameter(parameter, itemIndex, '', { extractValue: true });
	const located = String(value ?? '').trim() || undefined;
	read.set(field, located);
	return located;
}
