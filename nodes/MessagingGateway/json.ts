import type { IDataObject } from 'n8n-workflow';

/** Returns the value of a JSON text; undefined: it is no JSON. */
export function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

/** Returns whether a value is an object, and neither null nor a list. */
export function isJsonObject(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the object of a JSON field: parsed text of the form, or an object of an expression; undefined: it is none. */
export function parseJsonObject(value: unknown): IDataObject | undefined {
	const parsed = typeof value === 'string' ? parseJson(value) : value;
	return isJsonObject(parsed) ? parsed : undefined;
}
