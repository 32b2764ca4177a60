import { encode } from './protobuf.ts';
import type { Content } from './wire.ts';

/** The bytes of a message: those it was given as they are, or what whatsapp.proto makes of it. */
export function encodeContent({ bytes, ...content }: Content): Buffer {
	return bytes === undefined ? encode('Message', content) : Buffer.from(bytes);
}
