import { useEffect, useRef } from 'preact/hooks';
import { listen, type LiveMessage } from './connection.ts';

/** Milliseconds. */
const SETTLING = 300;

interface Handlers {
	onMessage: (message: LiveMessage) => void;
	/** Called when messages may have been missed: also between what a screen loaded and the first it heard. */
	onGap?: () => void;
}

/** Hears of a channel while the component is on show; null: of none. */
export function useSubscription(channel: string | null, handlers: Handlers): void {
	const latest = useRef(handlers);
	latest.current = handlers;
	useEffect(() => {
		if (channel === null) return;
		let settling: number | undefined;
		const stop = listen(
			channel,
			(message) => {
				latest.current.onMessage(message);
			},
			() => {
				// A screen loads what it shows at the same time; that should not be begun anew.
				settling = window.setTimeout(() => latest.current.onGap?.(), SETTLING);
			},
		);
		return () => {
			window.clearTimeout(settling);
			stop();
		};
	}, [channel]);
}
