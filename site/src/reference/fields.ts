import { nameOf, resolve, type Document, type Parameter, type Schema } from './openapi.ts';
import { code, plain, table } from './markdown.ts';

/** How deep the fields of a body are listed; what is below is in the OpenAPI document. */
const DEPTH = 3;

type Field = { name: string; schema: Schema; isRequired: boolean };

/** Returns a table of parameters. */
export function parameterTable(document: Document, parameters: Parameter[]): string {
	return table(
		['Parameter', 'In', 'Type', 'Meaning'],
		parameters.map((parameter) => [
			code(parameter.name),
			`${parameter.in}${parameter.required === true ? ', required' : ''}`,
			typeOf(document, parameter.schema),
			meaning(document, {
				...parameter.schema,
				description: parameter.description ?? parameter.schema.description ?? '',
			}),
		]),
	);
}

/** Returns a table of the fields of a body, those of objects in it included. */
export function fieldTable(document: Document, schema: Schema): string {
	const fields = fieldsOf(document, schema, '', DEPTH);
	return table(
		['Field', 'Type', 'Meaning'],
		fields.map(({ name, schema: field, isRequired }) => [
			`${code(name)}${isRequired ? ', required' : ''}`,
			typeOf(document, field),
			meaning(document, field),
		]),
	);
}

/** Returns the alternatives that a body has, each with a title. */
export function variantsOf(
	document: Document,
	schema: Schema,
): { title: string | undefined; schema: Schema }[] {
	const resolved = resolve(document, schema);
	const alternatives = resolved.oneOf ?? resolved.anyOf;
	if (alternatives === undefined) return [{ title: undefined, schema }];
	return alternatives.map((alternative, index) => ({
		title: nameOf(alternative) ?? `Alternative ${index + 1}`,
		schema: alternative,
	}));
}

function fieldsOf(document: Document, schema: Schema, prefix: string, depth: number): Field[] {
	const object = objectOf(document, schema);
	if (object === undefined || depth === 0) return [];
	const required = new Set(object.required);
	return Object.entries(object.properties ?? {}).flatMap(([key, property]) => {
		const name = `${prefix}${key}`;
		const field = { name, schema: property, isRequired: prefix === '' && required.has(key) };
		const inner = elementOf(document, property);
		const mark = inner.isList ? '[].' : '.';
		return [field, ...fieldsOf(document, inner.schema, `${name}${mark}`, depth - 1)];
	});
}

/** Returns the elements of a list, or the value itself. */
function elementOf(document: Document, schema: Schema): { schema: Schema; isList: boolean } {
	const resolved = withoutNull(document, schema);
	return resolved.items === undefined
		? { schema: resolved, isList: false }
		: { schema: resolved.items, isList: true };
}

/** Returns a schema with properties: of all parts of allOf together, and not null. */
function objectOf(document: Document, schema: Schema): Schema | undefined {
	const resolved = withoutNull(document, schema);
	const parts = [resolved, ...(resolved.allOf ?? []).map((part) => objectOf(document, part) ?? {})];
	const properties = Object.assign({}, ...parts.map((part) => part.properties ?? {})) as Record<
		string,
		Schema
	>;
	if (Object.keys(properties).length === 0) return undefined;
	return { properties, required: parts.flatMap((part) => part.required ?? []) };
}

function withoutNull(document: Document, schema: Schema): Schema {
	const resolved = resolve(document, schema);
	const others = (resolved.anyOf ?? resolved.oneOf)?.filter((part) => part.type !== 'null');
	const [only] = others ?? [];
	return others?.length === 1 && only !== undefined ? withoutNull(document, only) : resolved;
}

function typeOf(document: Document, schema: Schema): string {
	const resolved = resolve(document, schema);
	const parts = resolved.anyOf ?? resolved.oneOf;
	if (parts !== undefined) return [...new Set(parts.map((part) => typeOf(document, part)))].join(' or ');
	if (resolved.items !== undefined) return `list of ${typeOf(document, resolved.items)}`;
	if (resolved.format === 'date-time') return 'time';
	const types = [resolved.type ?? (resolved.enum === undefined ? 'object' : 'string')].flat();
	return types.join(' or ');
}

function meaning(document: Document, schema: Schema): string {
	const resolved = resolve(document, schema);
	const element = resolved.items === undefined ? resolved : resolve(document, resolved.items);
	return [
		plain(schema.description ?? resolved.description ?? ''),
		element.enum === undefined
			? ''
			: `One of ${element.enum.map((value) => code(String(value))).join(', ')}.`,
		limits(resolved),
		resolved.default === undefined ? '' : `Default: ${code(JSON.stringify(resolved.default))}.`,
	]
		.filter((sentence) => sentence !== '')
		.join(' ');
}

function limits({ minimum, maximum, maxLength, maxItems }: Schema): string {
	return [
		range(minimum, maximum),
		maxLength === undefined ? '' : `At most ${maxLength.toLocaleString('en')} characters.`,
		maxItems === undefined ? '' : `At most ${maxItems.toLocaleString('en')} entries.`,
	]
		.filter((sentence) => sentence !== '')
		.join(' ');
}

function range(minimum: number | undefined, maximum: number | undefined): string {
	if (minimum !== undefined && maximum !== undefined) return `From ${minimum} to ${maximum}.`;
	if (minimum !== undefined) return `At least ${minimum}.`;
	return maximum === undefined ? '' : `At most ${maximum}.`;
}
