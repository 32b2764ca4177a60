import { useEffect, useRef } from 'preact/hooks';
import { listen, type LiveMessage } from './connection.ts';

interface Handlers {
	onMessage: (message: LiveMessage) => void;
	/** Called when messages may have been missed. */
	onGap?: () => void;
}

/** Hears of a channel while the component is on show; null: of none. */
export function useChannel(channel: string | null, handlers: Handlers): void {
	const latest = useRef(handlers);
	latest.current = handlers;
	useEffect(() => {
		if (channel === null) return;
		return listen(
			channel,
			(message) => {
				latest.current.onMessage(message);
			},
			() => latest.current.onGap?.(),
		);
	}, [channel]);
}
