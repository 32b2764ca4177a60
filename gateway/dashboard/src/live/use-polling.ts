import { useEffect, useRef } from 'preact/hooks';
import { liveState } from './connection.ts';

/** Milliseconds between two polls (specification, GET /v1/instances/{instanceId}/status). */
const INTERVAL = 2000;

/** Polls while the real-time connection is not open and `wanted` says that a change is expected. */
export function usePollingWhileOffline(wanted: boolean, poll: () => void): void {
	const latest = useRef(poll);
	latest.current = poll;
	const offline = liveState.value !== 'open';
	useEffect(() => {
		if (!wanted || !offline) return;
		const timer = window.setInterval(() => {
			latest.current();
		}, INTERVAL);
		return () => {
			window.clearInterval(timer);
		};
	}, [wanted, offline]);
}
