import type { ComponentChildren } from 'preact';
import { Field } from './field.tsx';

interface Properties {
	label: string;
	value: string;
	onChange: (value: string) => void;
	hint?: ComponentChildren;
	optional?: boolean;
	type?: 'text' | 'password' | 'url' | 'tel' | 'search' | 'datetime-local';
	placeholder?: string;
	autocomplete?: string;
	minLength?: number;
	maxLength?: number;
	pattern?: string;
	inputMode?: 'numeric' | 'text';
	/** Whether the field has the focus at first. */
	first?: boolean;
}

/** One line of text. The browser checks what is required, the gateway the rest. */
export function TextField(properties: Properties) {
	const {
		label,
		hint,
		optional = false,
		first = false,
		value,
		onChange,
		autocomplete = 'off',
		type,
		...input
	} = properties;
	return (
		<Field label={label} hint={hint} optional={optional}>
			{(control) => (
				<input
					{...control}
					{...input}
					// Preact's types differ by type of input, but all of these take the same attributes.
					type={(type ?? 'text') as 'text'}
					class="input"
					// Numbers, addresses and times are written from left to right in any script.
					dir={type === undefined ? 'auto' : 'ltr'}
					value={value}
					required={!optional}
					autoComplete={autocomplete}
					spellcheck={false}
					// A dialog focuses this field when it opens; elsewhere `focusOnce` does.
					autoFocus={first}
					ref={first ? focusOnce : null}
					onInput={(event) => {
						onChange(event.currentTarget.value);
					}}
				/>
			)}
		</Field>
	);
}

function focusOnce(input: HTMLInputElement | null): void {
	if (input?.closest('dialog') === null) input.focus();
}
