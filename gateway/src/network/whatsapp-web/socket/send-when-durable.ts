import type { WASocket } from 'baileys';
import type { UnitOfWork } from '../session/unit-of-work.ts';

/** The WebSocket below Baileys' own socket. */
interface RawSocket {
	send(data: Uint8Array, done?: (error?: Error) => void): void;
}

/** Delays each frame until the changes made before it are committed. The frames stay in order. */
export function sendWhenDurable(socket: WASocket, unitOfWork: UnitOfWork): void {
	const raw = (socket.ws as unknown as { socket: RawSocket }).socket;
	const send = raw.send.bind(raw);
	let last: Promise<void> | null = null;
	raw.send = (data, done) => {
		if (last === null && unitOfWork.isCommitted()) {
			send(data, done);
			return;
		}
		// Requested now, not when the frames before it are sent: it would wait for all changes made until then, and each of
		// many frames for a transaction of its own, while messages arrive.
		const sent = Promise.all([unitOfWork.commit(), last])
			.then(
				() => {
					send(data, done);
				},
				(error: unknown) => {
					done?.(error instanceof Error ? error : new Error(String(error)));
				},
			)
			.then(() => {
				if (last === sent) last = null;
			});
		last = sent;
	};
}
