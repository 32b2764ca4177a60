import { timestamp } from '../connection.ts';
import { deliver } from '../deliver.ts';
import { LIDS, PHONES } from '../wire/jid.ts';
import { stanza } from '../wire/stanza.ts';
import { personByPhone, type World } from '../world.ts';
import { jidOf, type Person } from './people.ts';

/** Messages of a chat that the account's owner has read on the phone. */
export interface ReadOnPhone {
	/** The phone of the other person, or the JID of a group. */
	chat: string;
	ids: readonly string[];
	/** The owner has switched the read receipts off: the senders are told nothing. */
	withoutReceipts?: boolean;
	/** The phone names the other person by LID. */
	lid?: boolean;
}

/** Reports messages as read to the devices linked to the phone. */
export function readOnPhone(
	world: World,
	account: Person,
	{ chat, ids, withoutReceipts = false, lid = false }: ReadOnPhone,
): void {
	const [id, ...more] = ids;
	if (id === undefined) return;
	const items = more.map((one) => stanza('item', { id: one }));
	const attrs = {
		...chatOf(world, account, { chat, server: lid ? LIDS : PHONES }),
		id,
		type: withoutReceipts ? 'read-self' : 'read',
		t: timestamp(),
	};
	const content = items.length === 0 ? undefined : [stanza('list', {}, items)];
	for (const companion of account.companions) deliver(companion, stanza('receipt', attrs, content));
}

/** In a chat with one person, WhatsApp names the account as the sender and the person as the recipient. */
function chatOf(world: World, account: Person, { chat, server }: { chat: string; server: string }) {
	const group = world.groups.get(chat);
	if (group !== undefined) return { from: group.id, participant: jidOf(account, group.addressing) };
	const other = personByPhone(world, chat);
	if (other === null) throw new Error(`${chat} is not on the network.`);
	return { from: jidOf(account, server), recipient: jidOf(other, server) };
}
