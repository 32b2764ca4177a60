import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

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

/** Returns the object of a JSON field: parsed text of the form, or an object of an expression; undefined: it is none. */
export function parseJsonObject(value: unknown): IDataObject | undefined {
	const parsed = typeof value === 'string' ? parseJson(value) : value;
	return isJsonObject(parsed) ? parsed : undefined;
}

function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

function isJsonObject(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
