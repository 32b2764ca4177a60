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
import { NEWEST_VERSION } from './workflows.ts';

const require = createRequire(import.meta.url);

/** A form of a node with parameters that show as many fields as possible. */
export type Form = {
	/** The name of the node on the canvas. */
	name: string;
	parameters: INodeParameters;
	/** The display names of its fields, including those in collections. */
	fields: string[];
};

/** Reads the description of a compiled node, e.g. `MessagingGateway`. */
export function loadDescription(node: string): INodeTypeDescription {
	const file = path.join(ROOT, 'dist', 'nodes', node, `${node}.node.js`);
	const loaded = require(file) as Record<string, new () => INodeType>;
	const type = loaded[node];
	if (type === undefined) throw new Error(`${file} does not export ${node}.`);
	return new type().description;
}

/** Returns the values of each resource's operations. */
export function listOperations({ properties }: INodeTypeDescription): Map<string, string[]> {
	const operations = properties.filter(({ name, ...property }) => name === 'operation' && isNewest(property));
	return new Map(
		operations.map(({ displayOptions, options }) => [
			displayOptions?.show?.resource?.[0] as string,
			(options as INodePropertyOptions[]).map(({ value }) => String(value)),
		]),
	);
}

/**
 * Returns forms that together show every field of an operation; several when fields exclude each other. `selected` is empty
 * for a node without operations.
 */
export function listForms(description: INodeTypeDescription, selected: Record<string, string> = {}): Form[] {
	const name = Object.values(selected).join(' ') || description.displayName;
	let hidden = description.properties.filter(
		(property) => isNewest(property) && isShownFor(property, selected),
	);
	const forms: Form[] = [];
	while (hidden.length > 0) {
		const parameters = { ...parametersThatShow(hidden, selected), ...selected };
		const form = fillIn(description, parameters);
		const before = hidden.length;
		hidden = hidden.filter((property) => !form.shown.includes(property));
		if (hidden.length === before) {
			throw new Error(`Nothing shows ${hidden.map((property) => property.name).join(', ')} of ${name}.`);
		}
		const number = forms.length === 0 ? '' : ` ${forms.length + 1}`;
		forms.push({
			name: `${name}${number}`,
			parameters: form.parameters,
			fields: form.shown.flatMap((property) => [labelOf(property), ...listNestedNames(property)]),
		});
	}
	return forms;
}

/** Returns the label that the editor shows for a field; it has its own for a resource mapper. */
function labelOf({ type, displayName }: INodeProperties): string {
	return type === 'resourceMapper' ? 'Mapping Column Mode' : displayName;
}

/** Returns whether the newest version of the node has a field. */
function isNewest({ displayOptions }: Pick<INodeProperties, 'displayOptions'>): boolean {
	return displayOptions?.show?.['@version']?.includes(1) !== true;
}

function isShownFor({ displayOptions }: INodeProperties, selected: Record<string, string>): boolean {
	return Object.entries(selected).every(
		([name, value]) => displayOptions?.show?.[name]?.includes(value) ?? true,
	);
}

/** Returns the parameters that show these fields; if they exclude each other, those that show the first. */
function parametersThatShow(
	properties: INodeProperties[],
	selected: Record<string, string>,
): INodeParameters {
	const choices: INodeParameters = {};
	for (const { displayOptions } of properties) {
		for (const [name, values] of Object.entries(displayOptions?.show ?? {})) {
			if (name === '@version' || name in selected || name in choices) continue;
			choices[name] = values?.[0] as string | boolean;
		}
	}
	return choices;
}

/** Returns the form with its defaults and with all collection fields added. */
function fillIn(description: INodeTypeDescription, parameters: INodeParameters) {
	const node = { typeVersion: NEWEST_VERSION };
	const values = {
		...NodeHelpers.getNodeParameters(description.properties, parameters, true, false, node, description),
	};
	const shown = description.properties.filter((property) =>
		NodeHelpers.displayParameter(values, property, node, description),
	);
	for (const property of shown) {
		if (isCollection(property)) values[property.name] = fillCollection(property);
	}
	return { parameters: values, shown };
}

/** Returns a collection with all its fields, each once. */
function fillCollection({ type, typeOptions, options = [] }: INodeProperties): INodeParameters {
	if (type === 'fixedCollection') {
		const groups = (options as INodePropertyCollection[]).map(({ name, values }) => {
			const group = getDefaults(values);
			return [name, typeOptions?.multipleValues === true ? [group] : group];
		});
		return Object.fromEntries(groups) as INodeParameters;
	}
	return getDefaults((options as INodeProperties[]).filter(isNewest));
}

function getDefaults(properties: INodeProperties[]): INodeParameters {
	const defaults = properties.map((property) => [
		property.name,
		isCollection(property) ? fillCollection(property) : property.default,
	]);
	return Object.fromEntries(defaults) as INodeParameters;
}

/** Returns the display names of the fields in a collection, except those that depend on another field. */
function listNestedNames(property: INodeProperties): string[] {
	if (!isCollection(property)) return [];
	const { type, options = [] } = property;
	const inside =
		type === 'fixedCollection'
			? (options as INodePropertyCollection[]).flatMap(({ values }) => values)
			: (options as INodeProperties[]);
	return inside
		.filter(({ displayOptions }) => displayOptions === undefined)
		.flatMap((field) => [field.displayName, ...listNestedNames(field)]);
}

function isCollection({ type }: INodeProperties): boolean {
	return type === 'collection' || type === 'fixedCollection';
}
