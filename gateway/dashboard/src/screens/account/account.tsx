import { useEffect } from 'preact/hooks';
import { getAccount } from '../../api/sign-in/second-factors.ts';
import { auth, secondFactorMissing } from '../../api/sign-in/session.ts';
import { useLoad } from '../../api/hooks/use-load.ts';
import { ROLE_NAMES } from '../../components/display/roles.ts';
import { Notice } from '../../components/feedback/notice.tsx';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { LoadedView } from '../../components/lists/loaded-view.tsx';
import { useRegularReload } from '../../live/use-regular-reload.ts';
import { AuthenticatorApp } from './authenticator-app.tsx';
import { ChangePassword } from './change-password.tsx';
import { Passkeys } from './passkeys.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { Sessions } from './sessions.tsx';

/** The password, second factors and sessions of the user who is signed in. */
export default function Account() {
	const account = useLoad('account', getAccount);
	useRegularReload(account.poll);
	const factors = account.data?.user.secondFactors.length ?? 0;
	useEffect(() => {
		if (factors > 0) secondFactorMissing.value = false;
	}, [factors]);
	return (
		<>
			<PageHeader title="Account" about={<SignedInAs />} />
			<LoadedView of={account}>
				{({ user, recoveryCodesLeft }) => (
					<div class="stack">
						{secondFactorMissing.value && (
							<Notice tone="caution">
								This gateway requires a second factor of every user. Set up an authenticator app or a passkey:
								until then no other screen opens.
							</Notice>
						)}
						<ChangePassword userName={user.name} />
						<AuthenticatorApp
							isSetUp={user.secondFactors.includes('totp')}
							userName={user.name}
							onChanged={account.reload}
						/>
						<Passkeys onChanged={account.reload} />
						{user.secondFactors.length > 0 && (
							<RecoveryCodes left={recoveryCodesLeft} userName={user.name} onChanged={account.reload} />
						)}
						<Sessions />
					</div>
				)}
			</LoadedView>
		</>
	);
}

function SignedInAs() {
	if (auth.value.state !== 'signed in') return null;
	const { name, role } = auth.value.session.user;
	return (
		<>
			You are signed in as <strong>{name}</strong>. Your role: {ROLE_NAMES[role]}.
		</>
	);
}
