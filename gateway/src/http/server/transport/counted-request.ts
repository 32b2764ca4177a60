import { http } from '../../../lib/node-http.ts';

/** Parts of a body from which their size counts, and bytes that they then must have on average. */
const MANY_PARTS = 10_000;
const SMALLEST_AVERAGE = 32;

/**
 * Returns the class of requests whose connection ends when their body comes in very many parts of a few bytes. Each part
 * takes some two hundred bytes in each buffer that it passes, and as much time as one of any size, so that an upload of
 * single bytes would take fifty megabytes. No client sends so by accident: not even one that writes character by
 * character, because the system sends what it wrote meanwhile in one packet.
 */
export function countedRequests(onExcess: () => void): typeof http.IncomingMessage {
	return class CountedRequest extends http.IncomingMessage {
		#parts = 0;
		#bytes = 0;

		override push(part: unknown, encoding?: BufferEncoding): boolean {
			if (!Buffer.isBuffer(part) || this.destroyed) return super.push(part, encoding);
			this.#parts += 1;
			this.#bytes += part.length;
			if (this.#parts < MANY_PARTS || this.#bytes >= this.#parts * SMALLEST_AVERAGE) {
				return super.push(part, encoding);
			}
			onExcess();
			this.destroy();
			return false;
		}
	};
}
