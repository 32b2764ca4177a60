import type { DisconnectReason } from '../../../domain/instance.ts';

/** What the end of a connection to WhatsApp means. */
export type CloseReason =
	/** The link goes on; it is opened again at once. */
	| { kind: 'restart' }
	/** The network or WhatsApp has a problem; it is opened again after a while. */
	| { kind: 'retry' }
	/** It is over. `forgotten`: WhatsApp knows the device no more, so its keys are of no use. */
	| { kind: 'over'; reason: DisconnectReason; forgotten: boolean };

/** Codes WhatsApp, or Baileys, closes a connection with. */
const CLOSINGS: Readonly<Record<number, CloseReason>> = {
	// Ended on the phone, or by WhatsApp because the phone was not used for too long.
	401: { kind: 'over', reason: 'logged_out', forgotten: true },
	// The version that the client says it has is too old.
	405: { kind: 'over', reason: 'client_outdated', forgotten: false },
	// Locked for a time, for good, and without saying for how long.
	402: { kind: 'over', reason: 'banned', forgotten: false },
	403: { kind: 'over', reason: 'banned', forgotten: true },
	406: { kind: 'over', reason: 'banned', forgotten: true },
	// Another program uses the same device.
	440: { kind: 'over', reason: 'replaced', forgotten: false },
	// After pairing, and whenever WhatsApp wants it.
	515: { kind: 'restart' },
	// The account is not one that devices can be linked to.
	411: { kind: 'over', reason: 'provider_verification_required', forgotten: true },
};

/** What to do when a connection was closed with a code; those that are not known are met as a passing problem. */
export function closeReasonOf(code: number): CloseReason {
	return CLOSINGS[code] ?? { kind: 'retry' };
}

/** The code in what Baileys gives as the reason of an end, or the one for a lost connection. */
export function codeOf(error: unknown): number {
	const { output } = (error ?? {}) as { output?: { statusCode?: unknown } };
	return typeof output?.statusCode === 'number' ? output.statusCode : 408;
}
