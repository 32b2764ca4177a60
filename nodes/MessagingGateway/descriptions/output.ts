import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

/** What there is to choose from in the answers of an operation. */
export interface Fields {
	/** All fields of the gateway's answer by their names, sorted as the form lists them. */
	all: readonly string[];
	/** Those that most workflows need; secrets are never among them. */
	simplified: readonly string[];
}

/** The fields Output and Fields: how much of the gateway's answer becomes the item. */
export function outputChoice({ all, simplified }: Fields): INodeProperties[] {
	return [
		{
			displayName: 'Output',
			name: 'output',
			type: 'options',
			options: [
				{
					name: 'Raw',
					value: 'raw',
					description: 'Everything, just as the gateway answers it',
				},
				{
					name: 'Selected Fields',
					value: 'fields',
					description: 'Only the fields you choose, to keep the context of an AI agent small',
				},
				{
					name: 'Simplified',
					value: 'simplified',
					description: 'The fields that most workflows need',
				},
			],
			default: 'simplified',
			description: 'How much of each result to put out',
		},
		{
			displayName: 'Fields',
			name: 'fields',
			type: 'multiOptions',
			options: all.map((name) => ({ name: titleOf(name), value: name })),
			default: [...simplified.slice(0, 3)],
			displayOptions: { show: { output: ['fields'] } },
			description: 'The fields to put out',
		},
	];
}

/** Gives of an answer what the form asks for, as an item. */
export function chosenOutput(
	context: IExecuteFunctions,
	itemIndex: number,
	answer: IDataObject,
	{ simplified }: Fields,
): { json: IDataObject } {
	const output = context.getNodeParameter('output', itemIndex, 'simplified') as string;
	if (output === 'raw') return { json: answer };
	const names =
		output === 'fields' ? (context.getNodeParameter('fields', itemIndex) as string[]) : simplified;
	const picked = names.filter((name) => name in answer).map((name) => [name, answer[name]] as const);
	return { json: Object.fromEntries(picked) };
}

/** `lastDeliveryAt` becomes `Last Delivery At`, and `profilePicUrl` becomes `Profile Pic URL`. */
function titleOf(name: string): string {
	const words = name.replace(/([A-Z])/g, ' $1');
	return `${words.charAt(0).toUpperCase()}${words.slice(1)}`.replace(/\b(Id|Url)\b/g, (word) =>
		word.toUpperCase(),
	);
}
