import type { MediaType } from '../domain/messages/message.ts';
import { MAX_MEDIA_SIZE, MEDIA_LIMITS } from './formats/formats.ts';
import { detectMediaType, HEAD_SIZE } from './formats/identify-format.ts';
import { mediaTooLarge } from './media-errors.ts';

/**
 * Yields the chunks of a file. Throws media_too_large at the first chunk over the limit of the file's type. If the
 * expected type is null, detects it from the first bytes.
 */
export async function* enforceSizeLimit(
	source: AsyncIterable<Uint8Array>,
	expected: MediaType | null,
): AsyncGenerator<Uint8Array> {
	let mediaType = expected;
	let size = 0;
	let head: Uint8Array[] | null = mediaType === null ? [] : null;
	for await (const chunk of source) {
		size += chunk.length;
		if (head !== null) {
			head.push(chunk);
			if (size >= HEAD_SIZE) {
				mediaType = await detectMediaType(Buffer.concat(head));
				head = null;
			}
		}
		if (size > (mediaType === null ? MAX_MEDIA_SIZE : MEDIA_LIMITS[mediaType])) {
			throw mediaTooLarge(mediaType);
		}
		yield chunk;
	}
}
