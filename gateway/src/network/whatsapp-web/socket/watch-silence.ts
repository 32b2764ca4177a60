import type { WASocket } from 'baileys';
import type { Cancel, Clock } from '../../../domain/clock.ts';

/** Milliseconds between two checks of a connection. */
const CHECK_INTERVAL = 10_000;
/** Milliseconds without a frame after which a ping is sent. */
const PING_AFTER = 40_000;
/** Milliseconds WhatsApp has to answer the ping. */
const PING_TIMEOUT = 10_000;

const PING = {
	tag: 'iq',
	attrs: { to: 's.whatsapp.net', type: 'get', xmlns: 'w:p' },
	content: [{ tag: 'ping', attrs: {} }],
};

/**
 * Sends a ping where an open connection receives no frame, and calls `onSilent` where nothing arrives after it. It
 * compares times of the clock instead of counting timers, so that it also detects that the machine was suspended.
 */
export function watchSilence(
	{ ws, sendNode, generateMessageTag }: Pick<WASocket, 'ws' | 'sendNode' | 'generateMessageTag'>,
	clock: Clock,
	onSilent: () => void,
): Cancel {
	let lastFrameAt = clock.now();
	let pingedAt: number | null = null;
	let cancel: Cancel = () => undefined;
	const onFrame = (): void => {
		lastFrameAt = clock.now();
		pingedAt = null;
	};

	function check(): void {
		const now = clock.now();
		if (pingedAt !== null && now - pingedAt >= PING_TIMEOUT) {
			onSilent();
			return;
		}
		if (pingedAt === null && now - lastFrameAt >= PING_AFTER) {
			pingedAt = now;
			// A ping that could not be sent is handled by the timeout as well.
			sendNode({ ...PING, attrs: { ...PING.attrs, id: generateMessageTag() } }).catch(() => undefined);
		}
		cancel = clock.schedule(CHECK_INTERVAL, check);
	}

	ws.on('frame', onFrame);
	cancel = clock.schedule(CHECK_INTERVAL, check);
	return () => {
		cancel();
		ws.off('frame', onFrame);
	};
}
