import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { listen, liveState, type LiveMessage } from './connection.ts';

/**
 * How often all channels of a component were subscribed. null: not yet, so data loaded now could already be out of
 * date when the first message arrives. Each higher number: messages may have been missed since the one before, so the
 * data has to be loaded again. 0: the channels are unreachable for now.
 */
export type Subscription = number | null;

/** Milliseconds that loading waits for the gateway to confirm a subscription. */
const CONFIRMATION_TIMEOUT = 1000;

/**
 * Passes on the messages of channels while the component is mounted. Give the result to `useLoad` or `usePages`: they
 * load once when the channels are subscribed, and again when messages may have been missed.
 */
export function useSubscription(
	channels: readonly string[],
	onMessage: (message: LiveMessage) => void,
): Subscription {
	const key = channels.join(' ');
	const latest = useRef(onMessage);
	latest.current = onMessage;
	const [state, setState] = useState<{ key: string; subscription: Subscription }>({
		key,
		subscription: null,
	});

	useLayoutEffect(() => {
		const confirmations = new Map(channels.map((channel) => [channel, 0]));
		const update = () => {
			setState({ key, subscription: Math.min(...confirmations.values()) });
		};
		const stops = channels.map((channel) =>
			listen(
				channel,
				(message) => {
					latest.current(message);
				},
				() => {
					confirmations.set(channel, (confirmations.get(channel) ?? 0) + 1);
					if (Math.min(...confirmations.values()) > 0) update();
				},
			),
		);
		const timer = window.setTimeout(update, CONFIRMATION_TIMEOUT);
		const stopWatching = liveState.subscribe((current) => {
			if (current === 'waiting') update();
		});
		return () => {
			window.clearTimeout(timer);
			stopWatching();
			for (const stop of stops) stop();
		};
	}, [key]);

	// The number of other channels says nothing about these.
	return state.key === key ? state.subscription : null;
}
