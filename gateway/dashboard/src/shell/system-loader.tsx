import { useEffect, useRef } from 'preact/hooks';
import { useSubscription } from '../live/use-subscription.ts';
import { reloadAlertCount } from './alert-count.ts';
import { loadSystem } from './system.ts';

/** Milliseconds: a mute ends without a message. */
const REFRESH = 60_000;

/**
 * Loads the information on the gateway once alerts are subscribed, and keeps the number of alerts up to date for all
 * places that show it.
 */
export function SystemLoader() {
	const subscription = useSubscription(['alerts'], () => void reloadAlertCount());
	const isLoaded = useRef(false);
	useEffect(() => {
		if (subscription === null) return;
		void (isLoaded.current ? reloadAlertCount() : loadSystem());
		isLoaded.current = true;
	}, [subscription]);
	useEffect(() => {
		const timer = window.setInterval(() => void reloadAlertCount(), REFRESH);
		return () => {
			window.clearInterval(timer);
		};
	}, []);
	return null;
}
