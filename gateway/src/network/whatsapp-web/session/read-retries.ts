import type { Clock } from '../../../domain/clock.ts';
import { retryWithBackoff } from '../../../lib/retry-with-backoff.ts';
import type { DriverContext } from '../../driver.ts';

export interface ReadRetryDeps {
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
export function withReadRetries(
	host: DriverContext,
	{ clock, ended, onFailed }: ReadRetryDeps,
): DriverContext {
	function patiently<T>(read: () => Promise<T>): Promise<T> {
		return retryWithBackoff(clock, read, (error) => {
			if (ended()) return true;
			onFailed(error);
			return false;
		});
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
			...messages,
			findNetworkId: (messageId) => patiently(() => messages.findNetworkId(messageId)),
			findId: (...asked) => patiently(() => messages.findId(...asked)),
			find: (messageId) => patiently(() => messages.find(messageId)),
			findLastReceived: (chatId) => patiently(() => messages.findLastReceived(chatId)),
			listUnread: (chatId) => patiently(() => messages.listUnread(chatId)),
		},
		autoReadEnabled: () => patiently(() => host.autoReadEnabled()),
	};
}
