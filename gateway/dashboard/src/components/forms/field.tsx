import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import './field.css';

interface Properties {
	label: string;
	/** What to enter, where the label does not say it all. */
	hint?: ComponentChildren;
	optional?: boolean;
	/** Draws the control; it has to take over what it is given. */
	children: (control: { id: string; 'aria-describedby': string | undefined }) => ComponentChildren;
}

/** A control with its label and its hint. */
export function Field({ label, hint, optional = false, children }: Properties) {
	const id = useId();
	const hintId = `${id}-hint`;
	return (
		<div class="field">
			<label for={id}>
				{label}
				{optional && <span class="optional"> (optional)</span>}
			</label>
			{children({ id, 'aria-describedby': hint === undefined ? undefined : hintId })}
			{hint !== undefined && (
				<p class="hint" id={hintId}>
					{hint}
				</p>
			)}
		</div>
	);
}
