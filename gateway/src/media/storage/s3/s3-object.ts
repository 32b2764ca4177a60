import type { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import type { FilePart } from '../../byte-range.ts';

/** An object, or a part of it, to stream. */
export interface S3Object {
	/** Bytes of the whole object. */
	size: number;
	/** What `body` has of it; null: the whole object. */
	part: FilePart | null;
	body: Readable;
}

/** The object, or a part of it, in an answer. A server without ranges sends the whole object. */
export function toObject({ statusCode, headers, body }: Dispatcher.ResponseData): S3Object {
	if (statusCode !== 206) return { size: Number(headers['content-length']), part: null, body };
	const [, first, last, size] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(String(headers['content-range'])) ?? [];
	if (size === undefined) {
		body.destroy();
		throw new Error('The S3 server sent a part of an object without saying which.');
	}
	return { size: Number(size), part: { first: Number(first), last: Number(last) }, body };
}
