import { createReadStream } from 'node:fs';
import { fileTypeFromBuffer, fileTypeFromFile } from 'file-type';
import type { MediaType } from '../domain/message.ts';
import { essenceOf, MEDIA_FORMATS, type MediaFormat } from './formats.ts';
import { unsupportedMedia } from './media-errors.ts';

/** What the sender of a file declared, before its bytes are examined. */
export interface ExpectedMedia {
	/** Null: any type of the table. */
	mediaType: MediaType | null;
	/** The format of its Content-Type; null: none was declared. */
	declared: MediaFormat | null;
}

/** The number of leading bytes that media type detection needs. */
export const HEAD_SIZE = 4100;

/**
 * Detects the format of a file by its bytes. Throws unsupported_media_type if the table does not contain the format or
 * if it is not the expected one.
 */
export async function identifyFormat(
	file: string,
	{ mediaType, declared }: ExpectedMedia,
): Promise<MediaFormat> {
	const candidates = await detectFormats(file);
	const match = candidates.find(
		(format) =>
			(mediaType === null || format.mediaType === mediaType) && (declared === null || format === declared),
	);
	if (match !== undefined) return match;
	const [first] = candidates;
	if (first === undefined) throw unsupportedMedia(mediaType, 'The bytes of the file are in no known format');
	const mismatch = declared === null ? '' : `, but it was served as ${declared.name}`;
	throw unsupportedMedia(mediaType, `By its bytes the file is ${first.name}${mismatch}`);
}

/** Detects the media type by the first bytes of a file. Returns null if they do not identify one. */
export async function detectMediaType(head: Uint8Array): Promise<MediaType | null> {
	const detected = await fileTypeFromBuffer(head).catch(() => undefined);
	return formatsDetectedAs(detected?.mime ?? '')[0]?.mediaType ?? null;
}

/** Returns every format that the bytes can be: MP4 bytes can also be M4A. */
async function detectFormats(file: string): Promise<MediaFormat[]> {
	// A file that makes the detection throw is of no known format.
	const detected = await fileTypeFromFile(file).catch(() => undefined);
	const mimeType = essenceOf(detected?.mime ?? '');
	const formats = formatsDetectedAs(mimeType === COMPOUND_FILE ? await detectOfficeType(file) : mimeType);
	if (formats.length > 0) return formats;
	return (await isText(file)) ? formatsDetectedAs('text/plain') : [];
}

function formatsDetectedAs(mimeType: string): MediaFormat[] {
	return MEDIA_FORMATS.filter((format) => format.detectedTypes.includes(essenceOf(mimeType)));
}

/** The Compound File Binary format contains DOC, XLS and PPT alike; the name of an inner stream distinguishes them. */
const COMPOUND_FILE = 'application/x-cfb';
const STREAM_NAMES = [
	['WordDocument', 'application/msword'],
	['Workbook', 'application/vnd.ms-excel'],
	['PowerPoint Document', 'application/vnd.ms-powerpoint'],
] as const;

/** Returns the MIME type of an Office file, or that of the container if no stream name is found. */
async function detectOfficeType(file: string): Promise<string> {
	const names = STREAM_NAMES.map(([name, mimeType]) => ({ bytes: Buffer.from(name, 'utf16le'), mimeType }));
	const longest = Math.max(...names.map(({ bytes }) => bytes.length));
	let tail = Buffer.alloc(0);
	for await (const chunk of readChunks(file)) {
		// A name can span two chunks.
		const text = Buffer.concat([tail, chunk]);
		const match = names.find(({ bytes }) => text.includes(bytes));
		if (match !== undefined) return match.mimeType;
		tail = text.subarray(-longest);
	}
	return COMPOUND_FILE;
}

/**
 * Returns whether a file is text: it is not empty and contains no control characters except white space and escape.
 */
async function isText(file: string): Promise<boolean> {
	let empty = true;
	for await (const chunk of readChunks(file)) {
		empty = false;
		if (chunk.some((byte) => CONTROL_CHARACTERS.has(byte))) return false;
	}
	return !empty;
}

/** All bytes below the space except tab, line feed, vertical tab, form feed, carriage return and escape. */
const CONTROL_CHARACTERS = new Set(
	Array.from({ length: 32 }, (_, byte) => byte).filter((byte) => byte < 9 || (byte > 13 && byte !== 27)),
);

function readChunks(file: string): AsyncIterable<Buffer> {
	return createReadStream(file) as AsyncIterable<Buffer>;
}
