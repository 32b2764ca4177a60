import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { Button } from '../forms/button.tsx';
import './dialog.css';

interface Properties {
	title: string;
	onClose: () => void;
	/** Wider than a form needs, for what has two columns. */
	wide?: boolean;
	children: ComponentChildren;
}

/** A modal dialog: it takes the focus, keeps it, closes with Escape, and gives the focus back. */
export function Dialog({ title, onClose, wide = false, children }: Properties) {
	const dialog = useRef<HTMLDialogElement>(null);
	const leaving = useRef(false);
	const titleId = useId();
	// At once: the focus is nowhere between the end of the dialog and the return to what had it before.
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
				onClose();
			}}
			// A browser may close a dialog without asking first.
			onClose={() => {
				if (!leaving.current) onClose();
			}}
		>
			<header class="dialog-header">
				<h2 id={titleId}>{title}</h2>
				<Button kind="quiet" icon="close" label="Close" onClick={onClose} />
			</header>
			<div class="dialog-body">{children}</div>
		</dialog>
	);
}
