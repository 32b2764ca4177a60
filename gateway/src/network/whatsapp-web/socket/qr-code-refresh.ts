import type { NetworkEvent } from '../../network-event.ts';

/** Milliseconds for which the first QR code of a connection is valid, and each later one: the times of WhatsApp. */
const FIRST_LIFETIME = 60_000;
const LATER_LIFETIME = 20_000;

/**
 * Returns the event for a QR code of a connection, the first of which has the number 1. Baileys brings the next code
 * when the lifetime of the last one is over, and ends the connection after WhatsApp's last code; `now` is in epoch
 * milliseconds.
 */
export function qrCodeEvent(code: string, number: number, now: number): NetworkEvent {
	const lifetime = number === 1 ? FIRST_LIFETIME : LATER_LIFETIME;
	return { kind: 'qr', text: code, expiresAt: now + lifetime };
}
