import { addNote } from '../../api/notes.ts';
import { TextDialog } from '../../components/layout/text-dialog.tsx';

interface Properties {
	instanceId: string;
	chatId: string;
	onClose: () => void;
	/** Called after the note was added. */
	onAdded: () => void;
}

/** Adds a note to a chat. */
export function NoteDialog({ instanceId, chatId, onClose, onAdded }: Properties) {
	return (
		<TextDialog
			title="Add a note"
			label="Note"
			hint="For those who work in this chat, here and in workflows. It is never sent."
			action="Add the note"
			draftKey={`note ${instanceId} ${chatId}`}
			save={async (text) => {
				await addNote({ instanceId, chatId }, text);
				onAdded();
			}}
			onClose={onClose}
		/>
	);
}
