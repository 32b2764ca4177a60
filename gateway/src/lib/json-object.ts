/** An object of parsed JSON, whose fields are not known yet. */
export type JsonObject = Record<string, unknown>;

/** Whether a value of parsed JSON is an object, and no list. */
export function isObject(value: unknown): value is JsonObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
