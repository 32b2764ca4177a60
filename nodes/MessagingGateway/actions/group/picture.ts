import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { BINARY_SOURCE } from '../../descriptions/binarySource';
import { uploadFile } from '../../transport/uploadFile';
import { getInputFile } from '../inputFile';

/** The form fields of a group's picture. */
export const pictureSource: INodeProperties[] = [
	{
		displayName: 'Picture',
		name: 'picture',
		type: 'options',
		options: [
			{ name: 'Keep', value: 'keep', description: 'The picture stays as it is' },
			{ name: BINARY_SOURCE, value: 'binary', description: 'An image in a binary field of the item' },
			{ name: 'Remove', value: 'remove', description: 'The group has no picture any more' },
			{ name: 'URL', value: 'url', description: 'A public HTTPS address that the gateway downloads' },
		],
		default: 'keep',
		description: 'What to do with the picture of the group',
	},
	{
		displayName: 'Input Data Field Name',
		name: 'binaryPropertyName',
		type: 'string',
		default: 'data',
		required: true,
		typeOptions: { binaryDataProperty: true },
		displayOptions: { show: { picture: ['binary'] } },
		placeholder: 'e.g. data',
		hint: 'The name of the input field with the image, up to 5 MB',
	},
	{
		displayName: 'Picture URL',
		name: 'pictureUrl',
		type: 'string',
		default: '',
		required: true,
		displayOptions: { show: { picture: ['url'] } },
		placeholder: 'e.g. https://example.com/team.jpg',
		description: 'Public HTTPS address of an image, up to 5 MB, that opens without a login',
	},
];

/**
 * Returns `picture` for the body of a change, or `{}` when the picture stays. Uploads a file first. Throws a
 * NodeOperationError when the item has no such file, and the errors of `uploadFile`.
 */
export async function pictureChange(context: IExecuteFunctions, itemIndex: number): Promise<IDataObject> {
	switch (context.getNodeParameter('picture', itemIndex, 'keep')) {
		case 'binary': {
			const field = context.getNodeParameter('binaryPropertyName', itemIndex) as unknown;
			const file = getInputFile(context, field, itemIndex);
			return { picture: (await uploadFile(context, file, 'image', itemIndex)).mediaUrl };
		}
		case 'url':
			return { picture: String(context.getNodeParameter('pictureUrl', itemIndex)).trim() };
		case 'remove':
			return { picture: null };
		default:
			return {};
	}
}
