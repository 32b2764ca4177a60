import { useState } from 'preact/hooks';
import { useAction } from '../../api/use-action.ts';
import { Button } from '../forms/button.tsx';
import { Form } from '../forms/form.tsx';
import { TextArea } from '../forms/text-area.tsx';
import { Dialog } from '../layout/dialog.tsx';

/** Longest text of a message, in characters. */
const LONGEST_TEXT = 4096;

interface Properties {
	/** The present text. */
	text: string;
	save: (text: string) => Promise<unknown>;
	onClose: () => void;
}

/** Changes the text of a sent message. */
export function EditDialog({ text: before, save, onClose }: Properties) {
	const [text, setText] = useState(before);
	const { run, busy, error } = useAction(async () => {
		await save(text);
		onClose();
	});
	return (
		<Dialog title="Edit the message" onClose={onClose}>
			<Form
				error={error}
				onSubmit={() => void run()}
				actions={
					<>
						<Button kind="main" type="submit" busy={busy} disabled={text === before || text.trim() === ''}>
							Save
						</Button>
						<Button onClick={onClose}>Cancel</Button>
					</>
				}
			>
				<TextArea label="Text" maxLength={LONGEST_TEXT} value={text} onChange={setText} />
			</Form>
		</Dialog>
	);
}
