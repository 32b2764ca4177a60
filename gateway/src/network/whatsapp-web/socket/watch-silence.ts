import type { WASocket } from 'baileys';
import type { Cancel, Clock } from '../../../domain/clock.ts';

/** Milliseconds between two looks at a connection. */
const INTERVAL = 10_000;
/** Milliseconds without a frame after which WhatsApp is asked for a sign of life. */
const SILENT_AFTER = 40_000;
/** Milliseconds WhatsApp has to give one. */
const ANSWER_WITHIN = 10_000;

const PING = {
	tag: 'iq',
	attrs: { to: 's.whatsapp.net', type: 'get', xmlns: 'w:p' },
	content: [{ tag: 'ping', attrs: {} }],
};

/**
 * Watches a connection that is open: one on which nothing arrives any more is probed, and `onSilent` is called where
 * the probe is not answered. By the given clock, so that a machine that slept is noticed too.
 */
export function watchSilence(
	{ ws, sendNode, generateMessageTag }: Pick<WASocket, 'ws' | 'sendNode' | 'generateMessageTag'>,
	clock: Clock,
	onSilent: () => void,
): Cancel {
	let lastFrame = clock.now();
	let probedAt: number | null = null;
	let cancel: Cancel = () => undefined;
	const onFrame = (): void => {
		lastFrame = clock.now();
		probedAt = null;
	};

	function look(): void {
		const now = clock.now();
		if (probedAt !== null && now - probedAt >= ANSWER_WITHIN) {
			onSilent();
			return;
		}
		if (probedAt === null && now - lastFrame >= SILENT_AFTER) {
			probedAt = now;
			// Where it cannot even be sent, no answer comes either.
			sendNode({ ...PING, attrs: { ...PING.attrs, id: generateMessageTag() } }).catch(() => undefined);
		}
		cancel = clock.schedule(INTERVAL, look);
	}

	ws.on('frame', onFrame);
	cancel = clock.schedule(INTERVAL, look);
	return () => {
		cancel();
		ws.off('frame', onFrame);
	};
}
