import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { fileTypeFromBuffer, fileTypeFromFile } from 'file-type';
import type { MediaType } from '../../domain/messages/message.ts';
import { essenceOf, MEDIA_FORMATS, MEDIA_LIMITS, STATIC_STICKER_LIMIT, type MediaFormat } from './formats.ts';
import { isTextPart, isTextFile } from './is-text.ts';
import { mediaTooLarge, staticStickerTooLarge, unsupportedMedia } from '../media-errors.ts';

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
 * Detects the format of a file by its bytes, and checks its size for its type. Throws unsupported_media_type if the
 * table does not contain the format or if it is not the expected one, and media_too_large.
 */
export async function identifyFormat(
	file: { path: string; size: number },
	expected: ExpectedMedia,
): Promise<MediaFormat> {
	const format = chooseFormat(await detectFormats(file.path), expected);
	if (file.size > MEDIA_LIMITS[format.mediaType]) throw mediaTooLarge(format.mediaType);
	if (format.mediaType === 'sticker') await requireStickerSize(file);
	return format;
}

/** Throws media_too_large for a sticker that does not move and is larger than those may be. */
export async function requireStickerSize({ path, size }: { path: string; size: number }): Promise<void> {
	if (size > STATIC_STICKER_LIMIT && !isAnimatedWebp(await readHead(path))) throw staticStickerTooLarge();
}

function chooseFormat(
	candidates: readonly MediaFormat[],
	{ mediaType, declared }: ExpectedMedia,
): MediaFormat {
	const match = candidates.find(
		(format) =>
			(mediaType === null || format.mediaType === mediaType) &&
			(declared === null || format.mimeType === declared.mimeType),
	);
	if (match !== undefined) return match;
	const [first] = candidates;
	if (first === undefined) throw unsupportedMedia(mediaType, 'The bytes of the file are in no known format');
	const isAsDeclared = declared === null || declared.mimeType === first.mimeType;
	const mismatch = isAsDeclared ? '' : `, but it was served as ${declared.name}`;
	throw unsupportedMedia(mediaType, `By its bytes the file is ${first.name}${mismatch}`);
}

/** Detects the media type by the first bytes of a file. Returns null if they do not identify one. */
export async function detectMediaType(head: Uint8Array): Promise<MediaType | null> {
	if (isTextPart(head)) return 'document';
	const detected = await fileTypeFromBuffer(head).catch(() => undefined);
	return formatsDetectedAs(detected?.mime ?? '')[0]?.mediaType ?? null;
}

/** Returns every format that the bytes can be: MP4 bytes can also be M4A. */
async function detectFormats(file: string): Promise<MediaFormat[]> {
	if (isPdf(await readHead(file))) return formatsDetectedAs('application/pdf');
	// Texts come first: one that begins with `ID3` or a byte order mark passes for an MP3, and no other format of the
	// table consists of text.
	if (await isTextFile(file)) return formatsDetectedAs('text/plain');
	// A file that makes the detection throw is of no known format.
	const detected = await fileTypeFromFile(file).catch(() => undefined);
	const mimeType = essenceOf(detected?.mime ?? '');
	return formatsDetectedAs(mimeType === COMPOUND_FILE ? await detectOfficeType(file) : mimeType);
}

function formatsDetectedAs(mimeType: string): MediaFormat[] {
	return MEDIA_FORMATS.filter((format) => format.detectedTypes.includes(essenceOf(mimeType)));
}

/** Programs read a PDF also where blank lines or a byte order mark come before it. */
function isPdf(head: Buffer): boolean {
	return /^(\xef\xbb\xbf)?\s*%PDF-/.test(head.subarray(0, 1024).toString('latin1'));
}

/** Whether a WebP file moves: its extended header (VP8X) has the flag for animation. */
function isAnimatedWebp(head: Buffer): boolean {
	return head.toString('latin1', 12, 16) === 'VP8X' && ((head[20] ?? 0) & 0x02) !== 0;
}

/** Returns the first bytes of a file. */
export async function readHead(file: string): Promise<Buffer> {
	const handle = await open(file, 'r');
	try {
		const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_SIZE), 0, HEAD_SIZE, 0);
		return buffer.subarray(0, bytesRead);
	} finally {
		await handle.close();
	}
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
	for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
		// A name can span two chunks.
		const text = Buffer.concat([tail, chunk]);
		const match = names.find(({ bytes }) => text.includes(bytes));
		if (match !== undefined) return match.mimeType;
		tail = text.subarray(-longest);
	}
	return COMPOUND_FILE;
}
