import './saved-note.css';

/** Confirms beside a button that its action has succeeded. */
export function SavedNote({ count, text = 'Saved' }: { count: number; text?: string }) {
	return (
		<span class="saved-note" role="status">
			{count > 0 && <span key={count}>{text}</span>}
		</span>
	);
}
