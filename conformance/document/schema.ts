/** The part of JSON Schema 2020-12 the gateway's document uses, as far as the checker looks into it. */
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

/** The types a value of the schema may have; none named means any. */
export function typesOf(schema: Schema): readonly string[] {
	if (schema.type === undefined) return [];
	return typeof schema.type === 'string' ? [schema.type] : schema.type;
}

/** The schemas a value may follow instead of the one, unions resolved one level deep. */
export function branchesOf(schema: Schema): readonly Schema[] {
	return schema.anyOf ?? schema.oneOf ?? [schema];
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What a dotted path leads to inside parsed JSON; undefined where it leads nowhere. */
export function at(value: unknown, path: string): unknown {
	let inside = value;
	for (const key of path.split('.')) {
		if (Array.isArray(inside)) inside = (inside as unknown[])[Number(key)];
		else inside = isRecord(inside) ? inside[key] : undefined;
	}
	return inside;
}

/** The text a path leads to; throws where there is something else. */
export function textAt(value: unknown, path: string): string {
	const found = at(value, path);
	if (typeof found === 'string') return found;
	throw new Error(`There is no text at ${path} of ${JSON.stringify(value)}`);
}
