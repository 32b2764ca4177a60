import { CopyButton } from './copy-button.tsx';
import './shown-value.css';

/** A value that is shown only once, such as a new key or a one-time link. `what` names it. */
export function ShownValue({ value, what }: { value: string; what: string }) {
	return (
		<p class="shown-value">
			<code>{value}</code>
			<CopyButton text={value} what={what} />
		</p>
	);
}
