import { isObject, type JsonObject } from '../../lib/json-object.ts';

/** The object under a key, which is created where there is none. */
export function objectAt(parent: JsonObject, key: string): JsonObject {
	const value = parent[key];
	if (isObject(value)) return value;
	const created: JsonObject = {};
	parent[key] = created;
	return created;
}

/** `instance_not_found` or `sendMessage` as the name of a type: `InstanceNotFound`, `SendMessage`. */
export function pascalCase(text: string): string {
	return text.replace(/(?:^|[_.])([a-z])/g, (_all, letter: string) => letter.toUpperCase());
}

/** Returns a schema as @fastify/swagger writes it: a record has `additionalProperties`. */
export function inDocument(schema: JsonObject): JsonObject {
	const entries = Object.entries(schema).map(([key, value]): [string, unknown] => {
		if (key !== 'patternProperties' || !isObject(value)) return [key, written(value)];
		return ['additionalProperties', written(Object.values(value)[0])];
	});
	return Object.fromEntries(entries);
}

function written(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(written);
	return isObject(value) ? inDocument(value) : value;
}
