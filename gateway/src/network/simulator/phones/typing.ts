import type { Clock } from '../../../domain/clock.ts';
import type { InstanceId } from '../../../domain/ids.ts';
import type { PhoneEvents } from './phone-events.ts';

/** Milliseconds for which typing is shown, unless it starts again or stops. */
const TYPING_DURATION = 5000;

/** Who is typing in which chat of an instance, by number. */
export interface Typing {
	start(instanceId: InstanceId, chatId: string, from: string): void;
	stop(instanceId: InstanceId, chatId: string, from: string): void;
	/** The numbers of those who are typing now. */
	list(instanceId: InstanceId, chatId: string): string[];
}

interface Typist {
	instanceId: InstanceId;
	chatId: string;
	from: string;
	endsAt: number;
}

export function createTyping(clock: Clock, phoneEvents: PhoneEvents): Typing {
	/** The typists at the last change; the next change drops those whose time has ended. */
	let typists: Typist[] = [];

	const current = (): Typist[] => typists.filter(({ endsAt }) => endsAt > clock.now());

	function stop(instanceId: InstanceId, chatId: string, from: string): void {
		typists = current().filter(
			(typist) => typist.instanceId !== instanceId || typist.chatId !== chatId || typist.from !== from,
		);
	}

	return {
		start(instanceId, chatId, from) {
			const at = clock.now();
			stop(instanceId, chatId, from);
			typists.push({ instanceId, chatId, from, endsAt: at + TYPING_DURATION });
			phoneEvents.publish({ kind: 'typing', instanceId, chatId, from, at });
		},
		stop,
		list: (instanceId, chatId) =>
			current()
				.filter((typist) => typist.instanceId === instanceId && typist.chatId === chatId)
				.map(({ from }) => from),
	};
}
