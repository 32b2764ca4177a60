import type { InstanceId } from '../../domain/ids.ts';

/** What a phone in somebody's hand notices besides messages. */
export type PhoneNews =
	/** Somebody types in a chat: the instance, or in a group another phone. */
	| { kind: 'typing'; instanceId: InstanceId; chatId: string; from: string; at: number }
	/** The instance has read what was written in a chat until now. */
	| { kind: 'read'; instanceId: InstanceId; chatId: string; at: number }
	/** The phone was taken in hand, changed or put away. */
	| { kind: 'phone'; number: string; at: number };

export interface NewsStand {
	tell(news: PhoneNews): void;
	/** The returned function ends it. */
	listen(listener: (news: PhoneNews) => void): () => void;
}

export function createNewsStand(): NewsStand {
	const listeners = new Set<(news: PhoneNews) => void>();
	return {
		tell(news) {
			for (const listener of listeners) listener(news);
		},
		listen(listener) {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
	};
}
