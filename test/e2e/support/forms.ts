import { createRequire } from 'node:module';
import path from 'node:path';
import {
	NodeHelpers,
	type INodeParameters,
	type INodeProperties,
	type INodePropertyCollection,
	type INodePropertyOptions,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';
import { ROOT } from '../../../playground/src/layout.ts';

const require = createRequire(import.meta.url);

/** A form of a node, filled in so that it shows as many fields as it can. */
export type Form = {
	/** Names the node on the canvas. */
	name: string;
	parameters: INodeParameters;
	/** The texts by which its fields are known, those inside collections too. */
	fields: string[];
};

/** Reads the description of a compiled node, e.g. `MessagingGateway`. */
export function descriptionOf(node: string): INodeTypeDescription {
	const file = path.join(ROOT, 'dist', 'nodes', node, `${node}.node.js`);
	const loaded = require(file) as Record<string, new () => INodeType>;
	const type = loaded[node];
	if (type === undefined) throw new Error(`${file} does not hold ${node}.`);
	return new type().description;
}

/** Lists the operations of each resource of a node, by their values. */
export function operationsOf({ properties }: INodeTypeDescription): Map<string, string[]> {
	const operations = properties.filter(({ name }) => name === 'operation');
	return new Map(
		operations.map(({ displayOptions, options }) => [
			displayOptions?.show?.resource?.[0] as string,
			(options as INodePropertyOptions[]).map(({ value }) => String(value)),
		]),
	);
}

/**
 * Gives the forms that show every field of an operation: one, or as many as it takes where a choice hides what
 * another one shows. Takes no choice for a node without operations.
 */
export function formsOf(description: INodeTypeDescription, chosen: Record<string, string> = {}): Form[] {
	const name = Object.values(chosen).join(' ') || description.displayName;
	let hidden = description.properties.filter((property) => belongsTo(property, chosen));
	const forms: Form[] = [];
	while (hidden.length > 0) {
		const parameters = { ...choicesThatShow(hidden, chosen), ...chosen };
		const form = filledIn(description, parameters);
		const before = hidden.length;
		hidden = hidden.filter((property) => !form.shown.includes(property));
		if (hidden.length === before) {
			throw new Error(`Nothing shows ${hidden.map((property) => property.name).join(', ')} of ${name}.`);
		}
		const number = forms.length === 0 ? '' : ` ${forms.length + 1}`;
		forms.push({
			name: `${name}${number}`,
			parameters: form.parameters,
			fields: form.shown.flatMap((property) => [property.displayName, ...insideOf(property)]),
		});
	}
	return forms;
}

function belongsTo({ displayOptions }: INodeProperties, chosen: Record<string, string>): boolean {
	return Object.entries(chosen).every(
		([name, value]) => displayOptions?.show?.[name]?.includes(value) ?? true,
	);
}

/** What must be chosen for these fields to be shown; of choices that exclude each other, the first. */
function choicesThatShow(properties: INodeProperties[], chosen: Record<string, string>): INodeParameters {
	const choices: INodeParameters = {};
	for (const { displayOptions } of properties) {
		for (const [name, values] of Object.entries(displayOptions?.show ?? {})) {
			if (name in chosen || name in choices) continue;
			choices[name] = values?.[0] as string | boolean;
		}
	}
	return choices;
}

/** The form with its defaults, and with everything added that can be. */
function filledIn(description: INodeTypeDescription, parameters: INodeParameters) {
	const node = { typeVersion: 1 };
	const values = {
		...NodeHelpers.getNodeParameters(description.properties, parameters, true, false, node, description),
	};
	const shown = description.properties.filter((property) =>
		NodeHelpers.displayParameter(values, property, node, description),
	);
	for (const property of shown) {
		if (isCollection(property)) values[property.name] = addedTo(property);
	}
	return { parameters: values, shown };
}

/** A collection with everything added to it that can be; of what may be there many times, one. */
function addedTo({ type, typeOptions, options = [] }: INodeProperties): INodeParameters {
	if (type === 'fixedCollection') {
		const groups = (options as INodePropertyCollection[]).map(({ name, values }) => {
			const group = defaultsOf(values);
			return [name, typeOptions?.multipleValues === true ? [group] : group];
		});
		return Object.fromEntries(groups) as INodeParameters;
	}
	return defaultsOf(options as INodeProperties[]);
}

function defaultsOf(properties: INodeProperties[]): INodeParameters {
	const defaults = properties.map((property) => [
		property.name,
		isCollection(property) ? addedTo(property) : property.default,
	]);
	return Object.fromEntries(defaults) as INodeParameters;
}

/** The texts of the fields inside a collection; what depends on another field there is left out. */
function insideOf(property: INodeProperties): string[] {
	if (!isCollection(property)) return [];
	const { type, options = [] } = property;
	const inside =
		type === 'fixedCollection'
			? (options as INodePropertyCollection[]).flatMap(({ values }) => values)
			: (options as INodeProperties[]);
	return inside
		.filter(({ displayOptions }) => displayOptions === undefined)
		.flatMap((field) => [field.displayName, ...insideOf(field)]);
}

function isCollection({ type }: INodeProperties): boolean {
	return type === 'collection' || type === 'fixedCollection';
}
