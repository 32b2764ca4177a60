import type { Companion } from '../../companion.ts';
import { newId, timestamp } from '../../connection.ts';
import { deliver } from '../../deliver.ts';
import { PHONES } from '../../wire/jid.ts';
import { jidOf } from '../people.ts';
import { enc } from './enc.ts';
import { encryptFor } from './phone-outbox.ts';
import { stanza } from '../../wire/stanza.ts';
import type { Content } from '../../wire/wire.ts';

/** Sends a peer message: from a phone to its own companion device, and in no chat. */
export async function sendPeerMessage(companion: Companion, content: Content): Promise<void> {
	const { person } = companion;
	const attrs = {
		from: jidOf(person, PHONES),
		id: newId(),
		t: timestamp(),
		type: 'text',
		category: 'peer',
		notify: person.name,
	};
	await person.device.runExclusive(async () => {
		const encrypted = await encryptFor(person, companion, content);
		deliver(companion, stanza('message', attrs, [enc(encrypted, content)]));
	});
}
