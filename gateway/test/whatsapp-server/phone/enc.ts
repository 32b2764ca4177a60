import { fileTypeOf } from './content.ts';
import type { Sealed } from './sessions.ts';
import { stanza, type Stanza } from '../wire/stanza.ts';
import type { Content } from '../wire/wire.ts';

/** The node of a stanza that carries an encrypted message; `count`: how often the device asked for it again. */
export function enc(sealed: Sealed, content: Content, count?: string): Stanza {
	const mediatype = fileTypeOf(content) ?? undefined;
	return stanza('enc', { v: '2', type: sealed.type, mediatype, count }, sealed.ciphertext);
}
