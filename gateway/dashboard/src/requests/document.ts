/** The parts of an OpenAPI document that examples are made of. */
export interface ApiDocument {
	paths: Record<string, Record<string, Operation>>;
	components: Record<string, Record<string, unknown> | undefined>;
}

export interface Operation {
	operationId: string;
	summary: string;
	tags?: string[];
	parameters?: unknown[];
	requestBody?: { content: Content };
	responses: Record<string, unknown>;
}

/** Schemas by media type. */
type Content = Record<string, { schema: unknown } | undefined>;

export interface Parameter {
	name: string;
	in: string;
	required?: boolean;
	example?: unknown;
	schema?: unknown;
}

export interface Schema {
	type?: string | string[];
	format?: string;
	enum?: unknown[];
	const?: unknown;
	default?: unknown;
	example?: unknown;
	examples?: unknown[];
	anyOf?: unknown[];
	oneOf?: unknown[];
	properties?: Record<string, unknown>;
	required?: string[];
	items?: unknown;
}

/** Follows a reference within the document; undefined: it leads nowhere. */
export function resolve(document: ApiDocument, value: unknown): unknown {
	const { $ref: reference } = value as { $ref?: string };
	if (reference === undefined) return value;
	const [, section = '', name = ''] = /^#\/components\/(\w+)\/(.+)$/.exec(reference) ?? [];
	return document.components[section]?.[name];
}

/** Whether an operation that succeeds answers with something other than JSON. */
export function answersFile(document: ApiDocument, { responses }: Operation): boolean {
	const [, response] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? [];
	const { content } = (resolve(document, response ?? {}) ?? {}) as { content?: Content };
	return content !== undefined && !('application/json' in content);
}
