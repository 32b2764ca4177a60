import { useEffect, useRef } from 'preact/hooks';

/** Milliseconds between two reloads; the gateway counts deliveries every five seconds at most. */
const INTERVAL = 6000;

/** Reloads regularly, while the page is visible, what no channel of the real-time connection reports. */
export function useRegularReload(reload: () => void): void {
	const latest = useRef(reload);
	latest.current = reload;
	useEffect(() => {
		const reloadIfVisible = () => {
			if (document.visibilityState === 'visible') latest.current();
		};
		const timer = window.setInterval(reloadIfVisible, INTERVAL);
		document.addEventListener('visibilitychange', reloadIfVisible);
		return () => {
			window.clearInterval(timer);
			document.removeEventListener('visibilitychange', reloadIfVisible);
		};
	}, []);
}
