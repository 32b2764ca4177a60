import type {
	IBinaryData,
	IDataObject,
	IExecuteFunctions,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { uploadFile } from '../../transport/files';
import { getIdempotencyKey } from './idempotency';
import { mediaTypeOfUrl, mediaTypeOptions } from './mediaType';

/** A constant, because the title case rule for literals would require "N8n". */
const BINARY_FILE = 'n8n Binary File';

const sourceOptions: INodePropertyOptions[] = [
	{
		name: BINARY_FILE,
		value: 'binary',
		description: 'Files in binary fields of the item; several are sent one after another',
	},
	{ name: 'URL', value: 'url', description: 'A public HTTPS address that the gateway downloads' },
];

/** The form fields for the source and the type of the files of Send Media. */
export const mediaSource: INodeProperties[] = [
	{
		displayName: 'Source',
		name: 'source',
		type: 'options',
		options: sourceOptions,
		default: 'binary',
		description: 'Where to take the file from',
	},
	{
		displayName: 'Input Data Field Name',
		name: 'binaryPropertyName',
		type: 'string',
		default: 'data',
		required: true,
		displayOptions: { show: { source: ['binary'] } },
		placeholder: 'e.g. data',
		hint: 'The name of the input field with the file. Separate several with commas, or enter * for all files of the item. They are sent in this order.',
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
			'Public HTTPS address that the gateway downloads the file from, without a login. The mediaUrl of an earlier upload works too.',
	},
	{
		displayName: 'Media Type',
		name: 'mediaType',
		type: 'options',
		options: mediaTypeOptions,
		default: 'auto',
		description: 'How the recipient sees the file. A picture sent as a document keeps its quality.',
	},
];

/** One file to send. */
interface Media {
	/** Uploads the file and returns the media fields of a send's body. */
	load: () => Promise<IDataObject>;
	/** Uploads the file again, for an upload that the gateway has deleted. Missing for a file from a URL. */
	reload?: () => Promise<IDataObject>;
}

/**
 * Returns the files of an item in sending order; each is uploaded only when its function is called. Throws a
 * NodeOperationError when a file is missing, or when the media type of a URL cannot be detected.
 */
export function resolveMedia(context: IExecuteFunctions, itemIndex: number): Media[] {
	const selected = context.getNodeParameter('mediaType', itemIndex, 'auto') as string;
	const mediaType = selected === 'auto' ? undefined : selected;
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
		const load = async (force: boolean) =>
			await uploadOnce(context, file, { mediaType, filename, part, itemIndex }, force);
		return { load: async () => await load(false), reload: async () => await load(true) };
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
		description: 'Add a node before this one that returns a file, e.g. HTTP Request or Read/Write Files.',
		itemIndex,
	});
}

/**
 * Uploads a file unless an earlier try of this execution did, or `force` is set. A retried execution sends the
 * address of the first upload, so that the gateway recognises the request by its idempotency key and body.
 */
async function uploadOnce(
	context: IExecuteFunctions,
	file: IBinaryData,
	{
		mediaType,
		filename,
		part,
		itemIndex,
	}: { mediaType: string | undefined; filename: string; part: number; itemIndex: number },
	force: boolean,
): Promise<IDataObject> {
	const uploads = context.getContext('node');
	const name = `upload ${getIdempotencyKey(context, itemIndex, part)}`;
	if (force) delete uploads[name];
	uploads[name] ??= await upload(context, file, mediaType, itemIndex);
	const uploaded = uploads[name] as Awaited<ReturnType<typeof upload>>;
	const displayedName = filename || file.fileName;
	return {
		mediaUrl: uploaded.mediaUrl,
		mediaType: uploaded.mediaType,
		...(uploaded.mediaType === 'document' && displayedName && { filename: displayedName }),
	};
}

async function upload(
	context: IExecuteFunctions,
	file: IBinaryData,
	requestedType: string | undefined,
	itemIndex: number,
) {
	const { mediaUrl, mediaType } = await uploadFile(context, file, requestedType, itemIndex);
	return { mediaUrl, mediaType };
}
