import { stanza, type Stanza } from '../../wire/stanza.ts';
import type { Content } from '../../wire/wire.ts';
import { editCodeOf, fileTypeOf } from '../content.ts';
import type { EncryptedMessage } from '../sessions.ts';

/** The `enc` stanza of a message; `count`: how often the client has requested it again. */
export function enc(encrypted: EncryptedMessage, content: Content, count?: string): Stanza {
	const mediatype = fileTypeOf(content) ?? undefined;
	const attrs = { v: '2', type: encrypted.type, mediatype, count, 'decrypt-fail': hiddenIn(content) };
	return stanza('enc', attrs, encrypted.ciphertext);
}

/** A change of another message is not shown where it cannot be decrypted. */
function hiddenIn(content: Content): string | undefined {
	const { reactionMessage, pollUpdateMessage } = content;
	const isChange = reactionMessage ?? pollUpdateMessage ?? editCodeOf(content);
	return isChange === null ? undefined : 'hide';
}
