import type { Clock } from '../../domain/clock.ts';
import type { NetworkHost } from '../driver.ts';

/** Milliseconds between two tries to read; doubled up to the longest. */
const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 5000;

export interface PatiencePort {
	clock: Clock;
	/** Whether nobody waits any more: then a failure is one. */
	ended: () => boolean;
	/** Hears of each failure after which it is read again. */
	onFailed: (error: unknown) => void;
}

/**
 * The same host, which reads again while the store cannot be read: a message that comes meanwhile waits for its
 * keys. Without them it could not be opened, and WhatsApp would be told so, and send it no more.
 */
export function readingPatiently(host: NetworkHost, { clock, ended, onFailed }: PatiencePort): NetworkHost {
	async function patiently<T>(read: () => Promise<T>): Promise<T> {
		for (let pause = FIRST_PAUSE; ; pause = Math.min(pause * 2, LONGEST_PAUSE)) {
			try {
				return await read();
			} catch (error) {
				if (ended()) throw error;
				onFailed(error);
			}
			await new Promise<void>((resolve) => {
				clock.after(pause, resolve);
			});
		}
	}

	const { session, messages } = host;
	return {
		...host,
		session: {
			...session,
			read: (key) => patiently(() => session.read(key)),
			readAll: (keys) => patiently(() => session.readAll(keys)),
			list: (prefix) => patiently(() => session.list(prefix)),
		},
		messages: {
			networkIdOf: (messageId) => patiently(() => messages.networkIdOf(messageId)),
			idOf: (networkId) => patiently(() => messages.idOf(networkId)),
			find: (messageId) => patiently(() => messages.find(messageId)),
			lastReceived: (chatId) => patiently(() => messages.lastReceived(chatId)),
			unread: (chatId) => patiently(() => messages.unread(chatId)),
		},
		readsAtOnce: () => patiently(() => host.readsAtOnce()),
	};
}
