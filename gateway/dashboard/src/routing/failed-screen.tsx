import { useEffect } from 'preact/hooks';
import { EmptyState } from '../components/feedback/empty-state.tsx';
import { liveState } from '../live/connection.ts';
import { loadCode } from '../loading/load-code.ts';
import type { Route } from './routes.ts';

interface Properties {
	route: Route;
}

/** In place of a screen whose code could not be loaded. Loads it when an interruption has ended. */
export function FailedScreen({ route }: Properties) {
	useEffect(() => {
		// Without an interruption another try would fail too, and reload the page again and again.
		let wasInterrupted = false;
		return liveState.subscribe((state) => {
			wasInterrupted ||= state === 'waiting';
			if (!wasInterrupted || state !== 'open') return;
			wasInterrupted = false;
			void loadCode(route.load).catch(() => undefined);
		});
	}, [route]);
	return (
		<EmptyState title="This page could not be loaded">
			The gateway may have been updated or stopped. The page is loaded as soon as the gateway is back; you can
			also reload it.
		</EmptyState>
	);
}
