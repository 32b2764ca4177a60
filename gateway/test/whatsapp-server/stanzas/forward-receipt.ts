import type { Companion } from '../companion.ts';
import { timestamp } from '../connection.ts';
import { deliver } from '../deliver.ts';
import { parseJid } from '../wire/jid.ts';
import { jidOf } from '../phone/people.ts';
import { stanza, type Stanza } from '../wire/stanza.ts';
import { personByJid, type World } from '../world.ts';

/** For a sender this type equals delivered: an inactive client has received the message. */
const RECEIVED = 'inactive';

/** Forwards a client's receipt to the clients it concerns: those of another account, or of its own phone. */
export function forwardReceipt(world: World, companion: Companion, receipt: Stanza): void {
	const { id = '', to = '', participant, type } = receipt.attrs;
	const about = participant ?? to;
	const sender = personByJid(world, about);
	// The devices linked to a phone receive no receipts for what the phone itself sent.
	if (sender === null || sender === companion.person || sender.sent.has(id)) return;
	const { device, server } = parseJid(about);
	const self = jidOf(companion.person, server, companion.device);
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
