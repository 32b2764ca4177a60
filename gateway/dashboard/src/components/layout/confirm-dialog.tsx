import type { ComponentChildren } from 'preact';
import { useAction } from '../../api/hooks/use-action.ts';
import { Button } from '../forms/button.tsx';
import { Dialog } from './dialog.tsx';
import { Form } from '../forms/form.tsx';

interface Properties {
	title: string;
	/** The effect of the action, and that it cannot be undone. */
	children: ComponentChildren;
	/** Label of the button that confirms. */
	confirm: string;
	act: () => Promise<unknown>;
	/** Called when `act` has succeeded. */
	onDone: () => void;
	onClose: () => void;
}

/** Asks for confirmation of an action that cannot be undone. */
export function ConfirmDialog({ title, children, confirm, act, onDone, onClose }: Properties) {
	const { run, busy, error } = useAction(async () => {
		await act();
		onDone();
	});
	return (
		<Dialog title={title} onClose={onClose}>
			<Form
				error={error}
				onSubmit={() => void run()}
				actions={
					<>
						<Button kind="danger" type="submit" busy={busy}>
							{confirm}
						</Button>
						<Button onClick={onClose}>Cancel</Button>
					</>
				}
			>
				<p>{children}</p>
			</Form>
		</Dialog>
	);
}
