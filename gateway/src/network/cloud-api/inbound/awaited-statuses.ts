import type { MessageId } from '../../../domain/ids.ts';

/** Messages under way to Meta, whose statuses may come before the answer to them, or in its place. */
export interface AwaitedStatuses {
	/** Resolves with Meta's identifier of the message when a status of it was recorded. Stop it in the end. */
	expect(messageId: MessageId): { networkId: Promise<string>; stop: () => void };
	/** A status of a message was recorded. */
	recorded(messageId: MessageId, networkId: string): void;
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
		recorded(messageId, networkId) {
			waiting.get(messageId)?.(networkId);
		},
	};
}
