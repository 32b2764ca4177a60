import type { IExecuteFunctions, INodePropertyOptions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

/** The media types (specification: Media rules), and Automatic. */
export const mediaTypeOptions: INodePropertyOptions[] = [
	{ name: 'Audio', value: 'audio', description: 'MP3, OGG, AAC or M4A, up to 16 MB' },
	{ name: 'Automatic', value: 'auto', description: 'Detected from the file' },
	{ name: 'Document', value: 'document', description: 'PDF, Word, Excel, PowerPoint or text, up to 100 MB' },
	{ name: 'Image', value: 'image', description: 'JPEG, PNG or WebP, up to 5 MB' },
	{
		name: 'Sticker',
		value: 'sticker',
		description: 'WebP of 512 by 512 pixels, up to 100 KB, or 500 KB if it moves',
	},
	{ name: 'Video', value: 'video', description: 'MP4 or 3GP, up to 16 MB' },
];

const EXTENSIONS: Readonly<Record<string, readonly string[]>> = {
	image: ['jpg', 'jpeg', 'png', 'webp'],
	video: ['mp4', '3gp'],
	audio: ['mp3', 'ogg', 'oga', 'opus', 'aac', 'm4a'],
	document: ['pdf', 'doc', 'docx', 'xls', 'xlsx', 'ppt', 'pptx', 'txt'],
};

/**
 * Returns the media type for the file extension in a URL, because the gateway requires the type. Throws a
 * NodeOperationError for an unknown extension.
 */
export function mediaTypeOfUrl(context: IExecuteFunctions, url: string, itemIndex: number): string {
	const path = url.split(/[?#]/)[0].toLowerCase();
	const extension = /\.([a-z0-9]+)$/.exec(path)?.[1] ?? '';
	const found = Object.entries(EXTENSIONS).find(([, extensions]) => extensions.includes(extension));
	if (found) return found[0];
	throw new NodeOperationError(context.getNode(), 'The media type cannot be detected from the URL', {
		description: 'Choose the Media Type: image, video, audio, document or sticker.',
		itemIndex,
	});
}
