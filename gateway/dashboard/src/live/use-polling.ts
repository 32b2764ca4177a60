import { useEffect, useRef } from 'preact/hooks';
import { liveState } from './connection.ts';

/** Asks at this pace (specification, GET /v1/instances/{instanceId}/status) while the real-time channel is not open. */
const PACE = 2000;

/** Calls `act` again and again while nothing can be heard; `wanted` says whether there is anything to wait for. */
export function usePollingWhileOffline(wanted: boolean, act: () => void): void {
	const latest = useRef(act);
	latest.current = act;
	const deaf = liveState.value !== 'open';
	useEffect(() => {
		if (!wanted || !deaf) return;
		const timer = window.setInterval(() => {
			latest.current();
		}, PACE);
		return () => {
			window.clearInterval(timer);
		};
	}, [wanted, deaf]);
}
