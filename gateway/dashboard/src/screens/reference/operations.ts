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

interface Schema {
	type?: string | string[];
	enum?: unknown[];
	description?: string;
	required?: string[];
	properties?: Record<string, Schema>;
}

interface OperationObject {
	tags?: string[];
	summary?: string;
	description?: string;
	'x-scope'?: string;
	parameters?: { name: string; in: string; required?: boolean; description?: string; schema?: Schema }[];
	requestBody?: { content?: Record<string, { schema?: Schema }> };
	responses?: Record<string, { description?: string }>;
}

interface Document {
	paths: Record<string, Record<string, OperationObject>>;
}

/** Reads the gateway's OpenAPI document. */
export async function loadOperations(signal: AbortSignal): Promise<Operation[]> {
	const { paths } = await request<Document>('GET', '/openapi.json', { signal });
	return Object.entries(paths).flatMap(([path, methods]) =>
		Object.entries(methods).map(([method, operation]) => operationOf(method, path, operation)),
	);
}

function operationOf(method: string, path: string, operation: OperationObject): Operation {
	return {
		method: method.toUpperCase(),
		path,
		tag: operation.tags?.[0] ?? 'Other',
		summary: operation.summary ?? '',
		description: operation.description ?? '',
		scope: operation['x-scope'] ?? 'any key',
		fields: [...parametersOf(operation), ...bodyOf(operation)],
		errors: Object.entries(operation.responses ?? {})
			.filter(([status]) => Number(status) >= 400)
			.map(([status, { description }]) => `${status} ${description ?? ''}`),
	};
}

function parametersOf({ parameters = [] }: OperationObject): Field[] {
	return parameters.map(({ name, in: where, required = false, description, schema = {} }) => ({
		name,
		where: where === 'path' ? 'path' : 'query',
		required,
		type: typeOf(schema),
		description: description ?? schema.description ?? '',
	}));
}

function bodyOf({ requestBody }: OperationObject): Field[] {
	const schema = Object.values(requestBody?.content ?? {})[0]?.schema ?? {};
	return Object.entries(schema.properties ?? {}).map(([name, property]) => ({
		name,
		where: 'body',
		required: schema.required?.includes(name) ?? false,
		type: typeOf(property),
		description: property.description ?? '',
	}));
}

function typeOf(schema: Schema): string {
	if (schema.enum !== undefined) return schema.enum.map(String).join(' | ');
	return [schema.type ?? 'any'].flat().join(' or ');
}
