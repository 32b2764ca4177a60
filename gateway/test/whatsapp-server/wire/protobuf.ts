import path from 'node:path';
import protobuf from 'protobufjs';
import type { Wire } from './wire.ts';

const root = protobuf.loadSync(path.join(import.meta.dirname, 'whatsapp.proto'));

/** Encodes a message of whatsapp.proto. */
export function encode<Name extends keyof Wire>(name: Name, value: Wire[Name]): Buffer {
	const type = root.lookupType(name);
	return Buffer.from(type.encode(type.fromObject(value)).finish());
}

/** Decodes a message of whatsapp.proto; missing fields are absent. Throws when the bytes are invalid. */
export function decode<Name extends keyof Wire>(name: Name, bytes: Uint8Array): Wire[Name] {
	const type = root.lookupType(name);
	return type.toObject(type.decode(bytes), { longs: Number }) as Wire[Name];
}
