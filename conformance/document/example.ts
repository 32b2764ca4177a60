import { branchesOf, typesOf, type Schema } from './schema.ts';

/** Values for fields by name: ids of existing resources, phones, URLs. */
export type Known = Readonly<Record<string, unknown>>;

/** Returns a valid value: the known one for the field's name, else an example of the schema, else the simplest value. */
export function createExample(schema: Schema, name: string, known: Known): unknown {
	const own = name.split('.').at(-1)?.replace('[]', '') ?? '';
	const wanted = known[own];
	if (wanted !== undefined && fits(schema, wanted)) return wanted;
	if (wanted !== undefined && typesOf(schema).includes('array')) return [wanted];
	if (schema.examples?.[0] !== undefined) return schema.examples[0];
	if (schema.default !== undefined) return schema.default;
	if (schema.const !== undefined) return schema.const;
	if (schema.enum?.[0] !== undefined) return schema.enum[0];
	const [branch] = branchesOf(schema);
	if (branch !== undefined && branch !== schema) return createExample(branch, name, known);
	if (schema.allOf !== undefined) {
		return Object.assign({}, ...schema.allOf.map((part) => createExample(part, name, known))) as unknown;
	}
	return simplestValue(schema, own, known);
}

function fits(schema: Schema, value: unknown): boolean {
	const types = typesOf(schema);
	if (Array.isArray(value)) return types.includes('array');
	if (typeof value === 'object') return types.includes('object');
	return types.includes(typeof value) && (schema.enum?.includes(value) ?? true);
}

function simplestValue(schema: Schema, name: string, known: Known): unknown {
	switch (typesOf(schema)[0] ?? 'string') {
		case 'object':
			return Object.fromEntries(
				(schema.required ?? []).map((field) => [
					field,
					createExample(schema.properties?.[field] ?? {}, field, known),
				]),
			);
		case 'array':
			return Array.from({ length: Math.max(1, schema.minItems ?? 1) }, () =>
				createExample(schema.items ?? {}, name, known),
			);
		case 'integer':
		case 'number':
			return schema.minimum ?? 1;
		case 'boolean':
			return true;
		case 'null':
			return null;
		default:
			return 'x'.repeat(Math.max(schema.minLength ?? 1, 1));
	}
}
