import type { INodeProperties } from 'n8n-workflow';

/** The field that names where a file goes in the output item. Takes what the file is, for the hint. */
export function binaryOutput(file: string): INodeProperties {
	return {
		displayName: 'Put Output File in Field',
		name: 'binaryPropertyName',
		type: 'string',
		default: 'data',
		required: true,
		placeholder: 'e.g. data',
		hint: `The name of the output binary field to put the ${file} in`,
	};
}
