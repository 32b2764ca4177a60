import type { ComponentChildren } from 'preact';
import { Field } from './field.tsx';

interface Properties<T extends string> {
	label: string;
	hint?: ComponentChildren;
	value: T;
	onChange: (value: T) => void;
	/** Values with their labels. */
	options: readonly (readonly [T, string])[];
}

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
					{options.map(([option, optionLabel]) => (
						<option key={option} value={option} dir="auto">
							{optionLabel}
						</option>
					))}
				</select>
			)}
		</Field>
	);
}
