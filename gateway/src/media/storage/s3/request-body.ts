import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';

/** The body of a request, with what its signature needs. */
export interface RequestBody {
	size: number;
	sha256: string;
	open(): Readable | string;
}

/** Reads a file, or a text, once for its hash. */
export async function describeBody(body: { path: string } | string): Promise<RequestBody> {
	const hash = createHash('sha256');
	if (typeof body === 'string') {
		return { size: Buffer.byteLength(body), sha256: hash.update(body).digest('hex'), open: () => body };
	}
	const { path } = body;
	for await (const chunk of createReadStream(path)) hash.update(chunk as Uint8Array);
	const { size } = await stat(path);
	return { size, sha256: hash.digest('hex'), open: () => createReadStream(path) };
}
