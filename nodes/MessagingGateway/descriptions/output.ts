import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { splitEntries } from './splitEntries';
import { isVersion1 } from './version';

/** The fields of an operation's response. */
export interface Fields {
	/** The names of all fields, sorted as in the form. */
	all: readonly string[];
	/** The fields of the Simplified output; secrets are never among them. */
	simplified: readonly string[];
	/** The fields of the Simplified output of version 1, where they are others; the first three are the same. */
	simplifiedInVersion1?: readonly string[];
}

/** Returns the form fields Output and Fields, which select the part of a response that the item contains. */
export function outputFields({ all, simplified }: Fields): INodeProperties[] {
	return [
		{
			displayName: 'Output',
			name: 'output',
			type: 'options',
			options: [
				{
					name: 'Raw',
					value: 'raw',
					description: 'The unchanged response of the gateway',
				},
				{
					name: 'Selected Fields',
					value: 'fields',
					description: 'Only the fields you select, to keep the context of an AI agent small',
				},
				{
					name: 'Simplified',
					value: 'simplified',
					description: 'The fields that most workflows need',
				},
			],
			default: 'simplified',
			description: 'How much data to return',
		},
		{
			displayName: 'Fields',
			name: 'fields',
			type: 'multiOptions',
			options: all.map((name) => ({ name: titleOf(name), value: name })),
			default: [...simplified.slice(0, 3)],
			displayOptions: { show: { output: ['fields'] } },
			description: 'The fields to return',
		},
	];
}

/** Returns an item with the fields of a response that the form selects. */
export function selectOutput(
	context: IExecuteFunctions,
	itemIndex: number,
	response: IDataObject,
	{ simplified, simplifiedInVersion1 = simplified }: Fields,
): { json: IDataObject } {
	const output = context.getNodeParameter('output', itemIndex, 'simplified') as string;
	if (output === 'raw') return { json: response };
	const names =
		output === 'fields'
			? splitEntries(context.getNodeParameter('fields', itemIndex))
			: isVersion1(context.getNode())
				? simplifiedInVersion1
				: simplified;
	const picked = names.filter((name) => name in response).map((name) => [name, response[name]] as const);
	return { json: Object.fromEntries(picked) };
}

/** Converts `lastDeliveryAt` to `Last Delivery At`, and `profilePicUrl` to `Profile Pic URL`. */
function titleOf(name: string): string {
	const words = name.replace(/([A-Z])/g, ' $1');
	return `${words.charAt(0).toUpperCase()}${words.slice(1)}`.replace(/\b(Id|Url)\b/g, (word) =>
		word.toUpperCase(),
	);
}
