import type { Media } from '../format/scenario.ts';

/** The first bytes of a file of each type; the rest are zeros. */
const BEGINNINGS: Readonly<Record<string, readonly number[]>> = {
	'image/png': [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d, 0x49, 0x48, 0x44, 0x52],
	'image/jpeg': [0xff, 0xd8, 0xff, 0xe0, 0, 0x10, 0x4a, 0x46, 0x49, 0x46, 0, 1],
	'image/webp': [0x52, 0x49, 0x46, 0x46, 0x64, 0, 0, 0, 0x57, 0x45, 0x42, 0x50, 0x56, 0x50, 0x38, 0x20],
	'video/mp4': [0, 0, 0, 0x18, 0x66, 0x74, 0x79, 0x70, 0x69, 0x73, 0x6f, 0x6d],
	'audio/ogg': [
		...[0x4f, 0x67, 0x67, 0x53],
		...Array.from({ length: 24 }, () => 0),
		...[0x4f, 0x70, 0x75, 0x73, 0x48, 0x65, 0x61, 0x64, 1, 1],
	],
	'audio/mpeg': [0xff, 0xfb, 0x90, 0x64],
	'application/pdf': Array.from('%PDF-1.4\n', (character) => character.charCodeAt(0)),
};

/** The type of the sample for each kind of message that is a file. */
const SAMPLE_TYPES: Readonly<Record<string, string>> = {
	image: 'image/jpeg',
	video: 'video/mp4',
	audio: 'audio/ogg',
	document: 'application/pdf',
	sticker: 'image/webp',
};

const SMALLEST = 128;
/** Bytes of the largest sample: a scenario is a file that people read and commit. */
const LARGEST = 16_384;

/**
 * Returns a generated file of a kind of message, with the MIME type of the original where there is a sample of it. It has
 * the size of the original (bytes; null: unknown) up to 16 KiB, and nothing of its content.
 */
export function sampleFile(kind: string, mimeType: string | null, size: number | null): Media {
	const wanted = mimeType?.split(';')[0] ?? '';
	const isOfKind = wanted.startsWith(`${kind}/`) || (kind === 'document' && wanted === 'application/pdf');
	const type = isOfKind && wanted in BEGINNINGS ? wanted : (SAMPLE_TYPES[kind] ?? 'application/pdf');
	const length = Math.min(LARGEST, Math.max(SMALLEST, size ?? SMALLEST));
	const bytes = new Uint8Array(length);
	bytes.set(BEGINNINGS[type] ?? []);
	const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
	return { from: `data:${type};base64,${btoa(binary)}`, type: null };
}
