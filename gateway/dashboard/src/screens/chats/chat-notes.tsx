import { deleteNote, listNotes } from '../../api/notes.ts';
import { mayWrite } from '../../api/sign-in/session.ts';
import type { ChatNote } from '../../api/types.ts';
import { useAction } from '../../api/hooks/use-action.ts';
import { usePages, type Pages } from '../../api/hooks/use-pages.ts';
import { Timestamp } from '../../components/display/timestamp.tsx';
import { ErrorAlert } from '../../components/feedback/error-alert.tsx';
import { Button } from '../../components/forms/button.tsx';
import type { Subscription } from '../../live/use-subscription.ts';
import './chat-notes.css';

interface ChatRef {
	instanceId: string;
	chatId: string;
}

/** The notes of a chat, newest first. */
export function useNotes({ instanceId, chatId }: ChatRef, subscription: Subscription): Pages<ChatNote> {
	return usePages<ChatNote>({
		key: `${instanceId} ${chatId}`,
		keyOf: ({ noteId }) => noteId,
		async load(cursor, signal) {
			const { data, pagination } = await listNotes({ instanceId, chatId }, cursor, signal);
			return { items: data, next: pagination.nextCursor };
		},
		subscription,
	});
}

/** The notes of a chat, each with a button that deletes it; nothing where there are none. */
export function ChatNotes({ instanceId, notes }: { instanceId: string; notes: Pages<ChatNote> }) {
	const deleting = useAction(async ({ chatId, noteId }: ChatNote) => {
		await deleteNote({ instanceId, chatId }, noteId);
		notes.refresh();
	});
	const { items = [], error } = notes;
	if (items.length === 0 && error === undefined) return null;
	return (
		<section class="chat-notes" aria-label="Notes">
			{error !== undefined && <ErrorAlert error={error} />}
			{deleting.error !== undefined && <ErrorAlert error={deleting.error} />}
			<ul>
				{items.map((note) => (
					<li key={note.noteId}>
						<div class="grow">
							<p class="soft small">
								<bdi>{note.author.name}</bdi>, <Timestamp at={note.createdAt} />
							</p>
							<p class="chat-note-text" dir="auto">
								{note.text}
							</p>
						</div>
						{mayWrite() && (
							<Button
								kind="quiet"
								icon="trash"
								label={`Delete the note of ${note.author.name}: ${note.text.slice(0, 60)}`}
								busy={deleting.busy}
								onClick={() => void deleting.run(note)}
							/>
						)}
					</li>
				))}
			</ul>
			{notes.hasMore && <Button onClick={notes.more}>Show older notes</Button>}
		</section>
	);
}
