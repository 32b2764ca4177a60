import { useState } from 'preact/hooks';
import { useAction } from '../../api/hooks/use-action.ts';
import { Button } from '../forms/button.tsx';
import { Form } from '../forms/form.tsx';
import { TextArea } from '../forms/text-area.tsx';
import { keepDraft, readDraft } from '../conversation/drafts.ts';
import { Dialog } from './dialog.tsx';

/** Longest text of a message or a note, in characters. */
const LONGEST_TEXT = 4096;

interface Properties {
	title: string;
	/** The name of the text. */
	label: string;
	hint?: string;
	/** The label of the button that saves the text. */
	action: string;
	/** The present text. */
	text?: string;
	/** The key under which the unsaved text is stored, so that it outlasts the end of the session. */
	draftKey: string;
	save: (text: string) => Promise<unknown>;
	onClose: () => void;
}

/** Asks for a text that is not blank, and saves it where it was changed. */
export function TextDialog(properties: Properties) {
	const { title, label, hint, action, text: before = '', draftKey, save, onClose } = properties;
	const [text, setText] = useState(() => readDraft(draftKey) || before);
	const close = (): void => {
		keepDraft(draftKey, '');
		onClose();
	};
	const { run, busy, error } = useAction(async () => {
		await save(text);
		close();
	});
	return (
		<Dialog title={title} onClose={close}>
			<Form
				error={error}
				onSubmit={() => void run()}
				actions={
					<>
						<Button kind="main" type="submit" busy={busy} disabled={text === before || text.trim() === ''}>
							{action}
						</Button>
						<Button onClick={close}>Cancel</Button>
					</>
				}
			>
				<TextArea
					label={label}
					hint={hint}
					autoFocus
					maxLength={LONGEST_TEXT}
					value={text}
					onChange={(next) => {
						setText(next);
						keepDraft(draftKey, next);
					}}
				/>
			</Form>
		</Dialog>
	);
}
