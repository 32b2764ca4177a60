import type { Multipart, MultipartFile } from '@fastify/multipart';
import { GatewayError } from '../domain/error.ts';
import { MEDIA_TYPES, type MediaType } from '../domain/messages/message.ts';
import { codeOf } from '../lib/errors/error-code.ts';
import { enforceSizeLimit } from './enforce-size-limit.ts';
import { MediaStorageError, UPLOADS, type MediaStorage, type ReceivedFile } from './storage/media-storage.ts';
import {
	essenceOf,
	FILENAME_LIMIT,
	formatOfContentType,
	isUndeclared,
	type MediaFormat,
} from './formats/formats.ts';
import { identifyFormat } from './formats/identify-format.ts';
import { unsupportedMedia } from './media-errors.ts';

/** The error codes of a full disk or quota. */
const DISK_FULL: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT']);
/** Seconds until a client may try again. */
const RETRY_AFTER = 60;

/** An uploaded file. It is pending. */
export interface ReceivedUpload extends ReceivedFile {
	filename: string | null;
	format: MediaFormat;
}

type ReceivedPart = ReceivedFile & { filename: string | null; declared: MediaFormat | null };

/**
 * Stores the file of a multipart body from its field `file`. The optional field `mediaType` restricts its type. Throws
 * invalid_parameters, media_too_large, unsupported_media_type or, on a full disk, service_unavailable, after the file is
 * discarded.
 */
export async function receiveUpload(
	folder: MediaStorage,
	parts: AsyncIterable<Multipart>,
): Promise<ReceivedUpload> {
	let mediaType: MediaType | null = null;
	let received: ReceivedPart | null = null;
	try {
		for await (const part of parts) {
			if (part.type === 'field') mediaType = parseMediaType(part.fieldname, part.value);
			else received = await receiveFile(folder, part, mediaType);
		}
		if (received === null) throw new GatewayError('invalid_parameters', '"file" is required.');
		const format = await identifyFormat(received, { mediaType, declared: received.declared });
		return { ...received, format };
	} catch (error) {
		if (received !== null) await folder.discard(received.file);
		throw toUploadError(error);
	}
}

async function receiveFile(
	folder: MediaStorage,
	part: MultipartFile,
	mediaType: MediaType | null,
): Promise<ReceivedPart> {
	if (part.fieldname !== 'file') throw unknownField(part.fieldname);
	const declared = declaredFormat(part.mimetype, mediaType);
	const received = await folder.receive(UPLOADS, enforceSizeLimit(part.file, mediaType));
	return { ...received, filename: sanitizedFilename(part), declared };
}

/**
 * Returns the format of a part's Content-Type; null: undeclared. `text/plain` is the form parser's default for a part
 * without one. Throws unsupported_media_type.
 */
function declaredFormat(contentType: string, mediaType: MediaType | null): MediaFormat | null {
	if (isUndeclared(contentType) || essenceOf(contentType) === 'text/plain') return null;
	const declared = formatOfContentType(contentType);
	if (declared !== null) return declared;
	throw unsupportedMedia(mediaType, `The file is sent as ${contentType}`);
}

function parseMediaType(field: string, value: unknown): MediaType {
	if (field !== 'mediaType') throw unknownField(field);
	const mediaType = MEDIA_TYPES.find((type) => type === value);
	if (mediaType !== undefined) return mediaType;
	throw new GatewayError('invalid_parameters', `"mediaType" must be one of ${MEDIA_TYPES.join(', ')}.`);
}

/** Returns the file name without folders and control characters, cut to its limit; null: the part has none. */
function sanitizedFilename(part: MultipartFile): string | null {
	// A part without a file name is a file if it has a Content-Type of its own, contrary to the parser's type.
	const filename = part.filename as string | undefined;
	const name = (filename ?? '')
		.replace(/^.*[\\/]/, '')
		.replace(/\p{Cc}/gu, '')
		.trim();
	return name === '' ? null : name.slice(0, FILENAME_LIMIT).toWellFormed();
}

function unknownField(field: string): GatewayError {
	if (field === 'file') {
		return new GatewayError(
			'invalid_parameters',
			'"file" is sent as a text. Send it as a file: its part of the form needs a filename.',
		);
	}
	return new GatewayError(
		'invalid_parameters',
		`"${field}" is not a field of this request. Send one file as "file", and optionally "mediaType".`,
	);
}

/**
 * Maps an error of the form parser to invalid_parameters, and a full disk to service_unavailable. Rethrows other
 * storage errors, which are faults of the gateway.
 */
function toUploadError(error: unknown): unknown {
	if (error instanceof MediaStorageError && DISK_FULL.has(codeOf(error.cause))) {
		return new GatewayError(
			'service_unavailable',
			'The disk of the gateway is full. Send the file again when its operator has freed some space.',
			{ retryAfter: RETRY_AFTER, cause: error },
		);
	}
	if (error instanceof GatewayError || error instanceof MediaStorageError) return error;
	return new GatewayError(
		'invalid_parameters',
		'The body could not be read as multipart/form-data with one file in the field "file".',
		{ cause: error },
	);
}
