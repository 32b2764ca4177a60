import './saved-note.css';

/** Says beside a button that what it does is done. */
export function SavedNote({ times, words = 'Saved' }: { times: number; words?: string }) {
	return (
		<span class="saved-note" role="status">
			{times > 0 && <span key={times}>{words}</span>}
		</span>
	);
}
