import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import './field.css';

interface Properties {
	label: string;
	/** A hint on the value, if the label is not enough. */
	hint?: ComponentChildren;
	optional?: boolean;
	/** Renders the control with the given attributes. */
	children: (control: { id: string; 'aria-describedby': string | undefined }) => ComponentChildren;
}

/** A form control with its label and hint. */
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
