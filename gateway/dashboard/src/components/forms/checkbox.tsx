import './checkbox.css';
import './field.css';

interface Properties<T extends string> {
	label: string;
	hint?: string;
	/** Values with a label and, below it, a description. */
	options: readonly { value: T; label: string; description?: string }[];
	chosen: readonly T[];
	onChange: (chosen: T[]) => void;
}

export function CheckboxGroup<T extends string>({ label, hint, options, chosen, onChange }: Properties<T>) {
	return (
		<fieldset class="choices">
			<legend>{label}</legend>
			{hint !== undefined && <p class="hint">{hint}</p>}
			<div class="choice-grid">
				{options.map((option) => (
					<Checkbox
						key={option.value}
						label={option.label}
						description={option.description}
						checked={chosen.includes(option.value)}
						onChange={(checked) => {
							onChange(
								checked ? [...chosen, option.value] : chosen.filter((other) => other !== option.value),
							);
						}}
					/>
				))}
			</div>
		</fieldset>
	);
}

interface CheckboxProperties {
	label: string;
	description?: string | undefined;
	checked: boolean;
	onChange: (checked: boolean) => void;
}

export function Checkbox({ label, description, checked, onChange }: CheckboxProperties) {
	return (
		<label class="choice">
			<input
				type="checkbox"
				checked={checked}
				onChange={(event) => {
					onChange(event.currentTarget.checked);
				}}
			/>
			<span>
				<bdi>{label}</bdi>
				{description !== undefined && <small>{description}</small>}
			</span>
		</label>
	);
}
