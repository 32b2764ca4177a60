import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { Button } from '../forms/button.tsx';
import './dialog.css';

interface Properties {
	title: string;
	onClose: () => void;
	/** Wide enough for two columns. */
	wide?: boolean;
	/** Closes by a button of its content only: neither by Escape nor by a corner, as for a value that is shown once. */
	keepsOpen?: boolean;
	children: ComponentChildren;
}

/** A modal dialog: it traps the focus, closes with Escape, and returns the focus to the element that had it. */
export function Dialog({ title, onClose, wide = false, keepsOpen = false, children }: Properties) {
	const dialog = useRef<HTMLDialogElement>(null);
	const leaving = useRef(false);
	const titleId = useId();
	// A layout effect, because the document has no focus between the end of the dialog and its return.
	useLayoutEffect(() => {
		const shown = dialog.current;
		const opener = document.activeElement;
		shown?.showModal();
		return () => {
			leaving.current = true;
			shown?.close();
			if (opener instanceof HTMLElement) opener.focus();
		};
	}, []);
	return (
		<dialog
			ref={dialog}
			class={wide ? 'dialog dialog-wide' : 'dialog'}
			aria-labelledby={titleId}
			onCancel={(event) => {
				event.preventDefault();
				if (!keepsOpen) onClose();
			}}
			// A browser may close a dialog without asking first.
			onClose={() => {
				if (leaving.current) return;
				if (keepsOpen) dialog.current?.showModal();
				else onClose();
			}}
		>
			<header class="dialog-header">
				<h2 id={titleId}>
					<bdi>{title}</bdi>
				</h2>
				{!keepsOpen && <Button kind="quiet" icon="close" label="Close" onClick={onClose} />}
			</header>
			<div class="dialog-body">{children}</div>
		</dialog>
	);
}
