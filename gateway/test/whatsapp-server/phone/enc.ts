import { stanza, type Stanza } from '../wire/stanza.ts';
import type { Content } from '../wire/wire.ts';
import { fileTypeOf } from './content.ts';
import type { EncryptedMessage } from './sessions.ts';

/** The `enc` stanza of a message; `count`: how often the client has requested it again. */
export function enc(encrypted: EncryptedMessage, content: Content, count?: string): Stanza {
	const mediatype = fileTypeOf(content) ?? undefined;
	return stanza('enc', { v: '2', type: encrypted.type, mediatype, count }, encrypted.ciphertext);
}
