// `npm run readme` writes the operations and events of the built nodes into the README of the package.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { INodeProperties, INodePropertyOptions, INodeType } from 'n8n-workflow';
import { format } from 'prettier';
import { ROOT } from './manifest.ts';
import { PACKAGE_README } from './swap-readme.ts';

/** The heading of the generated part, and the next one. */
const [START, END] = ['## Operations\n', '## Credentials\n'];

/**
 * Returns the README of the package with the operations and events that the newest version of the built nodes has.
 * Throws when the nodes are not built, or a heading is missing.
 */
export async function currentReadme(root = ROOT): Promise<string> {
	const readme = readFileSync(path.join(root, PACKAGE_README), 'utf8');
	const [start, end] = [readme.indexOf(START), readme.indexOf(END)];
	if (start < 0 || end < start)
		throw new Error(`${PACKAGE_README} must have the headings Operations and Credentials.`);
	const text = `${readme.slice(0, start)}${START}\n${operationsText(root)}\n${readme.slice(end)}`;
	const rules = JSON.parse(readFileSync(path.join(root, '.prettierrc.json'), 'utf8')) as object;
	return await format(text, { ...rules, parser: 'markdown' });
}

function operationsText(root: string): string {
	const [action, trigger] = ['MessagingGateway', 'MessagingGatewayTrigger'].map((name) =>
		loadNode(root, name),
	);
	if (!action || !trigger) return '';
	return [
		`**${action.displayName}**: ${action.description}.`,
		'',
		'| Resource | Operations |',
		'| --- | --- |',
		...operationsOf(action.properties).map(([resource, names]) => `| ${resource} | ${names.join(', ')} |`),
		'',
		`**${trigger.displayName}**: ${trigger.description}.`,
		'',
		'| Event | When |',
		'| --- | --- |',
		...optionsOf(trigger.properties, 'events').map(
			({ name, description }) => `| ${name} | ${description ?? ''} |`,
		),
	].join('\n');
}

/** Returns the names of the resources, each with the names of its operations. */
export function operationsOf(properties: INodeProperties[]): [string, string[]][] {
	return optionsOf(properties, 'resource').map(({ name, value }) => {
		const forms = properties.filter(({ displayOptions }) =>
			displayOptions?.show?.resource?.includes(value as string),
		);
		return [name, optionsOf(forms, 'operation').map((operation) => operation.name)];
	});
}

/** Returns the options of a field in the newest version of a node. */
function optionsOf(properties: INodeProperties[], field: string): INodePropertyOptions[] {
	return properties
		.filter(({ name, displayOptions }) => name === field && isOfNewestVersion(displayOptions))
		.flatMap(({ options }) => options as INodePropertyOptions[])
		.filter(({ displayOptions }) => isOfNewestVersion(displayOptions));
}

function isOfNewestVersion(displayOptions: INodeProperties['displayOptions']): boolean {
	return displayOptions?.show?.['@version']?.includes(1) !== true;
}

function loadNode(root: string, name: string): INodeType['description'] {
	const file = path.join(root, 'dist', 'nodes', name, `${name}.node.js`);
	const types = createRequire(import.meta.url)(file) as Record<string, new () => INodeType>;
	const type = types[name];
	if (!type) throw new Error(`${file} does not export ${name}.`);
	return new type().description;
}

if (import.meta.main) {
	writeFileSync(path.join(ROOT, PACKAGE_README), await currentReadme());
}
