/** The client's greeting: a magic number, the protocol version, the dictionary version. */
const GREETING_LENGTH = 4;
const ROUTED = Buffer.from('ED');
const ROUTING_HEADER_LENGTH = 7;

/** Splits the received bytes into frames; a frame may arrive in pieces, and several at once. */
export interface FrameReader {
	/** The client's greeting of four bytes; empty until they arrive. */
	greeting: Buffer;
	read(bytes: Buffer): Buffer[];
}

export function createFrameReader(): FrameReader {
	let left: Buffer = Buffer.alloc(0);
	const reader: FrameReader = {
		greeting: Buffer.alloc(0),
		read(bytes) {
			left = left.length === 0 ? bytes : Buffer.concat([left, bytes]);
			if (reader.greeting.length === 0) {
				const start = greetingAt(left);
				if (start === null || left.length < start + GREETING_LENGTH) return [];
				reader.greeting = left.subarray(start, start + GREETING_LENGTH);
				left = left.subarray(start + GREETING_LENGTH);
			}
			const frames: Buffer[] = [];
			while (left.length >= 3 && left.length >= 3 + left.readUIntBE(0, 3)) {
				const end = 3 + left.readUIntBE(0, 3);
				frames.push(left.subarray(3, end));
				left = left.subarray(end);
			}
			return frames;
		},
	};
	return reader;
}

/** A client with routing information sends it before the greeting. */
function greetingAt(bytes: Buffer): number | null {
	if (bytes.length < ROUTED.length) return null;
	if (!bytes.subarray(0, ROUTED.length).equals(ROUTED)) return 0;
	if (bytes.length < ROUTING_HEADER_LENGTH) return null;
	return ROUTING_HEADER_LENGTH + bytes.readUIntBE(4, 3);
}

/** Returns the bytes of one frame. */
export function frame(content: Uint8Array): Buffer {
	const bytes = Buffer.allocUnsafe(3 + content.length);
	bytes.writeUIntBE(content.length, 0, 3);
	bytes.set(content, 3);
	return bytes;
}
