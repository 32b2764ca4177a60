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
	/** Whether the field is where one starts to type. */
	first?: boolean;
}

/** One line of text. What must be entered is checked by the browser, the rest by the gateway. */
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
					// Preact's types differ by kind of input, but these kinds take all the same attributes.
					type={(type ?? 'text') as 'text'}
					class="input"
					value={value}
					required={!optional}
					autoComplete={autocomplete}
					spellcheck={false}
					// A dialog looks for this when it opens; everywhere else the field takes the focus itself.
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
