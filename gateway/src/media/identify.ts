import { createReadStream } from 'node:fs';
import { fileTypeFromBuffer, fileTypeFromFile } from 'file-type';
import type { MediaType } from '../domain/message.ts';
import { essenceOf, MEDIA_FORMATS, type MediaFormat } from './formats.ts';
import { unsupportedMedia } from './refusals.ts';

/** What a file is taken for before its bytes were looked at. */
export interface ExpectedMedia {
	/** Null: any type of the table. */
	mediaType: MediaType | null;
	/** The format its Content-Type named; null where nobody said. */
	declared: MediaFormat | null;
}

/** As many bytes as are enough to tell a file's media type. */
export const HEAD_SIZE = 4100;

/**
 * The format of a file by its bytes. Throws unsupported_media_type where it is none of the table's, or not the one
 * that was expected.
 */
export async function identify(file: string, { mediaType, declared }: ExpectedMedia): Promise<MediaFormat> {
	const found = await formatsOf(file);
	const fitting = found.find(
		(one) => (mediaType === null || one.mediaType === mediaType) && (declared === null || one === declared),
	);
	if (fitting !== undefined) return fitting;
	const [first] = found;
	if (first === undefined) throw unsupportedMedia(mediaType, 'The bytes of the file are in no known format');
	const announced = declared === null ? '' : `, but it was served as ${declared.name}`;
	throw unsupportedMedia(mediaType, `By its bytes the file is ${first.name}${announced}`);
}

/** The media type that the first bytes of a file tell, or null where they do not. */
export async function mediaTypeOfHead(head: Uint8Array): Promise<MediaType | null> {
	const detected = await fileTypeFromBuffer(head).catch(() => undefined);
	return formatsNamed(detected?.mime ?? '')[0]?.mediaType ?? null;
}

/** Every format the bytes may be: an MP4 without video is an M4A. */
async function formatsOf(file: string): Promise<MediaFormat[]> {
	// The detection must not be what fails on a file made to break it.
	const detected = await fileTypeFromFile(file).catch(() => undefined);
	const name = essenceOf(detected?.mime ?? '');
	const formats = formatsNamed(name === COMPOUND ? await officeFormatOf(file) : name);
	if (formats.length > 0) return formats;
	return (await isText(file)) ? formatsNamed('text/plain') : [];
}

function formatsNamed(mimeType: string): MediaFormat[] {
	return MEDIA_FORMATS.filter((one) => one.bytes.includes(essenceOf(mimeType)));
}

/** The container of DOC, XLS and PPT alike; the name of a stream inside tells them apart. */
const COMPOUND = 'application/x-cfb';
const STREAM_NAMES = [
	['WordDocument', 'application/msword'],
	['Workbook', 'application/vnd.ms-excel'],
	['PowerPoint Document', 'application/vnd.ms-powerpoint'],
] as const;

async function officeFormatOf(file: string): Promise<string> {
	const names = STREAM_NAMES.map(([name, mimeType]) => ({ bytes: Buffer.from(name, 'utf16le'), mimeType }));
	const longest = Math.max(...names.map(({ bytes }) => bytes.length));
	let end = Buffer.alloc(0);
	for await (const chunk of inChunks(file)) {
		// A name may lie across two chunks.
		const text = Buffer.concat([end, chunk]);
		const found = names.find(({ bytes }) => text.includes(bytes));
		if (found !== undefined) return found.mimeType;
		end = text.subarray(-longest);
	}
	return COMPOUND;
}

/** Whether a file is text: it has bytes, and none of them is a control character that text does not have. */
async function isText(file: string): Promise<boolean> {
	let empty = true;
	for await (const chunk of inChunks(file)) {
		empty = false;
		if (chunk.some((byte) => CONTROLS.has(byte))) return false;
	}
	return !empty;
}

/** All below the space but tab, line feed, vertical tab, form feed, carriage return and escape. */
const CONTROLS = new Set(
	Array.from({ length: 32 }, (_, byte) => byte).filter((byte) => byte < 9 || (byte > 13 && byte !== 27)),
);

function inChunks(file: string): AsyncIterable<Buffer> {
	return createReadStream(file) as AsyncIterable<Buffer>;
}
