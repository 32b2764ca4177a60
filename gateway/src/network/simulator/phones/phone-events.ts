import type { InstanceId } from '../../../domain/ids.ts';

/** What a phone in somebody's hand notices besides messages. */
export type PhoneEvent =
	/** Somebody types in a chat: the instance, or in a group another phone. */
	| { kind: 'typing'; instanceId: InstanceId; chatId: string; from: string; at: number }
	/** The instance has read what was written in a chat until now. */
	| { kind: 'read'; instanceId: InstanceId; chatId: string; at: number }
	/** The phone was taken in hand, changed or put away. */
	| { kind: 'phone'; number: string; at: number };

export interface PhoneEvents {
	publish(news: PhoneEvent): void;
	/** The returned function ends it. */
	listen(listener: (news: PhoneEvent) => void): () => void;
}

export function createPhoneEvents(): PhoneEvents {
	const listeners = new Set<(news: PhoneEvent) => void>();
	return {
		publish(news) {
			for (const listener of listeners) listener(news);
		},
		listen(listener) {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
	};
}
