import { useEffect, useLayoutEffect } from 'preact/hooks';
import { followOtherTabs, loadSession } from './api/sign-in/account.ts';
import { auth } from './api/sign-in/session.ts';
import { useAction } from './api/hooks/use-action.ts';
import { forgetDrafts } from './components/conversation/drafts.ts';
import { Button } from './components/forms/button.tsx';
import { Loading } from './components/feedback/loading.tsx';
import { ErrorAlert } from './components/feedback/error-alert.tsx';
import { disconnect } from './live/connection.ts';
import { currentLocation } from './routing/location.ts';
import { SetUp } from './screens/sign-in/set-up.tsx';
import { SignIn } from './screens/sign-in/sign-in.tsx';
import { Shell } from './shell/shell.tsx';
import './screens/sign-in/gate.css';

const SET_UP = /^\/setup\/([^/]+)$/;

/** The page: the set-up form, the sign-in form, or the shell with its screens. */
export function App() {
	const { run, error, busy } = useAction(loadSession);
	const { state } = auth.value;
	const token = SET_UP.exec(currentLocation.value.path)?.[1];

	// A layout effect: everything waits for the session, and other effects wait for a paint.
	useLayoutEffect(() => {
		followOtherTabs();
		void run();
	}, []);
	useEffect(() => {
		if (auth.value.state !== 'signed out') return;
		disconnect();
		// Somebody else may sign in next.
		if (auth.value.reason === 'signed_out') forgetDrafts();
	}, [state]);

	if (token !== undefined) return <SetUp token={token} />;
	if (auth.value.state === 'signed in') return <Shell />;
	if (auth.value.state === 'signed out') return <SignIn reason={auth.value.reason} />;
	if (error === undefined) return <Loading />;
	return (
		<main class="gate">
			<ErrorAlert error={error} />
			<Button busy={busy} onClick={() => void run()}>
				Try again
			</Button>
		</main>
	);
}
