import { useState } from 'preact/hooks';
import { Button } from '../../components/forms/button.tsx';
import { Form } from '../../components/forms/form.tsx';
import { TextField } from '../../components/forms/text-field.tsx';

interface Properties {
	busy: boolean;
	onAdvance: (by: string) => void;
}

/** Asks for the duration of a move. */
export function AdvanceForm({ busy, onAdvance }: Properties) {
	const [by, setBy] = useState('');
	return (
		<Form
			onSubmit={() => {
				onAdvance(by.trim());
			}}
			actions={
				<Button type="submit" kind="main" busy={busy}>
					Move the time
				</Button>
			}
		>
			<TextField
				label="Forward by"
				hint="Days, hours, minutes and seconds, up to 31d"
				placeholder="23h59m"
				pattern="(\d+d)?(\d+h)?(\d+m)?(\d+s)?"
				maxLength={40}
				value={by}
				onChange={setBy}
				first
			/>
		</Form>
	);
}
