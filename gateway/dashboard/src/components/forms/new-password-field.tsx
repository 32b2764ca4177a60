import { TextField } from './text-field.tsx';

/** Limits of the gateway, in characters. */
const SHORTEST = 12;
const LONGEST = 256;

interface Properties {
	value: string;
	onChange: (value: string) => void;
	/** A further effect of the choice, as a sentence. */
	effect?: string;
	/** Whether the field has the focus at first. */
	first?: boolean;
}

/** A new password. The hint counts the missing characters; the gateway judges how easy it is to guess. */
export function NewPasswordField({ value, onChange, effect = '', first = false }: Properties) {
	return (
		<TextField
			label="New password"
			type="password"
			autocomplete="new-password"
			hint={`${hintFor(Array.from(value).length)} ${effect}`.trim()}
			minLength={SHORTEST}
			maxLength={LONGEST}
			value={value}
			onChange={onChange}
			first={first}
		/>
	);
}

function hintFor(length: number): string {
	const advice = 'A few unrelated words are easy to remember and hard to guess.';
	if (length === 0) return `At least ${SHORTEST} characters. ${advice}`;
	const missing = SHORTEST - length;
	if (missing > 0) return `${missing} more ${missing === 1 ? 'character' : 'characters'} at least. ${advice}`;
	return length < 20 ? 'Long enough. Each further word makes it stronger.' : 'A good length.';
}
