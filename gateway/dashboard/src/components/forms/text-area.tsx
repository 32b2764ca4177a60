import type { ComponentChildren } from 'preact';
import { Field } from './field.tsx';

interface Properties {
	label: string;
	hint?: ComponentChildren;
	optional?: boolean;
	value: string;
	onChange: (value: string) => void;
	maxLength: number;
	/** Lines that are visible at first. */
	rows?: number;
	/** Whether the dialog that has it opens with the focus in it. */
	autoFocus?: boolean;
}

/** Several lines of text. */
export function TextArea({
	label,
	hint,
	optional = false,
	value,
	onChange,
	maxLength,
	rows = 4,
	autoFocus = false,
}: Properties) {
	return (
		<Field label={label} hint={hint} optional={optional}>
			{(control) => (
				<textarea
					{...control}
					class="input"
					rows={rows}
					autofocus={autoFocus}
					required={!optional}
					dir="auto"
					maxLength={maxLength}
					value={value}
					onInput={(event) => {
						onChange(event.currentTarget.value);
					}}
				/>
			)}
		</Field>
	);
}
