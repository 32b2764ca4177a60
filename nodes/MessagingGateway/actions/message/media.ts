import type { IBinaryData, IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { uploadFile } from '../../transport/files';
import { idempotencyKeyOf } from './idempotency';
import { mediaTypeOfUrl, mediaTypeOptions } from './mediaType';

/** Where the files of Send Media come from. */
export const mediaSource: INodeProperties[] = [
	{
		displayName: 'Source',
		name: 'source',
		type: 'options',
		options: [
			{
				name: 'Binary Files of the Item',
				value: 'binary',
				description: 'Files that a node before puts out; several are sent one after another',
			},
			{ name: 'URL', value: 'url', description: 'A public HTTPS address that the gateway downloads' },
		],
		default: 'binary',
		description: 'Where the file comes from',
	},
	{
		displayName: 'Input Data Field Name',
		name: 'binaryPropertyName',
		type: 'string',
		default: 'data',
		required: true,
		displayOptions: { show: { source: ['binary'] } },
		placeholder: 'e.g. data',
		hint: 'The name of the input field with the file. Separate several by commas, or enter * for all files of the item: they are sent in this order.',
	},
	{
		displayName: 'Media URL',
		name: 'mediaUrl',
		type: 'string',
		default: '',
		required: true,
		displayOptions: { show: { source: ['url'] } },
		placeholder: 'e.g. https://example.com/photo.jpg',
		description:
			'Public HTTPS address of the file, without a login. The gateway downloads it. Or the mediaUrl of an earlier upload.',
	},
	{
		displayName: 'Media Type',
		name: 'mediaType',
		type: 'options',
		options: mediaTypeOptions,
		default: 'auto',
		description: 'What the recipient sees the file as. A picture sent as a document keeps its quality.',
	},
];

/** Gives the part of a send's body that is about the file; ready only when the file is uploaded. */
interface Media {
	load: () => Promise<IDataObject>;
	/** The same with a new upload, for one that the gateway has let go; a file by its URL has none. */
	loadAnew?: () => Promise<IDataObject>;
}

/**
 * Gives the files of an item in the order in which they are to be sent, with functions that upload them one by one.
 * Throws a NodeOperationError when a file is missing, or when the type of a URL cannot be told.
 */
export function mediaOf(context: IExecuteFunctions, itemIndex: number): Media[] {
	const chosen = context.getNodeParameter('mediaType', itemIndex, 'auto') as string;
	const mediaType = chosen === 'auto' ? undefined : chosen;
	const filename = String(context.getNodeParameter('options.filename', itemIndex, '')).trim();
	if (context.getNodeParameter('source', itemIndex, 'binary') === 'url') {
		const mediaUrl = String(context.getNodeParameter('mediaUrl', itemIndex)).trim();
		const body = {
			mediaUrl,
			mediaType: mediaType ?? mediaTypeOfUrl(context, mediaUrl, itemIndex),
			...(filename !== '' && { filename }),
		};
		return [{ load: async () => body }];
	}
	return binaryFields(context, itemIndex).map((field, part) => {
		const file = context.helpers.assertBinaryData(itemIndex, field);
		const load = async (anew: boolean) =>
			await uploaded(context, file, { mediaType, filename, part, itemIndex }, anew);
		return { load: async () => await load(false), loadAnew: async () => await load(true) };
	});
}

function binaryFields(context: IExecuteFunctions, itemIndex: number): string[] {
	const value = context.getNodeParameter('binaryPropertyName', itemIndex) as string;
	const fields =
		value.trim() === '*'
			? Object.keys(context.getInputData()[itemIndex].binary ?? {})
			: value
					.split(',')
					.map((field) => field.trim())
					.filter((field) => field !== '');
	if (fields.length > 0) return fields;
	throw new NodeOperationError(context.getNode(), 'The item has no file to send', {
		description: 'Put a node before this one that gives a file, e.g. HTTP Request or Read/Write Files.',
		itemIndex,
	});
}

/**
 * Uploads a file once: a retried execution sends the address of the first upload, so that its request is the same
 * and the gateway knows it again.
 */
async function uploaded(
	context: IExecuteFunctions,
	file: IBinaryData,
	{
		mediaType,
		filename,
		part,
		itemIndex,
	}: { mediaType: string | undefined; filename: string; part: number; itemIndex: number },
	anew: boolean,
): Promise<IDataObject> {
	const uploads = context.getContext('node');
	const name = `upload ${idempotencyKeyOf(context, itemIndex, part)}`;
	if (anew) delete uploads[name];
	uploads[name] ??= await addressOf(context, file, mediaType, itemIndex);
	const upload = uploads[name] as Awaited<ReturnType<typeof addressOf>>;
	const shownName = filename || file.fileName;
	return {
		mediaUrl: upload.mediaUrl,
		mediaType: upload.mediaType,
		...(upload.mediaType === 'document' && shownName && { filename: shownName }),
	};
}

async function addressOf(
	context: IExecuteFunctions,
	file: IBinaryData,
	wanted: string | undefined,
	itemIndex: number,
) {
	const { mediaUrl, mediaType } = await uploadFile(context, file, wanted, itemIndex);
	return { mediaUrl, mediaType };
}
