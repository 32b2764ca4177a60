import type { INode, INodeProperties } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { isJsonObject } from './json';

/** What the error says about an expression without a value. */
interface MissingValue {
	/** The name of the field in the form. */
	label: string;
	/** What to do instead, e.g. `leave Chat empty for all chats`. */
	instead: string;
	/** What the expression has to return. */
	expected?: string;
	itemIndex?: number | undefined;
}

/** Returns whether a parameter as it stands in the workflow is an expression; n8n marks one by an equals sign at its start. */
export function isExpression(parameter: unknown): boolean {
	return typeof parameter === 'string' && parameter.startsWith('=');
}

/** Returns a parameter as it stands in the workflow. `path` may lead into a collection, as in `filters.chatId`. */
export function parameterInWorkflow({ parameters }: INode, path: string): unknown {
	return path
		.split('.')
		.reduce<unknown>((part, name) => (isJsonObject(part) ? part[name] : undefined), parameters);
}

/**
 * Throws a NodeOperationError when a field without a value is an expression, or the value of its resource locator is one:
 * what the field limits would extend to everything, and what it delays would happen at once. `parameter` is the field as it
 * stands in the workflow. An AI that fills in the field may leave it empty, as a person may.
 */
export function assertEmptyOnPurpose(
	node: INode,
	parameter: unknown,
	{ label, instead, expected = 'an ID', itemIndex }: MissingValue,
): void {
	if (!expectsValue(parameter)) return;
	throw new NodeOperationError(node, `The expression of ${label} has no value: ${instead}`, {
		description: `Let the expression return ${expected}, or check the data that it reads.`,
		...(itemIndex !== undefined && { itemIndex }),
	});
}

/** Returns whether a field, as it stands in the workflow, has an expression that nobody but a mistake leaves without a value. */
function expectsValue(parameter: unknown): boolean {
	const value = isJsonObject(parameter) ? parameter.value : parameter;
	return isExpression(value) && !/\$fromAI\b/i.test(String(value));
}

/** A collection of filters: where it is in the workflow, its values, and its form field. */
interface Filters {
	path: string;
	values: object;
	form: INodeProperties;
}

/** Throws a NodeOperationError for a filter whose expression has no value, which would let everything through. */
export function assertFiltersHaveValues(node: INode, filters: Filters, itemIndex?: number): void {
	const field = filterWithoutValue(node, filters);
	if (!field) return;
	assertEmptyOnPurpose(node, parameterInWorkflow(node, `${filters.path}.${field.name}`), {
		label: field.displayName,
		instead: 'remove this filter if everything is to pass',
		expected: 'a value',
		itemIndex,
	});
}

/** Returns the field of a filter whose expression has no value; undefined: there is none. */
export function filterWithoutValue(
	node: INode,
	{ path, values, form }: Filters,
): INodeProperties | undefined {
	const fields = (form.options ?? []) as INodeProperties[];
	return fields.find(
		({ name }) =>
			isEmpty((values as Readonly<Record<string, unknown>>)[name]) &&
			expectsValue(parameterInWorkflow(node, `${path}.${name}`)),
	);
}

/** Returns whether an expression returned nothing. */
function isEmpty(value: unknown): boolean {
	if (Array.isArray(value)) return value.every(isEmpty);
	return value === undefined || value === null || Number.isNaN(value) || String(value).trim() === '';
}
