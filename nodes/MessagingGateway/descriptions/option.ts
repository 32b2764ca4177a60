import type { IExecuteFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

/**
 * Returns the value of a field with options, or `fallback` when the workflow has none. Throws a NodeOperationError when an
 * expression returns something else, for fields where a guess would be wrong.
 */
export function getOption<Option extends string>(
	context: IExecuteFunctions,
	parameter: string,
	{ label, options, fallback }: { label: string; options: readonly Option[]; fallback: Option },
	itemIndex: number,
): Option {
	const value = context.getNodeParameter(parameter, itemIndex, fallback) as unknown;
	const option = options.find((each) => each === value);
	if (option !== undefined) return option;
	throw new NodeOperationError(context.getNode(), `The expression of ${label} returns none of its options`, {
		description: `Let it return one of these: ${options.join(', ')}.`,
		itemIndex,
	});
}
