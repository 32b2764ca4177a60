import type { InstanceId } from '../../../domain/ids.ts';

/** A change that a manual phone shows, other than a message. */
export type PhoneEvent =
	/** The instance, or another phone of a group, types in a chat. */
	| { kind: 'typing'; instanceId: InstanceId; chatId: string; from: string; at: number }
	/** The instance has read the messages of a chat up to now. */
	| { kind: 'read'; instanceId: InstanceId; chatId: string; at: number }
	/** The phone's settings changed, or it was released. */
	| { kind: 'phone'; number: string; at: number };

export interface PhoneEvents {
	publish(event: PhoneEvent): void;
	/** The returned function removes the listener. */
	listen(listener: (event: PhoneEvent) => void): () => void;
}

export function createPhoneEvents(): PhoneEvents {
	const listeners = new Set<(event: PhoneEvent) => void>();
	return {
		publish(event) {
			for (const listener of listeners) listener(event);
		},
		listen(listener) {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
	};
}
