import type { INodeProperties } from 'n8n-workflow';

/** Returns the field for the name of the binary field to write. `file` describes the file in the hint. */
export function binaryOutput(file: string): INodeProperties {
	return {
		displayName: 'Put Output File in Field',
		name: 'binaryPropertyName',
		type: 'string',
		typeOptions: { binaryDataProperty: true },
		default: 'data',
		required: true,
		placeholder: 'e.g. data',
		hint: `The name of the output binary field to put the ${file} in`,
	};
}
