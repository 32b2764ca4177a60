/** The keywords of JSON Schema 2020-12 that the checker reads. */
export interface Schema {
	readonly type?: string | readonly string[];
	readonly enum?: readonly unknown[];
	readonly const?: unknown;
	readonly properties?: Readonly<Record<string, Schema>>;
	readonly required?: readonly string[];
	readonly additionalProperties?: boolean | Schema;
	readonly patternProperties?: Readonly<Record<string, Schema>>;
	readonly items?: Schema;
	readonly anyOf?: readonly Schema[];
	readonly oneOf?: readonly Schema[];
	readonly allOf?: readonly Schema[];
	readonly minLength?: number;
	readonly maxLength?: number;
	readonly pattern?: string;
	readonly format?: string;
	readonly minimum?: number;
	readonly maximum?: number;
	readonly minItems?: number;
	readonly maxItems?: number;
	readonly uniqueItems?: boolean;
	readonly default?: unknown;
	readonly examples?: readonly unknown[];
	readonly 'x-error-code'?: string;
	readonly 'x-extension'?: boolean;
}

/** Returns the allowed types; empty: any type. */
export function typesOf(schema: Schema): readonly string[] {
	if (schema.type === undefined) return [];
	return typeof schema.type === 'string' ? [schema.type] : schema.type;
}

/** Returns the alternatives of a union, one level deep; for any other schema the schema itself. */
export function branchesOf(schema: Schema): readonly Schema[] {
	return schema.anyOf ?? schema.oneOf ?? [schema];
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the value at a dotted path of parsed JSON; undefined: there is none. */
export function at(value: unknown, path: string): unknown {
	let inside = value;
	for (const key of path.split('.')) {
		if (Array.isArray(inside)) inside = (inside as unknown[])[Number(key)];
		else inside = isRecord(inside) ? inside[key] : undefined;
	}
	return inside;
}

/** Returns the string at a dotted path. Throws for any other value. */
export function textAt(value: unknown, path: string): string {
	const found = at(value, path);
	if (typeof found === 'string') return found;
	throw new Error(`There is no string at ${path} of ${JSON.stringify(value)}`);
}
