import { useState } from 'preact/hooks';
import { signIn, signInWithPasskey, type SignInProofs } from '../../api/sign-in/account.ts';
import { whyNoPasskeys } from '../../api/sign-in/passkeys.ts';
import { useAction } from '../../api/hooks/use-action.ts';
import { Button } from '../../components/forms/button.tsx';
import { CodeField, RecoveryCodeField } from '../../components/forms/code-field.tsx';
import { Form } from '../../components/forms/form.tsx';
import { Gate } from './gate.tsx';

interface Properties {
	/** The second factors of the user: totp, passkey, recovery_code. */
	methods: readonly string[];
	proofs: Pick<SignInProofs, 'name' | 'password'>;
	onBack: () => void;
}

/** The second step of a sign-in: a code of the authenticator app, a recovery code or a passkey. */
export function SecondStep({ methods, proofs, onBack }: Properties) {
	const hasCode = methods.includes('totp');
	const hasPasskey = methods.includes('passkey');
	const [recovering, setRecovering] = useState(!hasCode && !hasPasskey);
	const [code, setCode] = useState('');
	const [recoveryCode, setRecoveryCode] = useState('');
	const entering = useAction(() =>
		signIn({ ...proofs, ...(recovering ? { recoveryCode: recoveryCode.trim() } : { code }) }),
	);
	const passkey = useAction(signInWithPasskey);
	const noPasskeys = whyNoPasskeys();
	const hasField = recovering || hasCode;
	return (
		<Gate title="One more step">
			<Form
				error={entering.error ?? passkey.error}
				onSubmit={() => void entering.run()}
				actions={
					<>
						{hasField && (
							<Button kind="main" type="submit" busy={entering.busy}>
								Sign in
							</Button>
						)}
						{hasPasskey && noPasskeys === null && (
							<Button
								kind={hasField ? 'plain' : 'main'}
								icon="key"
								busy={passkey.busy}
								onClick={() => void passkey.run()}
							>
								Use a passkey
							</Button>
						)}
						{methods.includes('recovery_code') && !recovering && (
							<Button
								kind="quiet"
								onClick={() => {
									setRecovering(true);
								}}
							>
								Use a recovery code
							</Button>
						)}
						<Button kind="quiet" onClick={onBack}>
							Back
						</Button>
					</>
				}
			>
				{recovering ? (
					<RecoveryCodeField key="recovery" value={recoveryCode} onChange={setRecoveryCode} />
				) : hasCode ? (
					<CodeField key="code" value={code} onChange={setCode} />
				) : (
					<p>Your account asks for a passkey, too. {noPasskeys}</p>
				)}
			</Form>
		</Gate>
	);
}
