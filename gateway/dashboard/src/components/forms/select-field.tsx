import type { ComponentChildren } from 'preact';
import { Field } from './field.tsx';

interface Properties<T extends string> {
	label: string;
	hint?: ComponentChildren;
	value: T;
	onChange: (value: T) => void;
	/** Values with the words for them. */
	options: readonly (readonly [T, string])[];
}

/** One of a few. */
export function SelectField<T extends string>({ label, hint, value, onChange, options }: Properties<T>) {
	return (
		<Field label={label} hint={hint}>
			{(control) => (
				<select
					{...control}
					class="input"
					value={value}
					onChange={(event) => {
						onChange(event.currentTarget.value as T);
					}}
				>
					{options.map(([option, words]) => (
						<option key={option} value={option}>
							{words}
						</option>
					))}
				</select>
			)}
		</Field>
	);
}
