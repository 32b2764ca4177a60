import { useState } from 'preact/hooks';
import { getSignInState, setUp } from '../../api/sign-in/account.ts';
import { useAction } from '../../api/hooks/use-action.ts';
import { useLoad } from '../../api/hooks/use-load.ts';
import { Button } from '../../components/forms/button.tsx';
import { Form } from '../../components/forms/form.tsx';
import { NewPasswordField } from '../../components/forms/new-password-field.tsx';
import { TextField } from '../../components/forms/text-field.tsx';
import { LoadedView } from '../../components/lists/loaded-view.tsx';
import { Gate } from './gate.tsx';

/** The screen of a one-time link: its user chooses a password, and at the first start a name. */
export function SetUp({ token }: { token: string }) {
	const state = useLoad('sign-in', getSignInState);
	return (
		<Gate title="Choose a password">
			<p>It opens this page, with the messages, instances and webhooks that your role allows.</p>
			<LoadedView of={state}>
				{({ setUp: somebodyHasAccount }) => <SetUpForm token={token} withName={!somebodyHasAccount} />}
			</LoadedView>
		</Gate>
	);
}

function SetUpForm({ token, withName }: { token: string; withName: boolean }) {
	const [name, setName] = useState('owner');
	const [password, setPassword] = useState('');
	const { run, busy, error } = useAction(async () => {
		await setUp({ token, password, ...(withName ? { name: name.trim() } : {}) });
		// The link works once, so the history need not contain it.
		location.replace('#/');
	});
	return (
		<Form
			error={error}
			onSubmit={() => void run()}
			actions={
				<Button kind="main" type="submit" busy={busy}>
					Set the password
				</Button>
			}
		>
			{withName && (
				<TextField
					label="Name"
					hint="You sign in with it, and the audit log shows it."
					autocomplete="username"
					maxLength={64}
					value={name}
					onChange={setName}
				/>
			)}
			<NewPasswordField value={password} onChange={setPassword} first />
		</Form>
	);
}
