import type { ComponentChildren } from 'preact';
import { useAction } from '../../api/hooks/use-action.ts';
import { Button } from '../forms/button.tsx';
import { Form } from '../forms/form.tsx';
import { Dialog } from '../layout/dialog.tsx';

export interface KindFormProperties<T> {
	send: (fields: T) => Promise<unknown>;
	onClose: () => void;
}

interface Properties {
	title: string;
	send: () => Promise<unknown>;
	onClose: () => void;
	children: ComponentChildren;
}

/** A dialog that sends a message which is neither a text nor a file. */
export function KindForm({ title, send, onClose, children }: Properties) {
	const { run, busy, error } = useAction(async () => {
		await send();
		onClose();
	});
	return (
		<Dialog title={title} onClose={onClose}>
			<Form
				error={error}
				onSubmit={() => void run()}
				actions={
					<>
						<Button kind="main" type="submit" icon="send" busy={busy}>
							Send
						</Button>
						<Button onClick={onClose}>Cancel</Button>
					</>
				}
			>
				{children}
			</Form>
		</Dialog>
	);
}
