import { isRecord } from './schema.ts';

/**
 * Returns the schema with every object that names its fields closed, so that undocumented fields are errors. The parts of
 * an `allOf` validate only their own fields, so the whole is closed instead of its parts.
 */
export function closeSchema(schema: unknown): unknown {
	return close(schema, true);
}

function close(schema: unknown, closes: boolean): unknown {
	if (!isRecord(schema)) return schema;
	const result: Record<string, unknown> = {};
	for (const [key, value] of Object.entries(schema)) result[key] = closeKeyword(key, value);
	const open = !('additionalProperties' in schema) && !('patternProperties' in schema);
	if (closes && 'allOf' in schema) {
		result.type = 'object';
		result.unevaluatedProperties = false;
	} else if (closes && 'properties' in schema && open) result.additionalProperties = false;
	return result;
}

function closeKeyword(keyword: string, value: unknown): unknown {
	switch (keyword) {
		case 'properties':
		case 'patternProperties':
			return isRecord(value)
				? Object.fromEntries(Object.entries(value).map(([name, inside]) => [name, close(inside, true)]))
				: value;
		case 'items':
		case 'additionalProperties':
			return close(value, true);
		case 'anyOf':
		case 'oneOf':
			return Array.isArray(value) ? value.map((inside) => close(inside, true)) : value;
		case 'allOf':
			return Array.isArray(value) ? value.map((inside) => close(inside, false)) : value;
		default:
			return value;
	}
}
