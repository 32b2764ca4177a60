import type { Companion } from './companion.ts';
import { SERVER } from './wire/jid.ts';
import { stanza, type Stanza } from './wire/stanza.ts';

/**
 * Sends a device a stanza that it has to acknowledge: a message, a receipt or a notification. The stanza is
 * redelivered at every connection until then.
 */
export function deliver(companion: Companion, delivered: Stanza): void {
	companion.pending.set(keyOf(delivered.tag, delivered.attrs), delivered);
	if (companion.active) companion.connection?.send(delivered);
}

/** Makes a device active: sends its pending stanzas, and later ones as they come. */
export function deliverPending(companion: Companion): void {
	const { connection, pending } = companion;
	if (connection === null) return;
	const count = String(pending.size);
	if (pending.size > 0) {
		connection.send(
			stanza('ib', { from: SERVER }, [stanza('offline_preview', { count, message: count, t: '0' })]),
		);
		for (const delivered of pending.values()) {
			connection.send({ ...delivered, attrs: { ...delivered.attrs, offline: '1' } });
		}
	}
	connection.send(stanza('ib', { from: SERVER }, [stanza('offline', { count })]));
	companion.active = true;
}

/** Makes a device active that was not for a while, without a new connection: sends its pending stanzas. */
export function deliverHeld(companion: Companion): void {
	companion.active = true;
	for (const delivered of companion.pending.values()) companion.connection?.send(delivered);
}

/** Removes an acknowledged stanza from the pending ones; a receipt acknowledges a message too. */
export function acknowledge(companion: Companion, tag: string, attrs: Record<string, string>): void {
	const from = attrs.to;
	companion.pending.delete(keyOf(tag, { ...attrs, ...(from === undefined ? {} : { from }) }));
}

function keyOf(
	tag: string,
	{ id = '', from = '', type = '', participant = '' }: Record<string, string>,
): string {
	if (tag === 'message') return `message ${id}`;
	return tag === 'receipt' ? `receipt ${id} ${type} ${participant || from}` : `${tag} ${id}`;
}
