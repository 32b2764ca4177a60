import type { Clock } from '../../../domain/clock.ts';
import type { InstanceId } from '../../../domain/ids.ts';
import type { PhoneEvents } from './phone-events.ts';

/** Milliseconds "is typing" is shown, unless it is told again. */
export const TYPING_LASTS = 5000;

/** Who types in which chat. */
export interface Typing {
	/** Somebody, by their number, types in a chat of an instance. */
	begin(instanceId: InstanceId, chatId: string, from: string): void;
	/** What was typed is written. */
	end(instanceId: InstanceId, chatId: string, from: string): void;
	/** The numbers of those who type now. */
	in(instanceId: InstanceId, chatId: string): string[];
}

export function createTyping(clock: Clock, news: PhoneEvents): Typing {
	/** Until when somebody types, by chat and number. */
	const until = new Map<string, Map<string, number>>();
	const keyOf = (instanceId: InstanceId, chatId: string): string => `${instanceId} ${chatId}`;

	function typists(instanceId: InstanceId, chatId: string): Map<string, number> {
		const here = until.get(keyOf(instanceId, chatId)) ?? new Map<string, number>();
		for (const [from, end] of here) if (end <= clock.now()) here.delete(from);
		return here;
	}

	return {
		begin(instanceId, chatId, from) {
			const at = clock.now();
			until.set(keyOf(instanceId, chatId), typists(instanceId, chatId).set(from, at + TYPING_LASTS));
			news.publish({ kind: 'typing', instanceId, chatId, from, at });
		},
		end(instanceId, chatId, from) {
			const here = typists(instanceId, chatId);
			here.delete(from);
			if (here.size === 0) until.delete(keyOf(instanceId, chatId));
		},
		in: (instanceId, chatId) => [...typists(instanceId, chatId).keys()],
	};
}
