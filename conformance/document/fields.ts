import type { Operation } from './document.ts';
import { createExample, type Known } from './example.ts';
import { branchesOf, isRecord, type Schema } from './schema.ts';

/** A field of a request body at any depth. */
export interface Field {
	/** Its path, with `[]` for the items of a list: `template.components[].type`. */
	label: string;
	/** Its name; for an item that of the list. */
	name: string;
	schema: Schema;
	required: boolean;
	/** Returns the body with this field set, and with the objects around it; undefined removes the field. */
	place: (body: unknown, value: unknown, known: Known) => unknown;
}

/** Returns all fields of an operation's JSON body, including those of every branch of a union. */
export function bodyFields({ body }: Operation): Field[] {
	return body === null ? [] : fieldsIn(body.schema, '', '', (_body, value) => value);
}

/** Returns the objects with a fixed set of fields in an operation's JSON body. */
export function closedObjects({ body }: Operation): Field[] {
	if (body === null) return [];
	const root: Field = {
		label: '',
		name: '',
		schema: body.schema,
		required: true,
		place: (_body, value) => value,
	};
	return [root, ...bodyFields({ body } as Operation)].filter(({ schema }) => isClosed(schema));
}

function isClosed(schema: Schema): boolean {
	return branchesOf(schema).some(
		(branch) =>
			branch.additionalProperties !== true && (branch.properties !== undefined || branch.allOf !== undefined),
	);
}

function fieldsIn(schema: Schema, label: string, name: string, place: Field['place']): Field[] {
	const branches = branchesOf(schema).map((branch) => fieldsOfBranch(branch, label, name, place));
	return branches.length === 1
		? branches.flat()
		: fieldsOfAny(branches.filter((fields) => fields.length > 0));
}

/** Returns the fields of all branches, each once; a field is required where every branch requires it. */
function fieldsOfAny(branches: readonly Field[][]): Field[] {
	const byLabel = Map.groupBy(branches.flat(), ({ label }) => label);
	return [...byLabel.values()].flatMap((same) => {
		const required = same.length === branches.length && same.every((field) => field.required);
		return same.slice(0, 1).map((field) => ({ ...field, required }));
	});
}

function fieldsOfBranch(branch: Schema, label: string, name: string, place: Field['place']): Field[] {
	return (branch.allOf ?? [branch]).flatMap((part) => {
		if (part.properties !== undefined) return fieldsOfObject(part, label, place);
		if (part.items === undefined) return [];
		const item: Field = {
			label: `${label}[]`,
			name,
			schema: part.items,
			required: true,
			place: (body, value, known) => place(body, value === undefined ? [] : [value], known),
		};
		return [item, ...fieldsIn(part.items, item.label, name, item.place)];
	});
}

function fieldsOfObject(object: Schema, label: string, place: Field['place']): Field[] {
	return Object.entries(object.properties ?? {}).flatMap(([name, schema]) => {
		const field: Field = {
			label: label === '' ? name : `${label}.${name}`,
			name,
			schema,
			required: object.required?.includes(name) === true,
			place: (body, value, known) => {
				const around = valueAt(body, label) ?? createExample(object, label, known);
				const others = Object.entries(isRecord(around) ? around : {}).filter(([key]) => key !== name);
				const changed = Object.fromEntries(value === undefined ? others : [...others, [name, value]]);
				return place(body, changed, known);
			},
		};
		return [field, ...fieldsIn(schema, field.label, name, field.place)];
	});
}

/** Returns the value at a label; undefined inside lists, whose items may have different shapes. */
function valueAt(body: unknown, label: string): unknown {
	if (label === '') return body;
	if (label.includes('[]')) return undefined;
	return label
		.split('.')
		.reduce<unknown>((inside, key) => (isRecord(inside) ? inside[key] : undefined), body);
}
