import { request } from '../../api/request.ts';

/** What is shown of an operation of the API. */
export interface Operation {
	method: string;
	path: string;
	tag: string;
	summary: string;
	description: string;
	/** Scope that a key needs. */
	scope: string;
	/** Parameters and fields of the body. */
	fields: readonly Field[];
	errors: readonly string[];
}

export interface Field {
	name: string;
	where: 'path' | 'query' | 'body';
	required: boolean;
	type: string;
	description: string;
}

/** A reference to a component, which the schema, parameter or response stands for. */
interface Reference {
	$ref?: string;
}

interface Schema extends Reference {
	type?: string | string[];
	enum?: unknown[];
	description?: string;
	required?: string[];
	properties?: Record<string, Schema>;
	oneOf?: Schema[];
	anyOf?: Schema[];
}

interface Parameter extends Reference {
	name: string;
	in: string;
	required?: boolean;
	description?: string;
	schema?: Schema;
}

interface Response extends Reference {
	description?: string;
}

interface OperationObject {
	tags?: string[];
	summary?: string;
	description?: string;
	'x-scope'?: string;
	parameters?: Parameter[];
	requestBody?: { content?: Record<string, { schema?: Schema }> };
	responses?: Record<string, Response>;
}

interface Document {
	paths: Record<string, Record<string, OperationObject>>;
	components?: Record<string, Record<string, unknown>>;
}

/** Returns what a reference stands for; everything else as it is. */
type Resolve = <T extends Reference>(object: T) => T;

function resolver({ components = {} }: Document): Resolve {
	return (object) => {
		const [, , family = '', name = ''] = object.$ref?.split('/') ?? [];
		const target = components[family]?.[name] as typeof object | undefined;
		return target === undefined ? object : { ...target, ...object };
	};
}

/** The OpenAPI documents: of the API, of what only this page asks, and of the simulated network. */
const DOCUMENTS = ['/openapi.json', '/openapi-page.json', '/openapi-simulator.json'];

/** Reads the gateway's OpenAPI documents. */
export async function loadOperations(signal: AbortSignal): Promise<Operation[]> {
	const documents = await Promise.all(DOCUMENTS.map((path) => request<Document>('GET', path, { signal })));
	return documents.flatMap((document) => {
		const resolve = resolver(document);
		return Object.entries(document.paths).flatMap(([path, methods]) =>
			Object.entries(methods).map(([method, operation]) => operationOf(method, path, operation, resolve)),
		);
	});
}

function operationOf(method: string, path: string, operation: OperationObject, resolve: Resolve): Operation {
	return {
		method: method.toUpperCase(),
		path,
		tag: operation.tags?.[0] ?? 'Other',
		summary: operation.summary ?? '',
		description: operation.description ?? '',
		scope: operation['x-scope'] ?? 'any key',
		fields: [...parametersOf(operation, resolve), ...bodyOf(operation, resolve)],
		errors: Object.entries(operation.responses ?? {})
			.filter(([status]) => Number(status) >= 400)
			.map(([status, response]) => `${status} ${resolve(response).description ?? ''}`),
	};
}

function parametersOf({ parameters = [] }: OperationObject, resolve: Resolve): Field[] {
	return parameters.map(resolve).map(({ name, in: where, required = false, description, schema = {} }) => ({
		name,
		where: where === 'path' ? 'path' : 'query',
		required,
		type: typeOf(resolve(schema), resolve),
		description: description ?? schema.description ?? '',
	}));
}

/** The fields of the body; of several shapes, those of all, required where every shape requires them. */
function bodyOf({ requestBody }: OperationObject, resolve: Resolve): Field[] {
	const schema = resolve(Object.values(requestBody?.content ?? {})[0]?.schema ?? {});
	const shapes = (schema.oneOf ?? [schema]).map(resolve);
	const properties = Object.assign({}, ...shapes.map((shape) => shape.properties ?? {})) as Record<
		string,
		Schema
	>;
	return Object.entries(properties).map(([name, property]) => ({
		name,
		where: 'body',
		required: shapes.every((shape) => shape.required?.includes(name) ?? false),
		type: typeOf(resolve(property), resolve),
		description: property.description ?? resolve(property).description ?? '',
	}));
}

function typeOf(schema: Schema, resolve: Resolve): string {
	if (schema.enum !== undefined) return schema.enum.map(String).join(' | ');
	const either = schema.anyOf ?? schema.oneOf;
	if (either !== undefined) return either.map((one) => typeOf(resolve(one), resolve)).join(' or ');
	return [schema.type ?? 'any'].flat().join(' or ');
}
