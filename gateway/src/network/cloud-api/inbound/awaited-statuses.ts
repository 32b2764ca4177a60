import type { MessageId } from '../../../domain/ids.ts';

/** Connects a send with the first status of its message, which may arrive before the response or instead of it. */
export interface AwaitedStatuses {
	/** Returns a promise of Meta's id of the message, from its first recorded status. Call `stop` when the send ends. */
	expect(messageId: MessageId): { networkId: Promise<string>; stop: () => void };
	/** Resolves the promise of `expect` after a status of the message was recorded. */
	resolve(messageId: MessageId, networkId: string): void;
}

export function createAwaitedStatuses(): AwaitedStatuses {
	const waiting = new Map<MessageId, (networkId: string) => void>();
	return {
		expect(messageId) {
			const { promise, resolve } = Promise.withResolvers<string>();
			waiting.set(messageId, resolve);
			return {
				networkId: promise,
				stop() {
					if (waiting.get(messageId) === resolve) waiting.delete(messageId);
				},
			};
		},
		resolve(messageId, networkId) {
			waiting.get(messageId)?.(networkId);
		},
	};
}
