import { useEffect, useRef } from 'preact/hooks';

/** Milliseconds between two reloads; the gateway counts deliveries every five seconds at most. */
const INTERVAL = 6000;

/** Polls data that no real-time channel reports, while the page is visible. */
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
