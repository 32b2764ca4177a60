import { Button } from '../../components/forms/button.tsx';
import { TextField } from '../../components/forms/text-field.tsx';

/** Returns the time of a field of the type datetime-local, which is in the browser's time zone; null: it is empty. */
export function toTimestamp(value: string): string | null {
	return value === '' ? null : new Date(value).toISOString();
}

interface Properties {
	value: string;
	/** Called with null where the message is to be sent at once. */
	onChange: (value: string | null) => void;
}

/** When the message is sent. */
export function SendTime({ value, onChange }: Properties) {
	return (
		<div class="send-time">
			<TextField
				label="Send at"
				hint="In the browser's time zone, within the next 30 days."
				type="datetime-local"
				value={value}
				onChange={onChange}
			/>
			<Button
				kind="quiet"
				icon="close"
				label="Send it at once"
				onClick={() => {
					onChange(null);
				}}
			/>
		</div>
	);
}
