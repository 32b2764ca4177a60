import { getAccount } from '../../api/second-factors.ts';
import { useLoad } from '../../api/use-load.ts';
import { ROLE_NAMES } from '../../components/display/roles.ts';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { LoadedView } from '../../components/lists/loaded-view.tsx';
import { AuthenticatorApp } from './authenticator-app.tsx';
import { ChangePassword } from './change-password.tsx';
import { Passkeys } from './passkeys.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { Sessions } from './sessions.tsx';

/** The password, second factors and sessions of the user who is signed in. */
export default function Account() {
	const account = useLoad('account', getAccount);
	return (
		<>
			<PageHeader title="Account" about="How you sign in, and where you are signed in." />
			<LoadedView of={account}>
				{({ user, recoveryCodesLeft }) => (
					<div class="stack">
						<p>
							You are <strong>{user.name}</strong>, {ROLE_NAMES[user.role].toLowerCase()} of this gateway.
						</p>
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
