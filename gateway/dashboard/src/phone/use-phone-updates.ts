import { useEffect, useRef } from 'preact/hooks';
import { useSubscription } from '../live/use-subscription.ts';

/** What a phone notices, as its channel tells it. */
export type PhoneUpdate =
	| { kind: 'message'; instanceId: string; chatId: string; messageId: string }
	| { kind: 'typing'; instanceId: string; chatId: string; from: string }
	| { kind: 'read'; instanceId: string; chatId: string }
	| { kind: 'phone' };

/** Milliseconds in which news that come together are one reason to look. */
const TOGETHER = 60;

/** Calls back when something happened on a phone: soon after the first of the news that come together. */
export function usePhoneUpdates(number: string, onNews: () => void): void {
	const latest = useRef(onNews);
	latest.current = onNews;
	const timer = useRef<number>(undefined);
	useEffect(
		() => () => {
			window.clearTimeout(timer.current);
		},
		[],
	);
	const soon = () => {
		if (timer.current !== undefined) return;
		timer.current = window.setTimeout(() => {
			timer.current = undefined;
			latest.current();
		}, TOGETHER);
	};
	useSubscription(`phone:${number}`, {
		onMessage: ({ type }) => {
			if (type === 'phone') soon();
		},
		onGap: soon,
	});
}
