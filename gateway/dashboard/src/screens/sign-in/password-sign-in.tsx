import { useState } from 'preact/hooks';
import { signIn, signInWithPasskey } from '../../api/sign-in/account.ts';
import { toApiError } from '../../api/api-error.ts';
import { whyNoPasskeys } from '../../api/sign-in/passkeys.ts';
import { lastUserName } from '../../api/sign-in/session.ts';
import { useAction } from '../../api/hooks/use-action.ts';
import { Button } from '../../components/forms/button.tsx';
import { Form } from '../../components/forms/form.tsx';
import { TextField } from '../../components/forms/text-field.tsx';
import { Gate } from './gate.tsx';
import { SecondStep } from './second-step.tsx';

/** Signs in with a name and a password, or with a passkey. */
export function PasswordSignIn({ hasSignedOut }: { hasSignedOut: boolean }) {
	const [name, setName] = useState(lastUserName);
	const [password, setPassword] = useState('');
	/** The second factors to choose from; null: none is needed so far. */
	const [methods, setMethods] = useState<readonly string[] | null>(null);
	const entering = useAction(async () => {
		try {
			await signIn({ name, password });
		} catch (reason) {
			const error = toApiError(reason);
			if (error.code !== 'second_factor_required') throw error;
			setMethods(error.methods);
		}
	});
	const passkey = useAction(signInWithPasskey);

	if (methods !== null) {
		return (
			<SecondStep
				methods={methods}
				proofs={{ name, password }}
				onBack={() => {
					setMethods(null);
					setPassword('');
				}}
			/>
		);
	}
	return (
		<Gate title="Sign in">
			{hasSignedOut && <p role="status">You are signed out.</p>}
			<Form
				error={entering.error ?? passkey.error}
				onSubmit={() => void entering.run()}
				actions={
					<>
						<Button kind="main" type="submit" busy={entering.busy}>
							Sign in
						</Button>
						{whyNoPasskeys() === null && (
							<Button icon="key" busy={passkey.busy} onClick={() => void passkey.run()}>
								Sign in with a passkey
							</Button>
						)}
					</>
				}
			>
				<TextField
					label="Name"
					optional
					hint="Needed where the gateway has several users."
					autocomplete="username webauthn"
					maxLength={64}
					value={name}
					onChange={setName}
					first={name === ''}
				/>
				<TextField
					label="Password"
					type="password"
					autocomplete="current-password"
					value={password}
					onChange={setPassword}
					first={name !== ''}
				/>
			</Form>
			<p class="hint">
				Locked out? An owner can make you a new link under <em>Users</em>. The owner runs{' '}
				<code>messaging-gateway owner reset</code> on the machine of the gateway, and opens the link it
				prints.
			</p>
		</Gate>
	);
}
