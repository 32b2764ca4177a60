import type { MediaType } from '../../domain/messages/message.ts';

/** A file format that messages can be sent with. */
export interface MediaFormat {
	/** The name in the specification's media table. */
	name: string;
	mediaType: MediaType;
	/** The Content-Type that its files are served with. */
	mimeType: string;
	extension: string;
	/** Other Content-Types that servers send for this format. */
	contentTypeAliases: readonly string[];
	/** The MIME types that detection by bytes can return for this format. */
	detectedTypes: readonly string[];
}

const OPEN_XML = 'application/vnd.openxmlformats-officedocument';
const WORD = `${OPEN_XML}.wordprocessingml.document`;
const EXCEL = `${OPEN_XML}.spreadsheetml.sheet`;
const POWERPOINT = `${OPEN_XML}.presentationml.presentation`;

/** The specification's media table. MP4 precedes M4A: identical bytes are a video unless audio is expected. */
export const MEDIA_FORMATS: readonly MediaFormat[] = [
	format('JPEG', 'image', 'image/jpeg', 'jpg', ['image/jpg', 'image/pjpeg']),
	format('PNG', 'image', 'image/png', 'png', ['image/x-png'], ['image/apng']),
	format('WebP', 'image', 'image/webp', 'webp'),
	format('MP4', 'video', 'video/mp4', 'mp4', ['video/x-m4v'], ['video/x-m4v']),
	format('3GP', 'video', 'video/3gpp', '3gp', ['video/3gp']),
	format('MP3', 'audio', 'audio/mpeg', 'mp3', ['audio/mp3', 'audio/x-mp3', 'audio/mpeg3']),
	format('OGG', 'audio', 'audio/ogg', 'ogg', ['application/ogg', 'audio/opus']),
	format('AAC', 'audio', 'audio/aac', 'aac', ['audio/x-aac', 'audio/aacp']),
	format('M4A', 'audio', 'audio/mp4', 'm4a', ['audio/x-m4a', 'audio/m4a'], ['audio/x-m4a', 'video/mp4']),
	format('PDF', 'document', 'application/pdf', 'pdf', ['application/x-pdf']),
	format('DOC', 'document', 'application/msword', 'doc'),
	format('DOCX', 'document', WORD, 'docx'),
	format('XLS', 'document', 'application/vnd.ms-excel', 'xls'),
	format('XLSX', 'document', EXCEL, 'xlsx'),
	format('PPT', 'document', 'application/vnd.ms-powerpoint', 'ppt'),
	format('PPTX', 'document', POWERPOINT, 'pptx'),
	format('TXT', 'document', 'text/plain', 'txt'),
	// After the image: the same bytes are an image unless a sticker is expected.
	format('WebP', 'sticker', 'image/webp', 'webp'),
];

const KIBIBYTE = 1024;
const MEBIBYTE = 1024 * KIBIBYTE;

/** The maximum size of a file by type, in bytes (specification, Media rules). */
export const MEDIA_LIMITS: Readonly<Record<MediaType, number>> = {
	image: 5 * MEBIBYTE,
	video: 16 * MEBIBYTE,
	audio: 16 * MEBIBYTE,
	document: 100 * MEBIBYTE,
	// Meta's limit for an animated sticker.
	sticker: 500 * KIBIBYTE,
};

/** The maximum size of a sticker that does not move, in bytes (Meta, Sticker messages). */
export const STATIC_STICKER_LIMIT = 100 * KIBIBYTE;

/** The maximum size of a file of any type, in bytes. */
export const MAX_MEDIA_SIZE = Math.max(...Object.values(MEDIA_LIMITS));

/** The maximum length of a file name, in characters. */
export const FILENAME_LIMIT = 255;

/** Returns the format of a Content-Type header, or null if the table does not contain it. Ignores parameters. */
export function formatOfContentType(contentType: string): MediaFormat | null {
	const name = essenceOf(contentType);
	return (
		MEDIA_FORMATS.find((format) => format.mimeType === name || format.contentTypeAliases.includes(name)) ??
		null
	);
}

/**
 * Content types without information about a file: object stores send the first for files without a type, and servers
 * the last so that browsers save a file instead of showing it.
 */
const UNDECLARED = new Set([
	'',
	'application/octet-stream',
	'application/x-octet-stream',
	'binary/octet-stream',
	'application/binary',
	'application/download',
	'application/x-download',
	'application/force-download',
	'application/x-force-download',
]);

/** Whether a Content-Type header says nothing about the format of a file. */
export function isUndeclared(contentType: string): boolean {
	return UNDECLARED.has(essenceOf(contentType));
}

/** Whether files of a MIME type can be sent as a media type. */
export function isFormatOf(mediaType: MediaType, mimeType: string): boolean {
	return MEDIA_FORMATS.some((format) => format.mediaType === mediaType && format.mimeType === mimeType);
}

/** Returns a MIME type without its parameters, in lower case. */
export function essenceOf(mimeType: string): string {
	return (mimeType.split(';')[0] ?? '').trim().toLowerCase();
}

/** Parts of a MIME type as no program needs them longer, without characters that an HTTP header cannot contain. */
const MIME_TYPE = /^[\w.+-]{1,100}\/[\w.+-]{1,100}$/;

/** Returns a MIME type from an untrusted source in lower case, without its parameters; empty: it is not valid. */
export function declaredEssenceOf(mimeType: string): string {
	const essence = essenceOf(mimeType);
	return MIME_TYPE.test(essence) ? essence : '';
}

/** Returns the file name extension of a MIME type; `bin` if the table does not contain the type. */
export function extensionOf(mimeType: string): string {
	return MEDIA_FORMATS.find((format) => format.mimeType === mimeType)?.extension ?? 'bin';
}

/** Returns the names of the formats of a media type (null: of all types), separated by commas. */
export function formatNames(mediaType: MediaType | null): string {
	const formats = MEDIA_FORMATS.filter((format) => mediaType === null || format.mediaType === mediaType);
	return [...new Set(formats.map((format) => format.name))].join(', ');
}

function format(
	name: string,
	mediaType: MediaType,
	mimeType: string,
	extension: string,
	headers: readonly string[] = [],
	bytes: readonly string[] = [],
): MediaFormat {
	return {
		name,
		mediaType,
		mimeType,
		extension,
		contentTypeAliases: headers,
		detectedTypes: [mimeType, ...bytes],
	};
}
