import type { Cancel, Clock } from '../../../domain/clock.ts';

/** Milliseconds for which the first QR code of a connection is valid, and each later one: the times of WhatsApp. */
const FIRST_LIFETIME = 60_000;
const LATER_LIFETIME = 20_000;

export interface QrCodes {
	/** Shows the current code again, with the device's current secret and the same expiry. */
	refresh: () => void;
	stop: () => void;
}

/**
 * Shows a QR code for one ref after the other. `render` returns the text of the code for a ref; `expiresAt` is in epoch
 * milliseconds. Calls `onExpired` when the last one has expired.
 */
export function showQrCodes(
	refs: readonly string[],
	{
		clock,
		render,
		onCode,
		onExpired,
	}: {
		clock: Clock;
		render: (ref: string) => string;
		onCode: (text: string, expiresAt: number) => void;
		onExpired: () => void;
	},
): QrCodes {
	const waiting = [...refs];
	let lifetime = FIRST_LIFETIME;
	let current: { ref: string; expiresAt: number } | null = null;
	let cancel: Cancel = () => undefined;

	function show(): void {
		if (current !== null) onCode(render(current.ref), current.expiresAt);
	}

	function next(): void {
		const ref = waiting.shift();
		if (ref === undefined) {
			current = null;
			onExpired();
			return;
		}
		current = { ref, expiresAt: clock.now() + lifetime };
		cancel = clock.schedule(lifetime, next);
		lifetime = LATER_LIFETIME;
		show();
	}

	next();
	return {
		refresh: show,
		stop() {
			cancel();
			current = null;
		},
	};
}
