import { useEffect, useId, useState } from 'preact/hooks';
import { Icon } from '../display/icon.tsx';
import './field.css';
import './search-field.css';

/** Milliseconds without a key press before a search starts. */
const DELAY = 150;

interface Properties {
	label: string;
	value: string;
	onChange: (value: string) => void;
}

/** A field that searches while the owner types. */
export function SearchField({ label, value, onChange }: Properties) {
	const id = useId();
	const [typed, setTyped] = useState(value);
	// Back and forward change the search without a key press.
	useEffect(() => {
		setTyped(value);
	}, [value]);
	useEffect(() => {
		if (typed === value) return;
		const timer = window.setTimeout(() => {
			onChange(typed);
		}, DELAY);
		return () => {
			window.clearTimeout(timer);
		};
	}, [typed]);
	return (
		<div class="search">
			<label class="visually-hidden" for={id}>
				{label}
			</label>
			<Icon name="search" />
			<input
				id={id}
				class="input"
				type="search"
				dir="auto"
				placeholder={label}
				maxLength={100}
				value={typed}
				onInput={(event) => {
					setTyped(event.currentTarget.value);
				}}
			/>
		</div>
	);
}
