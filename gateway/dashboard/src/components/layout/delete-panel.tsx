import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { navigate } from '../../routing/location.ts';
import { Button } from '../forms/button.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { Panel } from './panel.tsx';

interface Properties {
	/** The effect of the deletion, in one sentence. */
	about: string;
	/** Label of the button that opens the dialog. */
	label: string;
	/** The question of the dialog. */
	question: string;
	/** The part that cannot be undone. */
	children: ComponentChildren;
	act: () => Promise<void>;
	/** The screen that follows. */
	next: string;
}

/** Deletes the object of a screen, after a confirmation. */
export function DeletePanel({ about, label, question, children, act, next }: Properties) {
	const [asking, setAsking] = useState(false);
	return (
		<Panel title="Delete">
			<div class="line">
				<p class="grow soft">{about}</p>
				<Button
					kind="danger"
					icon="trash"
					onClick={() => {
						setAsking(true);
					}}
				>
					{label}
				</Button>
			</div>
			{asking && (
				<ConfirmDialog
					title={question}
					confirm="Delete it for good"
					act={act}
					onDone={() => {
						navigate(next);
					}}
					onClose={() => {
						setAsking(false);
					}}
				>
					{children}
				</ConfirmDialog>
			)}
		</Panel>
	);
}
