import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { at, isRecord, type Schema } from './schema.ts';

/** The documents of the API, of the page's operations, and of the simulated network. */
export const DOCUMENT_FILES = ['openapi.json', 'openapi-page.json', 'openapi-simulator.json'].map((name) =>
	path.join(import.meta.dirname, '../../gateway', name),
);

export interface Parameter {
	name: string;
	in: 'path' | 'query' | 'header';
	required: boolean;
	schema: Schema;
}

export interface DocumentedResponse {
	contentType: string | null;
	schema: Schema | null;
	/** The documented error codes. */
	codes: readonly string[];
}

export interface Operation {
	/** Method and path: `GET /v1/instances/{instanceId}`. */
	name: string;
	method: string;
	path: string;
	/** Whether it is marked as an addition to the specification. */
	extension: boolean;
	/** The required scope, or `any key`, `signed in`, `owner`, `public`. */
	scope: string;
	/** The instances it concerns; null: it accepts no key. */
	instances: string | null;
	/** Whether a rate limit applies. */
	counted: boolean;
	parameters: readonly Parameter[];
	body: { contentType: string; schema: Schema } | null;
	responses: ReadonlyMap<number, DocumentedResponse>;
}

export interface ApiDocument {
	raw: unknown;
	operations: readonly Operation[];
}

/** Reads all documents as one, with all references resolved. */
export async function readDocument(): Promise<ApiDocument> {
	return joinDocuments(await Promise.all(DOCUMENT_FILES.map(readJson)));
}

/** Returns one document with the operations of all; `raw` is the first. */
export function joinDocuments(documents: readonly unknown[]): ApiDocument {
	return { raw: documents[0], operations: documents.flatMap((raw) => parseDocument(raw).operations) };
}

async function readJson(file: string): Promise<unknown> {
	return JSON.parse(await readFile(file, 'utf8'));
}

/** Returns the operations of a document, with all references resolved. */
export function parseDocument(raw: unknown): ApiDocument {
	const paths = at(dereference(raw, raw), 'paths');
	const operations: Operation[] = [];
	for (const [url, methods] of Object.entries(isRecord(paths) ? paths : {})) {
		for (const [method, operation] of Object.entries(isRecord(methods) ? methods : {})) {
			if (METHODS.includes(method)) operations.push(operationOf(method.toUpperCase(), url, operation));
		}
	}
	return { raw, operations };
}

/** Returns all operations except the probes, to which neither rate limits nor the HTTPS requirement apply. */
export function countedOperations({ operations }: ApiDocument): Operation[] {
	return operations.filter(({ counted }) => counted);
}

/** Returns the operations that require a key or a session. */
export function guardedOperations({ operations }: ApiDocument): Operation[] {
	return operations.filter(({ scope }) => scope !== 'public');
}

/** Whether an operation is for people in a session, and for no key. */
export function isForPeople({ scope }: Operation): boolean {
	return scope === 'owner' || scope === 'signed in';
}

/** Returns an operation's name without the names of its path parameters: `GET /v1/webhooks/{}`. */
export function withoutParameterNames(name: string): string {
	return name.replace(/\{[^}]*\}/g, '{}');
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

function operationOf(method: string, url: string, operation: unknown): Operation {
	const scope = at(operation, 'x-scope');
	const instances = at(operation, 'x-instances');
	const classes = at(operation, 'x-rate-classes');
	const parameters = at(operation, 'parameters');
	const responses = at(operation, 'responses');
	return {
		name: `${method} ${url}`,
		method,
		path: url,
		extension: at(operation, 'x-extension') === true,
		scope: typeof scope === 'string' ? scope : 'undocumented',
		instances: typeof instances === 'string' ? instances : null,
		counted: Array.isArray(classes) && classes.length > 0,
		parameters: (Array.isArray(parameters) ? (parameters as unknown[]) : []).map(parameterOf),
		body: contentOf(at(operation, 'requestBody')),
		responses: new Map(
			Object.entries(isRecord(responses) ? responses : {}).map(([status, response]) => [
				Number(status),
				responseOf(response),
			]),
		),
	};
}

function parameterOf(value: unknown): Parameter {
	return {
		name: String(at(value, 'name')),
		in: at(value, 'in') as Parameter['in'],
		required: at(value, 'required') === true,
		schema: (at(value, 'schema') ?? {}) as Schema,
	};
}

function contentOf(value: unknown): Operation['body'] {
	const content = at(value, 'content');
	const [first] = Object.entries(isRecord(content) ? content : {});
	if (first === undefined) return null;
	return { contentType: first[0], schema: (at(first[1], 'schema') ?? {}) as Schema };
}

function responseOf(value: unknown): DocumentedResponse {
	const content = contentOf(value);
	// The last part narrows the codes of all errors to those of the response.
	const codes = at(content?.schema.properties?.error?.allOf?.at(-1), 'properties.code.enum');
	return {
		contentType: content?.contentType ?? null,
		schema: content?.schema ?? null,
		codes: Array.isArray(codes) ? codes.map(String) : [],
	};
}

/** Returns a copy with all local `$ref`s resolved. */
function dereference(value: unknown, root: unknown): unknown {
	if (Array.isArray(value)) return value.map((item) => dereference(item, root));
	if (!isRecord(value)) return value;
	const { $ref: reference, ...annotations } = value;
	if (typeof reference === 'string') {
		const target = dereference(at(root, reference.replace(/^#\//, '').replaceAll('/', '.')), root);
		return isRecord(target) ? { ...target, ...annotations } : target;
	}
	return Object.fromEntries(Object.entries(value).map(([key, inside]) => [key, dereference(inside, root)]));
}
