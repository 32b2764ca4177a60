import { INTERACTIVE_LIMIT } from '../../../domain/messages/message-details.ts';

/** Nested levels; every real answer has few. */
const MAX_DEPTH = 16;

/** Parses JSON of a stranger; null: it is no object, or it is too large or too deeply nested. */
export function jsonObject(text: unknown): Record<string, unknown> | null {
	if (typeof text !== 'string' || Buffer.byteLength(text) > INTERACTIVE_LIMIT) return null;
	let value: unknown;
	try {
		value = JSON.parse(text);
	} catch {
		return null;
	}
	if (typeof value !== 'object' || value === null || Array.isArray(value) || !isShallow(value, MAX_DEPTH)) {
		return null;
	}
	return value as Record<string, unknown>;
}

function isShallow(value: unknown, depth: number): boolean {
	if (typeof value !== 'object' || value === null) return true;
	return depth > 0 && Object.values(value).every((entry) => isShallow(entry, depth - 1));
}
