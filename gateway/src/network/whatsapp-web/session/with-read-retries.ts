import type { Clock } from '../../../domain/clock.ts';
import { retryWithBackoff } from '../../../lib/loops/retry-with-backoff.ts';
import type { DriverContext } from '../../driver.ts';

export interface ReadRetryDeps {
	clock: Clock;
	/** Whether to throw the next failure instead of retrying. */
	hasEnded: () => boolean;
	/** Called with each failure that is retried. */
	onRetry: (error: unknown) => void;
}

/**
 * Wraps a context so that it retries failed reads. A message that arrives while the store is unavailable waits for its
 * keys: without them it could not be decrypted, the failure would be reported to WhatsApp, which would not send it again.
 */
export function withReadRetries(
	context: DriverContext,
	{ clock, hasEnded, onRetry }: ReadRetryDeps,
): DriverContext {
	function retried<T>(read: () => Promise<T>): Promise<T> {
		return retryWithBackoff(clock, read, (error) => {
			if (hasEnded()) return true;
			onRetry(error);
			return false;
		});
	}

	const { session, messages } = context;
	return {
		...context,
		session: {
			...session,
			read: (key) => retried(() => session.read(key)),
			readAll: (keys) => retried(() => session.readAll(keys)),
			list: (prefix) => retried(() => session.list(prefix)),
		},
		messages: {
			...messages,
			findNetworkId: (messageId) => retried(() => messages.findNetworkId(messageId)),
			findId: (...query) => retried(() => messages.findId(...query)),
			find: (...query) => retried(() => messages.find(...query)),
			findLastReceived: (chatId) => retried(() => messages.findLastReceived(chatId)),
			listUnread: (chatId) => retried(() => messages.listUnread(chatId)),
		},
		autoReadEnabled: () => retried(() => context.autoReadEnabled()),
	};
}
