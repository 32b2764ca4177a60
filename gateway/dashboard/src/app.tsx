import { useEffect } from 'preact/hooks';
import { findOutVisitor } from './api/account.ts';
import { visitor } from './api/session.ts';
import { useAction } from './api/use-action.ts';
import { Button } from './components/button.tsx';
import { Loading } from './components/loading.tsx';
import { Problem } from './components/problem.tsx';
import { hangUp } from './live/connection.ts';
import { place } from './routing/location.ts';
import { SetUp } from './screens/sign-in/set-up.tsx';
import { SignIn } from './screens/sign-in/sign-in.tsx';
import { Shell } from './shell/shell.tsx';

const SET_UP = /^\/setup\/([^/]+)$/;

/** The whole page: the set-up link, the sign-in, or the shell with its screens. */
export function App() {
	const { run, error, busy } = useAction(findOutVisitor);
	const { state } = visitor.value;
	const token = SET_UP.exec(place.value.path)?.[1];

	useEffect(() => {
		void run();
	}, []);
	useEffect(() => {
		if (state === 'signed out') hangUp();
	}, [state]);

	if (token !== undefined) return <SetUp token={token} />;
	if (visitor.value.state === 'signed in') return <Shell />;
	if (visitor.value.state === 'signed out') return <SignIn reason={visitor.value.reason} />;
	if (error === undefined) return <Loading />;
	return (
		<main class="gate">
			<Problem error={error} />
			<Button busy={busy} onClick={() => void run()}>
				Try again
			</Button>
		</main>
	);
}
