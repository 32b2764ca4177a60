import type { Companion } from '../companion.ts';
import type { Connection } from '../connection.ts';
import { acknowledge } from '../deliver.ts';
import { LINKING } from '../login.ts';
import { answerMediaRetry } from '../media/media-retry.ts';
import { handleMessage } from './handle-message.ts';
import { forwardReceipt } from './forward-receipt.ts';
import { answerQuery } from '../queries/answer-query.ts';
import { handleCall } from '../phone/calls.ts';
import { handlePresence } from '../phone/presence.ts';
import { resend } from '../phone/outbox/resend.ts';
import { child, children, stanza, type Stanza } from '../wire/stanza.ts';
import type { World } from '../world.ts';

/** Handles a stanza of a client. */
export function handleStanza(world: World, connection: Connection, incoming: Stanza): void {
	const { companion } = connection;
	if (incoming.tag === 'iq') {
		if (incoming.attrs.type === 'result' || incoming.attrs.type === 'error')
			connection.pairing?.confirm?.(incoming);
		else answerQuery(world, connection, incoming);
		return;
	}
	if (companion === null && incoming.tag === 'ack') {
		const { id = '', class: about = '', type = null, error = null } = incoming.attrs;
		world.log.acks.push({ account: LINKING, id, class: about, type, error });
		return;
	}
	// Other stanzas are ignored before the device is linked and after it is unlinked.
	if (companion === null) return;
	const account = companion.person.phone;
	switch (incoming.tag) {
		case 'message':
			handleMessage(world, companion, incoming);
			return;
		case 'receipt':
			handleReceipt(world, companion, incoming);
			return;
		case 'ack': {
			const { id = '', class: about = '', type = null, error = null } = incoming.attrs;
			world.log.acks.push({ account, id, class: about, type, error });
			acknowledge(companion, about, incoming.attrs);
			return;
		}
		case 'chatstate': {
			const [state] = children(incoming);
			const kind = state?.attrs.media === 'audio' ? 'recording' : (state?.tag ?? '');
			world.log.presences.push({ account, to: incoming.attrs.to ?? null, state: kind });
			return;
		}
		case 'presence':
			// Presence without a type only carries the name of the account.
			if (incoming.attrs.type === undefined) return;
			world.log.presences.push({ account, to: incoming.attrs.to ?? null, state: incoming.attrs.type });
			handlePresence(world, companion, incoming);
			return;
		case 'call':
			handleCall(world, companion, incoming);
			return;
		default:
	}
}

/** Handles a receipt: a message was received or read, or could not be decrypted. */
function handleReceipt(world: World, companion: Companion, incoming: Stanza): void {
	const { id = '', to = '', type = 'delivered', participant = null } = incoming.attrs;
	const more = children(child(incoming, 'list'), 'item').map((item) => item.attrs.id ?? '');
	world.log.receipts.push({ account: companion.person.phone, ids: [id, ...more], to, type, participant });
	forwardReceipt(world, companion, incoming);
	if (type === 'retry') resend(world, companion, incoming);
	else if (type === 'server-error') void answerMediaRetry(world, companion, incoming);
	else for (const one of [id, ...more]) acknowledge(companion, 'message', { id: one });
	companion.connection?.send(
		stanza('ack', {
			class: 'receipt',
			id,
			from: to,
			type: incoming.attrs.type,
			participant: incoming.attrs.participant,
		}),
	);
}
