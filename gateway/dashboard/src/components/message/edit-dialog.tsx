import { TextDialog } from '../layout/text-dialog.tsx';

interface Properties {
	messageId: string;
	/** The present text. */
	text: string;
	save: (text: string) => Promise<unknown>;
	onClose: () => void;
}

/** Changes the text of a sent message. */
export function EditDialog({ messageId, ...properties }: Properties) {
	return (
		<TextDialog
			title="Edit the message"
			label="Text"
			action="Save"
			draftKey={`edit ${messageId}`}
			{...properties}
		/>
	);
}
