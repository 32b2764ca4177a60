import { TextDialog } from '../layout/text-dialog.tsx';

interface Properties {
	/** The present text. */
	text: string;
	save: (text: string) => Promise<unknown>;
	onClose: () => void;
}

/** Changes the text of a sent message. */
export function EditDialog(properties: Properties) {
	return <TextDialog title="Edit the message" label="Text" action="Save" {...properties} />;
}
