import { INTERACTIVE_LIMIT } from '../../../domain/messages/message-details.ts';
import { isNestedUpTo, isObject } from '../../../lib/json-object.ts';

/** Nested levels; every real answer has few. */
const MAX_DEPTH = 16;

/** Parses JSON from an untrusted source; null: it is no object, or it is too large or too deeply nested. */
export function jsonObject(text: unknown): Record<string, unknown> | null {
	if (typeof text !== 'string' || Buffer.byteLength(text) > INTERACTIVE_LIMIT) return null;
	let value: unknown;
	try {
		value = JSON.parse(text);
	} catch {
		return null;
	}
	return isObject(value) && isNestedUpTo(value, MAX_DEPTH) ? value : null;
}
