import type { Companion } from './companion.ts';
import { timestamp } from './connection.ts';
import { deliver } from './deliver.ts';
import { parseJid } from './wire/jid.ts';
import { nameOn } from './phone/people.ts';
import { stanza, type Stanza } from './wire/stanza.ts';
import { personNamed, type World } from './world.ts';

/** What is the same to who sent a message: it was received, by a client that is at hand or not. */
const RECEIVED = 'inactive';

/** Takes a client's receipt to the clients it is about: those of another account, or of one's own phone's. */
export function passOn(world: World, companion: Companion, receipt: Stanza): void {
	const { id = '', to = '', participant, type } = receipt.attrs;
	const about = participant ?? to;
	const sender = personNamed(world, about);
	// What a phone sent itself is no news to the devices linked to it.
	if (sender === null || sender === companion.person || sender.sent.has(id)) return;
	const { device, server } = parseJid(about);
	const self = nameOn(companion.person, server, companion.device);
	const attrs = {
		...(participant === undefined ? { from: self } : { from: to, participant: self }),
		id,
		type: type === RECEIVED ? undefined : type,
		t: timestamp(),
	};
	for (const other of sender.companions) {
		if (device === 0 || device === other.device) deliver(other, stanza('receipt', attrs, receipt.content));
	}
}
