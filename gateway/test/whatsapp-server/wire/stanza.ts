import { decodeNode, encodeNode } from 'whatsapp-rust-bridge';

/** A node of WhatsApp's binary XML. */
export interface Stanza {
	tag: string;
	attrs: Record<string, string>;
	content?: Stanza[] | string | Uint8Array;
}

/** Returns a stanza without the attributes that are undefined. */
export function stanza(
	tag: string,
	attrs: Record<string, string | undefined> = {},
	content?: Stanza['content'],
): Stanza {
	const present = Object.entries(attrs).filter((one): one is [string, string] => one[1] !== undefined);
	return { tag, attrs: Object.fromEntries(present), ...(content === undefined ? {} : { content }) };
}

export function encodeStanza(one: Stanza): Uint8Array {
	return encodeNode(one);
}

export function decodeStanza(bytes: Uint8Array): Stanza {
	const node = decodeNode(bytes);
	try {
		return node.toJSON() as Stanza;
	} finally {
		node.free();
	}
}

export function children(parent: Stanza | undefined, tag?: string): Stanza[] {
	const content = parent?.content;
	if (!Array.isArray(content)) return [];
	return tag === undefined ? content : content.filter((one) => one.tag === tag);
}

export function child(parent: Stanza | undefined, tag: string): Stanza | undefined {
	return children(parent, tag)[0];
}

/** Returns the bytes of a stanza; none when it has children or no content. */
export function bytesOf(one: Stanza | undefined): Buffer {
	const content = one?.content;
	if (content === undefined || Array.isArray(content)) return Buffer.alloc(0);
	return typeof content === 'string' ? Buffer.from(content) : Buffer.from(content);
}

export function textOf(one: Stanza | undefined): string {
	return bytesOf(one).toString('utf8');
}

/** Returns a number as big-endian bytes. */
export function bigEndian(value: number, length: number): Buffer {
	const bytes = Buffer.alloc(length);
	bytes.writeUIntBE(value, 0, length);
	return bytes;
}
