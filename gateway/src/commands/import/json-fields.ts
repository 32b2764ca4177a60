import { isObject, type JsonObject } from '../../lib/json-object.ts';

/** Returns a field that is an object; null: it is not. */
export function objectAt(object: JsonObject, field: string): JsonObject | null {
	const value = object[field];
	return isObject(value) ? value : null;
}

/** Returns a field that is a text and not empty; null: it is not. */
export function textAt(object: JsonObject, field: string): string | null {
	const value = object[field];
	return typeof value === 'string' && value !== '' ? value : null;
}

/** Returns the texts of a field that is a list; other entries are left out. */
export function textsAt(object: JsonObject, field: string): string[] {
	const value = object[field];
	return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : [];
}

/** Returns the objects of a field that is a list; other entries are left out. */
export function objectsAt(object: JsonObject, field: string): JsonObject[] {
	const value = object[field];
	return Array.isArray(value) ? value.filter(isObject) : [];
}

/** Returns the digits before the @ of a JID such as 4915112345678:3@s.whatsapp.net; null: there are none. */
export function phoneOf(jid: string | null): string | null {
	return /^\d+/.exec(jid ?? '')?.[0] ?? null;
}
