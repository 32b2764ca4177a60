import { useState } from 'preact/hooks';
import { getSignInState } from '../../api/sign-in/account.ts';
import { useLoad } from '../../api/hooks/use-load.ts';
import { ErrorAlert } from '../../components/feedback/error-alert.tsx';
import { Loading } from '../../components/feedback/loading.tsx';
import { Gate } from './gate.tsx';
import { PasswordSignIn } from './password-sign-in.tsx';
import { ProxySignIn } from './proxy-sign-in.tsx';

/** The sign-in screen. `reason` says why nobody is signed in; see AuthState. */
export function SignIn({ reason }: { reason: string }) {
	const state = useLoad('sign-in', getSignInState);
	const [byPassword, setByPassword] = useState(false);
	const hasSignedOut = reason === 'signed_out';
	if (state.data === undefined) {
		return (
			<Gate title="Sign in">
				{state.error === undefined ? <Loading /> : <ErrorAlert error={state.error} onRetry={state.reload} />}
			</Gate>
		);
	}
	const { setUp, proxyUser } = state.data;
	if (proxyUser !== null && !byPassword) {
		return (
			<ProxySignIn
				name={proxyUser}
				// After a sign-out, the proxy must not sign the user in again at once.
				automatically={!hasSignedOut}
				onPassword={() => {
					setByPassword(true);
				}}
			/>
		);
	}
	return setUp ? <PasswordSignIn hasSignedOut={hasSignedOut} /> : <NotSetUp />;
}

function NotSetUp() {
	return (
		<Gate title="Set the owner’s password first">
			<p>
				This gateway has no owner yet. At its first start it printed a link that sets the password: open that
				link here.
			</p>
			<p class="hint">
				Did you lose the link, or is it older than a day? On the machine of the gateway, run{' '}
				<code>messaging-gateway owner reset</code> to have a new one.
			</p>
		</Gate>
	);
}
