import { encode } from './protobuf.ts';
import type { Content } from './wire.ts';

/** Returns the bytes of a message: the given bytes, or the encoded content. */
export function encodeContent({ bytes, ...content }: Content): Buffer {
	return bytes === undefined ? encode('Message', content) : Buffer.from(bytes);
}
