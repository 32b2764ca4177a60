import { createRequire } from 'node:module';
import type protobuf from 'protobufjs/minimal.js';
import type { Baileys } from './baileys.ts';

/**
 * Numbers that a message may consist of in WhatsApp's binary form: a tag and a length or value for each of its parts. The
 * largest real ones, with hundreds of contacts or mentions, have a few thousand.
 */
const LIMIT = 100_000;

interface Decoder {
	decode(source: Uint8Array | protobuf.Reader, ...rest: unknown[]): unknown;
}

const bounded = new WeakSet<Decoder>();

/**
 * Limits the parts of a message that Baileys decodes. Each part becomes an object, also an empty one of two bytes: a
 * message of nine megabytes of them would block the process for seconds. Decoding it throws, as with any other message
 * that is malformed. Idempotent.
 */
export function boundParts({ proto }: Baileys): void {
	const { Reader } = loadProtobuf();
	bound(proto.Message, Reader);
	bound(proto.Message.PollVoteMessage, Reader);
	bound(proto.WebMessageInfo, Reader);
}

/** The decoder of Baileys: another copy of the package would have another class of readers. */
function loadProtobuf(): typeof protobuf {
	const ofBaileys = createRequire(createRequire(import.meta.url).resolve('baileys'));
	return ofBaileys('protobufjs/minimal.js') as typeof protobuf;
}

function bound(type: unknown, Reader: typeof protobuf.Reader): void {
	const decoder = type as Decoder;
	if (bounded.has(decoder)) return;
	bounded.add(decoder);
	const decode = decoder.decode.bind(decoder);
	// A part of another message is decoded with the reader of that one, whose parts are counted together.
	decoder.decode = (source, ...rest) =>
		decode(source instanceof Reader ? source : countingReader(Reader.create(source)), ...rest);
}

function countingReader(reader: protobuf.Reader): protobuf.Reader {
	const read = reader.uint32.bind(reader);
	let count = 0;
	reader.uint32 = () => {
		count += 1;
		if (count > LIMIT) throw new Error('The message has too many parts.');
		return read();
	};
	return reader;
}
