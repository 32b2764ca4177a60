import { useState } from 'preact/hooks';
import { signIn } from '../../api/account.ts';
import { useAction } from '../../api/use-action.ts';
import { Button } from '../../components/forms/button.tsx';
import { Form } from '../../components/forms/form.tsx';
import { TextField } from '../../components/forms/text-field.tsx';
import { Gate } from './gate.tsx';

/** The sign-in form; without a password, how to set one. */
export function SignIn({ reason }: { reason: string }) {
	return reason === 'owner_not_set' ? <NotSetUp /> : <PasswordForm ended={reason === 'signed_out'} />;
}

function PasswordForm({ ended }: { ended: boolean }) {
	const [password, setPassword] = useState('');
	const { run, busy, error } = useAction(signIn);
	return (
		<Gate title="Sign in">
			{ended && <p role="status">You are signed out.</p>}
			<Form
				error={error}
				onSubmit={() => void run(password)}
				actions={
					<Button kind="main" type="submit" busy={busy}>
						Sign in
					</Button>
				}
			>
				{/* Password managers need a user name. */}
				<input type="text" name="username" autoComplete="username" value="owner" readOnly hidden />
				<TextField
					label="Password"
					type="password"
					autocomplete="current-password"
					value={password}
					onChange={setPassword}
					first
				/>
			</Form>
			<p class="hint">
				Forgotten? On the machine of the gateway, run <code>messaging-gateway owner reset</code> and open the
				link it prints.
			</p>
		</Gate>
	);
}

function NotSetUp() {
	return (
		<Gate title="Set the owner’s password first">
			<p>
				This gateway has no owner yet. At its first start it printed a link that sets the password: open that
				link here.
			</p>
			<p class="hint">
				The link is gone, or older than a day? On the machine of the gateway, run{' '}
				<code>messaging-gateway owner reset</code> to have a new one.
			</p>
		</Gate>
	);
}
