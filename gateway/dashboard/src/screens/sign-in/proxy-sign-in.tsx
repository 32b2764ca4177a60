import { useEffect } from 'preact/hooks';
import { signInThroughProxy } from '../../api/sign-in/account.ts';
import type { ApiError } from '../../api/api-error.ts';
import { useAction } from '../../api/hooks/use-action.ts';
import { ErrorAlert } from '../../components/feedback/error-alert.tsx';
import { Loading } from '../../components/feedback/loading.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { Button } from '../../components/forms/button.tsx';
import { Gate } from './gate.tsx';

interface Properties {
	/** The name that the proxy sent. */
	name: string;
	/** Whether to sign in without a press of the button. */
	automatically: boolean;
	/** Called when the user wants to sign in with a password instead. */
	onPassword: () => void;
}

/** Signs in the user whom the proxy in front of the gateway has authenticated, or says why that is refused. */
export function ProxySignIn({ name, automatically, onPassword }: Properties) {
	const { run, busy, error } = useAction(signInThroughProxy);
	useEffect(() => {
		if (automatically) void run();
	}, []);
	return (
		<Gate title="Sign in">
			<p>
				The proxy in front of this gateway has signed you in as <strong>{name}</strong>.
			</p>
			{busy && <Loading what="Signing in" />}
			{error !== undefined && <Refusal error={error} name={name} />}
			<p class="line">
				<Button kind="main" busy={busy} onClick={() => void run()}>
					{error === undefined ? `Sign in as ${name}` : 'Try again'}
				</Button>
				<Button kind="quiet" onClick={onPassword}>
					Use a password instead
				</Button>
			</p>
		</Gate>
	);
}

function Refusal({ error, name }: { error: ApiError; name: string }) {
	if (error.code !== 'user_not_found') return <ErrorAlert error={error} />;
	return (
		<Notice tone="caution" live>
			{error.message} If {name} is the wrong name, sign out at the proxy first.
		</Notice>
	);
}
