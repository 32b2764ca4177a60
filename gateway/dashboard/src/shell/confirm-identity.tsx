import { useState } from 'preact/hooks';
import { confirmByPasskey, confirmByPassword } from '../api/sign-in/account.ts';
import { toApiError } from '../api/api-error.ts';
import type { Confirmation } from '../api/sign-in/confirmation.ts';
import { whyNoPasskeys } from '../api/sign-in/passkeys.ts';
import { auth } from '../api/sign-in/session.ts';
import { useAction } from '../api/hooks/use-action.ts';
import { Button } from '../components/forms/button.tsx';
import { CodeField, RecoveryCodeField } from '../components/forms/code-field.tsx';
import { Form } from '../components/forms/form.tsx';
import { TextField } from '../components/forms/text-field.tsx';
import { HiddenUserName } from '../components/forms/user-name.tsx';
import { Dialog } from '../components/layout/dialog.tsx';

/** Asks for the password, with a second factor where the user has one, or for a passkey. */
export function ConfirmIdentity({ of }: { of: Confirmation }) {
	const user = auth.value.state === 'signed in' ? auth.value.session.user : null;
	/** The second factors as far as the page knows: one may have been added since the session was loaded. */
	const [methods, setMethods] = useState<readonly string[]>(user?.secondFactors ?? []);
	const [recovering, setRecovering] = useState(false);
	const [password, setPassword] = useState('');
	const [code, setCode] = useState('');
	const [recoveryCode, setRecoveryCode] = useState('');
	const noPasskeys = whyNoPasskeys();
	const hasCode = methods.includes('totp') && !recovering;
	const hasPasskey = methods.includes('passkey');
	const onlyPasskey = hasPasskey && !hasCode && !recovering;

	const entering = useAction(async () => {
		try {
			await confirmByPassword({
				password,
				...(hasCode ? { code } : {}),
				...(recovering ? { recoveryCode: recoveryCode.trim() } : {}),
			});
			of.settle(true);
		} catch (reason) {
			const error = toApiError(reason);
			if (error.code !== 'second_factor_required') throw error;
			setMethods(error.methods);
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
				onSubmit={() => void (onlyPasskey ? passkey : entering).run()}
				actions={
					<>
						{!onlyPasskey && (
							<Button kind="main" type="submit" busy={entering.busy}>
								Confirm
							</Button>
						)}
						{hasPasskey && noPasskeys === null && (
							<Button
								kind={onlyPasskey ? 'main' : 'plain'}
								icon="key"
								busy={passkey.busy}
								onClick={() => void passkey.run()}
							>
								Use a passkey
							</Button>
						)}
						{methods.length > 0 && !recovering && (
							<Button
								kind="quiet"
								onClick={() => {
									setRecovering(true);
								}}
							>
								Use a recovery code
							</Button>
						)}
						<Button onClick={cancel}>Cancel</Button>
					</>
				}
			>
				<p>
					Keys, users, sessions, secrets and second factors are changed only after a confirmation. It lasts
					five minutes.
				</p>
				{onlyPasskey ? (
					noPasskeys !== null && <p class="soft">{noPasskeys}</p>
				) : (
					<>
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
						{hasCode && <CodeField value={code} onChange={setCode} first={false} />}
						{recovering && (
							<RecoveryCodeField value={recoveryCode} onChange={setRecoveryCode} first={false} />
						)}
					</>
				)}
			</Form>
		</Dialog>
	);
}
