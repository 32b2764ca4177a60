import type { DisconnectReason } from '../../../domain/instances/instance.ts';

/** Why a connection to WhatsApp ended, and what the device has to do. */
export type CloseReason =
	/** WhatsApp asks for a new connection: reconnect at once. */
	| { kind: 'restart' }
	/** The network or WhatsApp has a problem: reconnect after a delay. */
	| { kind: 'retry' }
	/** Do not reconnect. `isUnlinked`: WhatsApp has removed the device, so its keys are useless. */
	| { kind: 'final'; reason: DisconnectReason; isUnlinked: boolean };

/** The reasons by the status code with which WhatsApp, or Baileys, closes a connection. */
const CLOSE_REASONS: Readonly<Record<number, CloseReason>> = {
	// Unlinked on the phone, or by WhatsApp because the phone was offline for too long.
	401: { kind: 'final', reason: 'logged_out', isUnlinked: true },
	// The version of the web client is too old.
	405: { kind: 'final', reason: 'client_outdated', isUnlinked: false },
	// Banned temporarily, permanently, and for an unknown time.
	402: { kind: 'final', reason: 'banned', isUnlinked: false },
	403: { kind: 'final', reason: 'banned', isUnlinked: true },
	406: { kind: 'final', reason: 'banned', isUnlinked: true },
	// Another program uses the same device.
	440: { kind: 'final', reason: 'replaced', isUnlinked: false },
	// WhatsApp requires a new connection after pairing, and may do so at any time.
	515: { kind: 'restart' },
	// Devices cannot be linked to this account.
	411: { kind: 'final', reason: 'provider_verification_required', isUnlinked: true },
};

/** Unknown codes count as temporary. */
export function closeReasonOf(code: number): CloseReason {
	return CLOSE_REASONS[code] ?? { kind: 'retry' };
}

/** The status code in an error of Baileys; 408, a lost connection, where there is none. */
export function statusCodeOf(error: unknown): number {
	const { output } = (error ?? {}) as { output?: { statusCode?: unknown } };
	return typeof output?.statusCode === 'number' ? output.statusCode : 408;
}
