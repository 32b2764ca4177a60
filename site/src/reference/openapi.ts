import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../repository.ts';

/** The parts of a JSON schema that the reference shows. */
export type Schema = {
	$ref?: string;
	type?: string | string[];
	format?: string;
	description?: string;
	enum?: unknown[];
	const?: unknown;
	default?: unknown;
	minimum?: number;
	maximum?: number;
	minLength?: number;
	maxLength?: number;
	minItems?: number;
	maxItems?: number;
	required?: string[];
	properties?: Record<string, Schema>;
	items?: Schema;
	oneOf?: Schema[];
	anyOf?: Schema[];
	allOf?: Schema[];
	contentMediaType?: string;
};

export type Parameter = {
	name: string;
	in: 'path' | 'query' | 'header' | 'cookie';
	required?: boolean;
	description?: string;
	example?: unknown;
	schema: Schema;
};

export type Content = Record<string, { schema?: Schema }>;

export type Response = { description: string; content?: Content };

export type Operation = {
	operationId: string;
	summary: string;
	description?: string;
	tags: string[];
	parameters?: (Parameter | { $ref: string })[];
	requestBody?: { required?: boolean; content: Content };
	responses: Record<string, Response | { $ref: string }>;
	security?: Record<string, string[]>[];
	'x-scope'?: string;
	'x-rate-classes'?: string[];
	'x-extension'?: boolean;
};

/** The parts of an OpenAPI document that the reference shows. */
export type Document = {
	info: { description: string; version: string };
	tags: { name: string; description: string }[];
	paths: Record<string, Record<string, Operation>>;
	webhooks?: Record<string, { post: Operation }>;
	components: { schemas: Record<string, Schema> };
};

/** Reads an OpenAPI document of the gateway. */
export function readDocument(name: string): Document {
	return JSON.parse(readFileSync(path.join(ROOT, 'gateway', name), 'utf8')) as Document;
}

/** Returns what a reference names, or the value itself. Throws when the document has nothing of this name. */
export function resolve<T extends object>(document: Document, value: T | { $ref: string }): T {
	if (!('$ref' in value) || typeof value.$ref !== 'string') return value as T;
	let found: unknown = document;
	for (const part of value.$ref.replace(/^#\//, '').split('/')) {
		found = (found as Record<string, unknown> | undefined)?.[part];
	}
	if (found === undefined) throw new Error(`The document does not define ${value.$ref}.`);
	return resolve(document, found as T);
}

/** Returns the name of the schema that a reference names. */
export function nameOf(schema: Schema): string | undefined {
	return schema.$ref?.split('/').at(-1);
}

/** Returns all operations with the tag, in the order of the document. */
export function operationsOf(
	document: Document,
	tag: string,
): { method: string; path: string; operation: Operation }[] {
	return Object.entries(document.paths).flatMap(([path, methods]) =>
		Object.entries(methods)
			.filter(([, operation]) => operation.tags.includes(tag))
			.map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
	);
}
