import type { ComponentChildren } from 'preact';
import { Field } from './field.tsx';

interface Properties {
	label: string;
	hint?: ComponentChildren;
	optional?: boolean;
	value: string;
	onChange: (value: string) => void;
	maxLength: number;
}

/** Several lines of text. */
export function TextArea({ label, hint, optional = false, value, onChange, maxLength }: Properties) {
	return (
		<Field label={label} hint={hint} optional={optional}>
			{(control) => (
				<textarea
					{...control}
					class="input"
					rows={4}
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
