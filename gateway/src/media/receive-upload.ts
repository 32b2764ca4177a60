import type { Multipart, MultipartFile } from '@fastify/multipart';
import { GatewayError } from '../domain/error.ts';
import { MEDIA_TYPES, type MediaType } from '../domain/message.ts';
import { enforceSizeLimit } from './size-limit.ts';
import { MediaNotStored, UPLOADS, type MediaFolder, type ReceivedFile } from './folder.ts';
import { essenceOf, FILENAME_LIMIT, formatOfHeader, MEDIA_LIMITS, type MediaFormat } from './formats.ts';
import { identify } from './identify.ts';
import { mediaTooLarge, unsupportedMedia } from './refusals.ts';

/** A file that was uploaded, unsettled. */
export interface ReceivedUpload extends ReceivedFile {
	filename: string | null;
	format: MediaFormat;
}

type ReceivedPart = ReceivedFile & { filename: string | null; declared: MediaFormat | null };

/**
 * Stores the one file of a multipart body, its field `file`; the field `mediaType`, where there is one, says what it
 * has to be. Throws invalid_parameters, media_too_large, unsupported_media_type, and leaves nothing then.
 */
export async function receiveUpload(
	folder: MediaFolder,
	parts: AsyncIterable<Multipart>,
): Promise<ReceivedUpload> {
	let mediaType: MediaType | null = null;
	let received: ReceivedPart | null = null;
	try {
		for await (const part of parts) {
			if (part.type === 'field') mediaType = mediaTypeIn(part.fieldname, part.value);
			else received = await receiveFile(folder, part, mediaType);
		}
		if (received === null) throw new GatewayError('invalid_parameters', '"file" is required.');
		const format = await identify(received.path, { mediaType, declared: received.declared });
		if (received.size > MEDIA_LIMITS[format.mediaType]) throw mediaTooLarge(format.mediaType);
		return { ...received, format };
	} catch (error) {
		if (received !== null) await folder.discard(received.file);
		throw asRefusal(error);
	}
}

async function receiveFile(
	folder: MediaFolder,
	part: MultipartFile,
	mediaType: MediaType | null,
): Promise<ReceivedPart> {
	if (part.fieldname !== 'file') throw unknownField(part.fieldname);
	const declared = declaredFormat(part.mimetype, mediaType);
	const received = await folder.receive(UPLOADS, enforceSizeLimit(part.file, mediaType));
	return { ...received, filename: nameOf(part), declared };
}

/** What a part is called when nobody said what it is; the second one is the form parser's own. */
const UNDECLARED = ['application/octet-stream', 'text/plain', ''];

/** The format a part's Content-Type names; null where it names none. Throws unsupported_media_type. */
function declaredFormat(contentType: string, mediaType: MediaType | null): MediaFormat | null {
	if (UNDECLARED.includes(essenceOf(contentType))) return null;
	const declared = formatOfHeader(contentType);
	if (declared !== null) return declared;
	throw unsupportedMedia(mediaType, `The file is sent as ${contentType}`);
}

function mediaTypeIn(field: string, value: unknown): MediaType {
	if (field !== 'mediaType') throw unknownField(field);
	const found = MEDIA_TYPES.find((one) => one === value);
	if (found !== undefined) return found;
	throw new GatewayError('invalid_parameters', `"mediaType" must be one of ${MEDIA_TYPES.join(', ')}.`);
}

/** The name without the folders and control characters a client may have put into it. */
function nameOf(part: MultipartFile): string | null {
	// A part without a file name counts as a file where its content type says so.
	const given = part.filename as string | undefined;
	const name = (given ?? '')
		.replace(/^.*[\\/]/, '')
		.replace(/\p{Cc}/gu, '')
		.trim();
	return name === '' ? null : name.slice(0, FILENAME_LIMIT);
}

function unknownField(field: string): GatewayError {
	return new GatewayError(
		'invalid_parameters',
		`"${field}" is not a field of this request; send one file as "file", and "mediaType" where you like.`,
	);
}

/** Whatever the parser could not read is the client's; only a failing disk is the gateway's own. */
function asRefusal(error: unknown): unknown {
	if (error instanceof GatewayError || error instanceof MediaNotStored) return error;
	return new GatewayError(
		'invalid_parameters',
		'The body could not be read as multipart/form-data with one file in the field "file".',
		{ cause: error },
	);
}
