import type { MediaType } from '../domain/message.ts';

/** One file format a message may carry. */
export interface MediaFormat {
	/** As the specification's table names it. */
	name: string;
	mediaType: MediaType;
	/** What its files are served as. */
	mimeType: string;
	extension: string;
	/** Other names servers give it in a Content-Type header. */
	headers: readonly string[];
	/** Names the detection by bytes may give it. */
	bytes: readonly string[];
}

const OPEN_XML = 'application/vnd.openxmlformats-officedocument';
const WORD = `${OPEN_XML}.wordprocessingml.document`;
const EXCEL = `${OPEN_XML}.spreadsheetml.sheet`;
const POWERPOINT = `${OPEN_XML}.presentationml.presentation`;

/** The specification's table of media. MP4 comes before M4A: the same bytes are a video unless audio is meant. */
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
];

const MEBIBYTE = 1024 * 1024;

/** Largest file of each type, in bytes (specification, Media rules). */
export const MEDIA_LIMITS: Readonly<Record<MediaType, number>> = {
	image: 5 * MEBIBYTE,
	video: 16 * MEBIBYTE,
	audio: 16 * MEBIBYTE,
	document: 100 * MEBIBYTE,
};

/** Largest file of all, in bytes. */
export const LARGEST_MEDIA = Math.max(...Object.values(MEDIA_LIMITS));

/** Longest name of a file, in characters. */
export const FILENAME_LIMIT = 255;

/** The format a Content-Type header names, whatever its parameters, or null where it is none of the table. */
export function formatOfHeader(contentType: string): MediaFormat | null {
	const name = essenceOf(contentType);
	return MEDIA_FORMATS.find((one) => one.mimeType === name || one.headers.includes(name)) ?? null;
}

/** A MIME type without its parameters, in lower case. */
export function essenceOf(mimeType: string): string {
	return (mimeType.split(';')[0] ?? '').trim().toLowerCase();
}

/** The file name extension of a MIME type of the table. */
export function extensionOf(mimeType: string): string {
	return MEDIA_FORMATS.find((one) => one.mimeType === mimeType)?.extension ?? 'bin';
}

/** Names of the formats of a media type, as a sentence lists them. */
export function formatNames(mediaType: MediaType | null): string {
	return MEDIA_FORMATS.filter((one) => mediaType === null || one.mediaType === mediaType)
		.map((one) => one.name)
		.join(', ');
}

function format(
	name: string,
	mediaType: MediaType,
	mimeType: string,
	extension: string,
	headers: readonly string[] = [],
	bytes: readonly string[] = [],
): MediaFormat {
	return { name, mediaType, mimeType, extension, headers, bytes: [mimeType, ...bytes] };
}
