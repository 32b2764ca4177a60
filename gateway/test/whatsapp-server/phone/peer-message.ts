import type { Companion } from '../companion.ts';
import { newId, timestamp } from '../connection.ts';
import { deliver } from '../deliver.ts';
import { PHONES } from '../wire/jid.ts';
import { nameOn } from './people.ts';
import { enc } from './enc.ts';
import { sealFor } from './phone-outbox.ts';
import { stanza } from '../wire/stanza.ts';
import type { Content } from '../wire/wire.ts';

/** A phone tells a device that is linked to it something that is no message of anybody. */
export async function tellDevice(companion: Companion, content: Content): Promise<void> {
	const { person } = companion;
	const attrs = {
		from: nameOn(person, PHONES),
		id: newId(),
		t: timestamp(),
		type: 'text',
		category: 'peer',
		notify: person.name,
	};
	await person.device.inTurn(async () => {
		const sealed = await sealFor(person, companion, content);
		deliver(companion, stanza('message', attrs, [enc(sealed, content)]));
	});
}
