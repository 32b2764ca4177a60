import { liveState, type LiveState } from '../live/connection.ts';

const WORDS: Record<LiveState, string> = {
	idle: 'Not live',
	connecting: 'Connecting…',
	open: 'Live',
	waiting: 'Interrupted',
};

/** The state of the real-time connection. */
export function LiveMark() {
	const state = liveState.value;
	return (
		<span class="live-mark" data-state={state}>
			{WORDS[state]}
		</span>
	);
}
