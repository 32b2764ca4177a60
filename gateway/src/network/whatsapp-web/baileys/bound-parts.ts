import { createRequire } from 'node:module';
import type protobuf from 'protobufjs/minimal.js';
import { TooLargeError } from './too-large-error.ts';
import type { Baileys } from './baileys.ts';

/**
 * Numbers that a message may consist of in WhatsApp's binary form: a tag and a length or value for each of its parts. The
 * largest real ones, with hundreds of contacts or mentions, have a few thousand.
 */
const MESSAGE_LIMIT = 100_000;
/** Numbers of one part of the history. A hundred thousand texts, which is more than any real part has, have 5 million. */
const HISTORY_LIMIT = 6_000_000;
/** Chats of one part of the history. Each takes a kilobyte of memory, also an empty one of two bytes. */
const CHAT_LIMIT = 50_000;
/** Messages of one part of the history. Each takes a kilobyte, too. */
const HISTORY_MESSAGE_LIMIT = 200_000;

interface Decoder {
	decode(source: Uint8Array | protobuf.Reader, ...rest: unknown[]): unknown;
}

const bounded = new WeakSet<Decoder>();

/**
 * Limits the parts of what Baileys decodes: of a message, and of a part of the history. Each part becomes an object, also
 * an empty one of two bytes: a message of nine megabytes of them would block the process for seconds, and thirty
 * kilobytes of the compressed history would end it. Decoding then throws a TooLargeError. Idempotent.
 */
export function boundParts({ proto }: Baileys): void {
	if (bounded.has(proto.HistorySync)) return;
	bounded.add(proto.HistorySync);
	const { Reader } = loadProtobuf();
	bound(proto.Message, Reader, MESSAGE_LIMIT);
	bound(proto.Message.PollVoteMessage, Reader, MESSAGE_LIMIT);
	bound(proto.WebMessageInfo, Reader, MESSAGE_LIMIT);
	bound(proto.HistorySync, Reader, HISTORY_LIMIT);
	boundCount(proto.Conversation, CHAT_LIMIT);
	boundCount(proto.WebMessageInfo, HISTORY_MESSAGE_LIMIT);
}

/** The decoder of Baileys: another copy of the package would have another class of readers. */
function loadProtobuf(): typeof protobuf {
	const ofBaileys = createRequire(createRequire(import.meta.url).resolve('baileys'));
	return ofBaileys('protobufjs/minimal.js') as typeof protobuf;
}

/** Limits the numbers of what is decoded as this type. */
function bound(type: unknown, Reader: typeof protobuf.Reader, limit: number): void {
	const decoder = type as Decoder;
	const decode = decoder.decode.bind(decoder);
	// A part of another message is decoded with the reader of that one, whose parts are counted together.
	decoder.decode = (source, ...rest) =>
		decode(source instanceof Reader ? source : countingReader(Reader.create(source), limit), ...rest);
}

function countingReader(reader: protobuf.Reader, limit: number): protobuf.Reader {
	const read = reader.uint32.bind(reader);
	let count = 0;
	reader.uint32 = () => {
		count += 1;
		if (count > limit) throw new TooLargeError(`It has more than ${limit} parts.`);
		return read();
	};
	return reader;
}

/** Limits the parts of this type, in what is decoded with one reader. */
function boundCount(type: unknown, limit: number): void {
	const decoder = type as Decoder;
	const decode = decoder.decode.bind(decoder);
	const counts = new WeakMap<Uint8Array | protobuf.Reader, number>();
	decoder.decode = (source, ...rest) => {
		const count = (counts.get(source) ?? 0) + 1;
		if (count > limit) throw new TooLargeError(`It has more than ${limit} chats or messages.`);
		counts.set(source, count);
		return decode(source, ...rest);
	};
}
