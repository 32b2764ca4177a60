import { useEffect, useRef } from 'preact/hooks';
import { liveState } from './connection.ts';

/** Milliseconds between two polls (specification, GET /v1/instances/{instanceId}/status). */
const INTERVAL = 2000;

/** Polls while the real-time connection is not open and `enabled` is true. */
export function usePollingWhileOffline(enabled: boolean, poll: () => void): void {
	const latest = useRef(poll);
	latest.current = poll;
	const offline = liveState.value !== 'open';
	useEffect(() => {
		if (!enabled || !offline) return;
		const timer = window.setInterval(() => {
			latest.current();
		}, INTERVAL);
		return () => {
			window.clearInterval(timer);
		};
	}, [enabled, offline]);
}
