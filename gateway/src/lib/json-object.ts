/** An object of parsed JSON, whose fields are not known yet. */
export type JsonObject = Record<string, unknown>;

/** Whether a value of parsed JSON is an object, and no list. */
export function isObject(value: unknown): value is JsonObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a value of parsed JSON has at most so many nested levels. */
export function isNestedUpTo(value: unknown, depth: number): boolean {
	if (typeof value !== 'object' || value === null) return true;
	return depth > 0 && Object.values(value).every((part) => isNestedUpTo(part, depth - 1));
}
