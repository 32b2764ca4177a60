import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { parseJsonObject } from '../../../json';

/**
 * Parses the Metadata option (specification: POST /v1/messages/send, `metadata`): JSON text from the form, or an
 * object from an expression. Returns undefined when it is empty; throws a NodeOperationError when it is not a JSON
 * object.
 */
export function getMetadata(
	context: IExecuteFunctions,
	value: unknown,
	itemIndex: number,
): IDataObject | undefined {
	if (value === undefined || value === null || value === '') return undefined;
	const metadata = parseJsonObject(value);
	if (metadata) return Object.keys(metadata).length > 0 ? metadata : undefined;
	throw new NodeOperationError(context.getNode(), 'The metadata is not a JSON object', {
		description: 'Write it with curly brackets and quoted names, e.g. { "orderId": 4711 }.',
		itemIndex,
	});
}
