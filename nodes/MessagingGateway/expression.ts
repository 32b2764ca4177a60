import type { INode } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { isJsonObject } from './json';

/** Returns whether a parameter as it stands in the workflow is an expression; n8n marks one by an equals sign at its start. */
export function isExpression(parameter: unknown): boolean {
	return typeof parameter === 'string' && parameter.startsWith('=');
}

/**
 * Throws a NodeOperationError when a resource locator without a value is an expression, or the value in it is: what the
 * field limits would extend to everything. `label` is the one of the form, and `all` what an empty field stands for. An AI
 * that fills in the field may leave it empty, as a person may.
 */
export function assertEmptyOnPurpose(
	node: INode,
	parameter: unknown,
	{ label, all, itemIndex }: { label: string; all: string; itemIndex?: number },
): void {
	const value = isJsonObject(parameter) ? parameter.value : parameter;
	if (!isExpression(value) || /\$fromAI\b/i.test(String(value))) return;
	throw new NodeOperationError(
		node,
		`The expression of ${label} has no value: leave ${label} empty for all ${all}`,
		{
			description: 'Let the expression return an ID, or check the data that it reads.',
			...(itemIndex !== undefined && { itemIndex }),
		},
	);
}
