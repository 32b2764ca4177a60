import { useState } from 'preact/hooks';
import { setUp } from '../../api/account.ts';
import { useAction } from '../../api/use-action.ts';
import { Button } from '../../components/forms/button.tsx';
import { Form } from '../../components/forms/form.tsx';
import { TextField } from '../../components/forms/text-field.tsx';
import { Gate } from './gate.tsx';

const SHORTEST = 12;
const LONGEST = 256;

/** The screen of the one-time link: the owner chooses a password. */
export function SetUp({ token }: { token: string }) {
	const [password, setPassword] = useState('');
	const { run, busy, error } = useAction(async () => {
		await setUp(token, password);
		// The link works once, so the history need not contain it.
		location.replace('#/');
	});
	return (
		<Gate title="Choose a password">
			<p>It opens this page, and with it all messages, keys and webhooks of the gateway.</p>
			<Form
				error={error}
				onSubmit={() => void run()}
				actions={
					<Button kind="main" type="submit" busy={busy}>
						Set the password
					</Button>
				}
			>
				<input type="text" name="username" autoComplete="username" value="owner" readOnly hidden />
				<TextField
					label="New password"
					type="password"
					autocomplete="new-password"
					hint={`At least ${SHORTEST} characters. A few unrelated words are easy to remember and hard to guess.`}
					minLength={SHORTEST}
					maxLength={LONGEST}
					value={password}
					onChange={setPassword}
					first
				/>
			</Form>
		</Gate>
	);
}
