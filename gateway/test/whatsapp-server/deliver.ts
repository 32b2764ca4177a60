import type { Companion } from './companion.ts';
import { SERVER } from './wire/jid.ts';
import { stanza, type Stanza } from './wire/stanza.ts';

/**
 * Tells a device something that it has to acknowledge: a message, a receipt, a notification. Until it does, it is
 * told again whenever it connects.
 */
export function deliver(companion: Companion, told: Stanza): void {
	companion.pending.set(keyOf(told.tag, told.attrs), told);
	if (companion.active) companion.connection?.send(told);
}

/** The device wants to be told: what waits for it comes first, then what happens. */
export function deliverPending(companion: Companion): void {
	const { connection, pending } = companion;
	if (connection === null) return;
	const count = String(pending.size);
	if (pending.size > 0) {
		connection.send(
			stanza('ib', { from: SERVER }, [stanza('offline_preview', { count, message: count, t: '0' })]),
		);
		for (const told of pending.values()) {
			connection.send({ ...told, attrs: { ...told.attrs, offline: '1' } });
		}
	}
	connection.send(stanza('ib', { from: SERVER }, [stanza('offline', { count })]));
	companion.active = true;
}

/** The device has acknowledged what was told to it; a message also by a receipt. */
export function settle(companion: Companion, tag: string, attrs: Record<string, string>): void {
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
