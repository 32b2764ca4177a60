import path from 'node:path';
import protobuf from 'protobufjs';
import type { Wire } from './wire.ts';

const root = protobuf.loadSync(path.join(import.meta.dirname, 'whatsapp.proto'));

/** The bytes of a message of whatsapp.proto. */
export function encode<Name extends keyof Wire>(name: Name, value: Wire[Name]): Buffer {
	const type = root.lookupType(name);
	return Buffer.from(type.encode(type.fromObject(value)).finish());
}

/** Reads a message of whatsapp.proto; what was not sent is absent. Throws where the bytes are no such message. */
export function decode<Name extends keyof Wire>(name: Name, bytes: Uint8Array): Wire[Name] {
	const type = root.lookupType(name);
	return type.toObject(type.decode(bytes), { longs: Number }) as Wire[Name];
}
