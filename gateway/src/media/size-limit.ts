import type { MediaType } from '../domain/message.ts';
import { LARGEST_MEDIA, MEDIA_LIMITS } from './formats.ts';
import { HEAD_SIZE, mediaTypeOfHead } from './identify.ts';
import { mediaTooLarge } from './refusals.ts';

/**
 * Passes a file on as it comes in, and throws media_too_large at the byte that is over the limit of its type. Where
 * the type is not known (null), the first bytes tell it.
 */
export async function* enforceSizeLimit(
	source: AsyncIterable<Uint8Array>,
	expected: MediaType | null,
): AsyncGenerator<Uint8Array> {
	let mediaType = expected;
	let size = 0;
	let head: Uint8Array[] | null = mediaType === null ? [] : null;
	for await (const chunk of source) {
		const before = size;
		size += chunk.length;
		if (head !== null) {
			head.push(chunk);
			if (before + chunk.length >= HEAD_SIZE) {
				mediaType = await mediaTypeOfHead(Buffer.concat(head));
				head = null;
			}
		}
		if (size > (mediaType === null ? LARGEST_MEDIA : MEDIA_LIMITS[mediaType])) {
			throw mediaTooLarge(mediaType);
		}
		yield chunk;
	}
}
