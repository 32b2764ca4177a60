import { Button } from '../components/forms/button.tsx';
import { liveState, reconnect } from '../live/connection.ts';
import './connection-notice.css';

/** Warns while the connection is broken that the screen may be out of date. */
export function ConnectionNotice() {
	const lost = liveState.value === 'waiting';
	return (
		<div role="status" class="connection-notice" data-lost={lost}>
			{lost && (
				<>
					<span>Live updates are interrupted. Trying to reach the gateway again…</span>
					<Button kind="quiet" onClick={reconnect}>
						Try now
					</Button>
				</>
			)}
		</div>
	);
}
