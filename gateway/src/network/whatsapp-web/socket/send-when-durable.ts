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
		const sent = (last ?? Promise.resolve())
			.then(() => unitOfWork.commit())
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
