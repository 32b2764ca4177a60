import './checkbox.css';
import './field.css';

interface Properties<T extends string> {
	label: string;
	hint?: string;
	/** Values with the words for them, and more of them. */
	options: readonly { value: T; words: string; more?: string }[];
	chosen: readonly T[];
	onChange: (chosen: T[]) => void;
}

/** Any of a few. */
export function CheckboxGroup<T extends string>({ label, hint, options, chosen, onChange }: Properties<T>) {
	return (
		<fieldset class="choices">
			<legend>{label}</legend>
			{hint !== undefined && <p class="hint">{hint}</p>}
			<div class="choice-grid">
				{options.map(({ value, words, more }) => (
					<Checkbox
						key={value}
						words={words}
						more={more}
						on={chosen.includes(value)}
						onChange={(on) => {
							onChange(on ? [...chosen, value] : chosen.filter((other) => other !== value));
						}}
					/>
				))}
			</div>
		</fieldset>
	);
}

interface One {
	words: string;
	more?: string | undefined;
	on: boolean;
	onChange: (on: boolean) => void;
}

/** Yes or no. */
export function Checkbox({ words, more, on, onChange }: One) {
	return (
		<label class="choice">
			<input
				type="checkbox"
				checked={on}
				onChange={(event) => {
					onChange(event.currentTarget.checked);
				}}
			/>
			<span>
				{words}
				{more !== undefined && <small>{more}</small>}
			</span>
		</label>
	);
}
