import type {
	IBinaryData,
	IDataObject,
	IExecuteFunctions,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { BINARY_SOURCE } from '../../../descriptions/binarySource';
import { toBoolean } from '../../../descriptions/boolean';
import { getText } from '../../../descriptions/text';
import { isJsonObject } from '../../../json';
import { getAllInputFiles, getInputFile } from '../../inputFile';
import { mediaTypeOfUrl, mediaTypeOptions } from './mediaType';
import { uploadOnce } from './uploadOnce';

/** The longest file name of a message, in characters. */
const MAX_FILE_NAME = 255;

const sourceOptions: INodePropertyOptions[] = [
	{
		name: BINARY_SOURCE,
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
		typeOptions: { binaryDataProperty: true },
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
		hint: 'A WebP file is sent as an image unless you choose Sticker',
	},
];

/** Uploads a file and returns the media fields of a send's body. */
type LoadFile = () => Promise<IDataObject>;

/**
 * Returns the files of an item in sending order; each is uploaded only when its function is called. Throws a
 * NodeOperationError when a file is missing, or when the media type of a URL cannot be detected.
 */
export function resolveMedia(context: IExecuteFunctions, itemIndex: number): LoadFile[] {
	const selected = context.getNodeParameter('mediaType', itemIndex, 'auto') as string;
	const mediaType = selected === 'auto' ? undefined : selected;
	const filename = getText(context, 'options.filename', 'File Name', itemIndex).trim();
	const isVoiceNote = toBoolean(context.getNodeParameter('options.voice', itemIndex, false)) === true;
	const bodyOf = (mediaUrl: string, type: string, name: string | undefined): IDataObject => ({
		mediaUrl,
		mediaType: type,
		...(name && { filename: name }),
		...(isVoiceNote && type === 'audio' && { voice: true }),
	});
	if (context.getNodeParameter('source', itemIndex, 'binary') === 'url') {
		const mediaUrl = getText(context, 'mediaUrl', 'Media URL', itemIndex).trim();
		const type = mediaType ?? mediaTypeOfUrl(context, mediaUrl, itemIndex);
		return [async () => bodyOf(mediaUrl, type, filename)];
	}
	return inputFiles(context, itemIndex).map((file, part) => async () => {
		const upload = await uploadOnce(context, file, { mediaType, part, itemIndex });
		const name = upload.mediaType === 'document' ? filename || nameOf(file) : undefined;
		return bodyOf(upload.mediaUrl, upload.mediaType, name);
	});
}

/** Returns the name of a file. The gateway refuses one that is too long, but cuts that of the upload. */
function nameOf({ fileName }: IBinaryData): string | undefined {
	return fileName !== undefined && fileName.length > MAX_FILE_NAME ? undefined : fileName;
}

function inputFiles(context: IExecuteFunctions, itemIndex: number): IBinaryData[] {
	const value = context.getNodeParameter('binaryPropertyName', itemIndex) as unknown;
	const files =
		String(value).trim() === '*'
			? getAllInputFiles(context, itemIndex)
			: fieldsOf(value).map((field) => getInputFile(context, field, itemIndex));
	if (files.length > 0) return files;
	throw new NodeOperationError(context.getNode(), 'The item has no file to send', {
		description: 'Add a node before this one that returns a file, e.g. HTTP Request or Read/Write Files.',
		itemIndex,
	});
}

/** An expression may return a file in place of its field, or a list. */
function fieldsOf(value: unknown): unknown[] {
	if (isJsonObject(value)) return [value];
	const fields: unknown[] = Array.isArray(value) ? value : String(value ?? '').split(',');
	return fields.filter((field) => String(field).trim() !== '');
}
