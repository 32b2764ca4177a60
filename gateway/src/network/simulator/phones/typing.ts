import type { Clock } from '../../../domain/clock.ts';
import type { InstanceId } from '../../../domain/ids.ts';
import type { PhoneEvents } from './phone-events.ts';

/** Milliseconds for which typing is shown, unless it starts again or stops. */
export const TYPING_DURATION = 5000;

/** Who is typing in which chat of an instance, by number. */
export interface Typing {
	start(instanceId: InstanceId, chatId: string, from: string): void;
	stop(instanceId: InstanceId, chatId: string, from: string): void;
	/** The numbers of those who are typing now. */
	list(instanceId: InstanceId, chatId: string): string[];
}

export function createTyping(clock: Clock, phoneEvents: PhoneEvents): Typing {
	/** When typing ends, by chat and number. */
	const endsAt = new Map<string, Map<string, number>>();
	const keyOf = (instanceId: InstanceId, chatId: string): string => `${instanceId} ${chatId}`;

	function typists(instanceId: InstanceId, chatId: string): Map<string, number> {
		const inChat = endsAt.get(keyOf(instanceId, chatId)) ?? new Map<string, number>();
		for (const [from, end] of inChat) if (end <= clock.now()) inChat.delete(from);
		return inChat;
	}

	return {
		start(instanceId, chatId, from) {
			const at = clock.now();
			endsAt.set(keyOf(instanceId, chatId), typists(instanceId, chatId).set(from, at + TYPING_DURATION));
			phoneEvents.publish({ kind: 'typing', instanceId, chatId, from, at });
		},
		stop(instanceId, chatId, from) {
			const inChat = typists(instanceId, chatId);
			inChat.delete(from);
			if (inChat.size === 0) endsAt.delete(keyOf(instanceId, chatId));
		},
		list: (instanceId, chatId) => [...typists(instanceId, chatId).keys()],
	};
}
