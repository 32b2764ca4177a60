import { canonicalJson } from '../../lib/canonical-json.ts';
import { isObject, type JsonObject } from '../../lib/json-object.ts';
import { objectAt, pascalCase } from './json.ts';

/** Keywords that describe a schema where it stands and are no part of it. */
const ANNOTATIONS = ['description', 'default', 'example', 'examples', 'x-extension', 'x-error-code'];

/**
 * Moves the schemas with these names to `components.schemas`, and refers to them where they stand. Requests and
 * successes are named after their operations. Of the named schemas, those of `required` are there in any case. Changes the
 * document.
 */
export function nameSchemas(
	document: JsonObject,
	named: ReadonlyMap<string, JsonObject>,
	required: Iterable<string>,
): void {
	const components = objectAt(objectAt(document, 'components'), 'schemas');
	const names = new Map([...named].map(([name, schema]) => [structureOf(schema), name]));

	function replaced(value: unknown): unknown {
		if (Array.isArray(value)) return value.map(replaced);
		if (!isObject(value)) return value;
		const only = onlyShape(value);
		if (only !== null) return replaced(only);
		const name = isSchema(value) ? names.get(structureOf(value)) : undefined;
		const schema = name === undefined ? undefined : named.get(name);
		if (name === undefined || schema === undefined) return replacedInside(value);
		components[name] ??= replacedInside(schema);
		return reference(name, annotationsBeyond(value, schema));
	}

	function replacedInside(object: JsonObject): JsonObject {
		// The discriminators of validation select schemas that stand inline, which OpenAPI does not know.
		const entries = Object.entries(object).filter(([key, inside]) => !isDiscriminator(key, inside));
		return Object.fromEntries(entries.map(([key, inside]) => [key, replaced(inside)]));
	}

	document.paths = replaced(document.paths);
	for (const [name, schema] of Object.entries(components)) {
		if (!named.has(name)) components[name] = replacedInside(schema as JsonObject);
	}
	for (const name of required) replaced(named.get(name));
	for (const operation of operationsOf(document)) nameBodies(operation, components);
	objectAt(document, 'components').schemas = sortedByKey(components);
}

/** Every operation under `paths`. */
export function operationsOf(document: JsonObject): JsonObject[] {
	const methods = Object.values(objectAt(document, 'paths')).flatMap((path) =>
		Object.values(path as JsonObject),
	);
	return methods.filter(isObject);
}

function nameBodies(operation: JsonObject, components: JsonObject): void {
	const id = pascalCase(String(operation.operationId));
	nameContent(operation.requestBody, `${id}Request`, components);
	for (const [status, response] of Object.entries(objectAt(operation, 'responses'))) {
		if (Number(status) < 300) nameContent(response, `${id}Response`, components);
	}
}

function nameContent(holder: unknown, name: string, components: JsonObject): void {
	if (!isObject(holder) || !isObject(holder.content)) return;
	for (const media of Object.values(holder.content)) {
		if (!isObject(media) || !isObject(media.schema)) continue;
		const { schema } = media;
		if ('$ref' in schema || schema.format === 'binary') continue;
		const own = nameOfEnvelope(schema) ?? name;
		if (components[own] !== undefined && canonicalJson(components[own]) !== canonicalJson(schema))
			throw new Error(`Two schemas are named ${own}.`);
		components[own] = schema;
		media.schema = reference(own);
	}
}

/** `InstanceResponse` for the envelope around an Instance; null: the schema is no envelope around a named schema. */
function nameOfEnvelope({ properties }: JsonObject): string | null {
	if (!isObject(properties) || Object.keys(properties).join() !== 'success,data') return null;
	const target = isObject(properties.data) ? properties.data.$ref : undefined;
	return typeof target === 'string' ? `${target.replace('#/components/schemas/', '')}Response` : null;
}

/** A reference to a named schema, with annotations beside it. */
export function reference(name: string, annotations: JsonObject = {}): JsonObject {
	return { $ref: `#/components/schemas/${name}`, ...annotations };
}

/** The schema that is meant by one of a single shape; null: there are several shapes, or none. */
function onlyShape({ oneOf, ...rest }: JsonObject): JsonObject | null {
	if (!Array.isArray(oneOf) || oneOf.length !== 1) return null;
	return { ...rest, ...(oneOf[0] as JsonObject) };
}

function isDiscriminator(key: string, value: unknown): boolean {
	return key === 'discriminator' && isObject(value) && 'propertyName' in value;
}

function isSchema(value: JsonObject): boolean {
	return 'type' in value || 'anyOf' in value || 'oneOf' in value;
}

/** The text of a schema without the annotations of the place where it stands. */
function structureOf(schema: JsonObject): string {
	return canonicalJson(
		Object.fromEntries(Object.entries(schema).filter(([key]) => !ANNOTATIONS.includes(key))),
	);
}

function annotationsBeyond(value: JsonObject, schema: JsonObject): JsonObject {
	const own = Object.entries(value).filter(
		([key, inside]) => ANNOTATIONS.includes(key) && canonicalJson(inside) !== canonicalJson(schema[key]),
	);
	return Object.fromEntries(own);
}

function sortedByKey(object: JsonObject): JsonObject {
	return Object.fromEntries(Object.entries(object).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
