import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { getText } from './text';

const DISPLAY_NAME = 'Put Output File in Field';
const DEFAULT_FIELD = 'data';

/** Returns the field for the name of the binary field to write. `file` describes the file in the hint. */
export function binaryOutput(file: string): INodeProperties {
	return {
		displayName: DISPLAY_NAME,
		name: 'binaryPropertyName',
		type: 'string',
		typeOptions: { binaryDataProperty: true },
		default: DEFAULT_FIELD,
		required: true,
		placeholder: 'e.g. data',
		hint: `The name of the output binary field to put the ${file} in`,
	};
}

/**
 * Returns the name of the binary field to write: `data` where an expression has no value, because n8n would name the field
 * "null". Throws a NodeOperationError for a list or an object.
 */
export function getOutputField(context: IExecuteFunctions, itemIndex: number): string {
	return getText(context, 'binaryPropertyName', DISPLAY_NAME, itemIndex).trim() || DEFAULT_FIELD;
}
