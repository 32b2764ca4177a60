import { TextField } from './text-field.tsx';

interface Properties {
	value: string;
	onChange: (value: string) => void;
	/** Whether the field has the focus at first. */
	first?: boolean;
}

/** The code that an authenticator app shows. */
export function CodeField({ value, onChange, first = true }: Properties) {
	return (
		<TextField
			label="Code"
			hint="Six digits, from your authenticator app."
			autocomplete="one-time-code"
			inputMode="numeric"
			pattern="[0-9]{6}"
			maxLength={7}
			value={value}
			onChange={(typed) => {
				// Apps show the code in two groups.
				onChange(typed.replace(/\s/g, ''));
			}}
			first={first}
		/>
	);
}

/** One of the codes that replace a lost authenticator. */
export function RecoveryCodeField({ value, onChange, first = true }: Properties) {
	return (
		<TextField
			label="Recovery code"
			hint="Each code works once."
			maxLength={100}
			value={value}
			onChange={onChange}
			first={first}
		/>
	);
}
