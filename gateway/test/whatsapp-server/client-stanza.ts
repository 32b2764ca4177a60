import type { Companion } from './companion.ts';
import type { Connection } from './connection.ts';
import { settle } from './deliver.ts';
import { answerMediaRetry } from './media/media-retry.ts';
import { takeMessage } from './outgoing.ts';
import { passOn } from './pass-on.ts';
import { answerQuery } from './query.ts';
import { resend } from './phone/resend.ts';
import { child, children, stanza, type Stanza } from './wire/stanza.ts';
import type { World } from './world.ts';

/** A client says something. */
export function clientStanza(world: World, connection: Connection, said: Stanza): void {
	const { companion } = connection;
	if (said.tag === 'iq') {
		if (said.attrs.type === 'result' || said.attrs.type === 'error') connection.asking?.confirm?.(said);
		else answerQuery(world, connection, said);
		return;
	}
	// What a client says before it is linked, and after it is not any more, is of no account.
	if (companion === null) return;
	const account = companion.person.phone;
	switch (said.tag) {
		case 'message':
			takeMessage(world, companion, said);
			return;
		case 'receipt':
			takeReceipt(world, companion, said);
			return;
		case 'ack': {
			const { id = '', class: about = '', type = null, error = null } = said.attrs;
			world.log.acks.push({ account, id, class: about, type, error });
			settle(companion, about, said.attrs);
			return;
		}
		case 'chatstate': {
			const [state] = children(said);
			const kind = state?.attrs.media === 'audio' ? 'recording' : (state?.tag ?? '');
			world.log.presences.push({ account, to: said.attrs.to ?? null, state: kind });
			return;
		}
		case 'presence':
			// Without a type it tells the name the account goes by.
			if (said.attrs.type === undefined) return;
			world.log.presences.push({ account, to: said.attrs.to ?? null, state: said.attrs.type });
			return;
		default:
	}
}

/** A receipt of a client: it has received a message, read it, or could not read it. */
function takeReceipt(world: World, companion: Companion, said: Stanza): void {
	const { id = '', to = '', type = 'delivered', participant = null } = said.attrs;
	const more = children(child(said, 'list'), 'item').map((item) => item.attrs.id ?? '');
	world.log.receipts.push({ account: companion.person.phone, ids: [id, ...more], to, type, participant });
	passOn(world, companion, said);
	if (type === 'retry') resend(world, companion, said);
	else if (type === 'server-error') void answerMediaRetry(world, companion, said);
	else for (const one of [id, ...more]) settle(companion, 'message', { id: one });
	companion.connection?.send(
		stanza('ack', {
			class: 'receipt',
			id,
			from: to,
			type: said.attrs.type,
			participant: said.attrs.participant,
		}),
	);
}
