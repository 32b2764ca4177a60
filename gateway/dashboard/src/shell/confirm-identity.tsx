import { useState } from 'preact/hooks';
import { confirmByPasskey, confirmByPassword } from '../api/account.ts';
import { toApiError } from '../api/api-error.ts';
import type { Confirmation } from '../api/confirmation.ts';
import { whyNoPasskeys } from '../api/passkeys.ts';
import { auth } from '../api/session.ts';
import { useAction } from '../api/use-action.ts';
import { Button } from '../components/forms/button.tsx';
import { CodeField } from '../components/forms/code-field.tsx';
import { Form } from '../components/forms/form.tsx';
import { TextField } from '../components/forms/text-field.tsx';
import { HiddenUserName } from '../components/forms/user-name.tsx';
import { Dialog } from '../components/layout/dialog.tsx';

/** Asks for the password, and the code of an authenticator app if there is one, or for a passkey. */
export function ConfirmIdentity({ of }: { of: Confirmation }) {
	const user = auth.value.state === 'signed in' ? auth.value.session.user : null;
	const hasPasskey = user?.secondFactors.includes('passkey') === true && whyNoPasskeys() === null;
	const [needsCode, setNeedsCode] = useState(user?.secondFactors.includes('totp') === true);
	const [password, setPassword] = useState('');
	const [code, setCode] = useState('');
	const entering = useAction(async () => {
		try {
			await confirmByPassword({ password, ...(needsCode ? { code } : {}) });
			of.settle(true);
		} catch (reason) {
			const { code: reasonCode, methods } = toApiError(reason);
			if (reasonCode !== 'second_factor_required' || needsCode || !methods.includes('totp')) throw reason;
			setNeedsCode(true);
		}
	});
	const passkey = useAction(async () => {
		await confirmByPasskey();
		of.settle(true);
	});
	const cancel = () => {
		of.settle(false);
	};
	return (
		<Dialog title="Confirm that it is you" onClose={cancel}>
			<Form
				error={entering.error ?? passkey.error}
				onSubmit={() => void entering.run()}
				actions={
					<>
						<Button kind="main" type="submit" busy={entering.busy}>
							Confirm
						</Button>
						{hasPasskey && (
							<Button icon="key" busy={passkey.busy} onClick={() => void passkey.run()}>
								Use a passkey
							</Button>
						)}
						<Button onClick={cancel}>Cancel</Button>
					</>
				}
			>
				<p>This changes who gets access. You are asked again after five minutes.</p>
				<HiddenUserName name={user?.name ?? ''} />
				<TextField
					label="Your password"
					type="password"
					autocomplete="current-password"
					maxLength={256}
					value={password}
					onChange={setPassword}
					first
				/>
				{needsCode && <CodeField value={code} onChange={setCode} first={false} />}
			</Form>
		</Dialog>
	);
}
