import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { confirmation, type Confirmation } from '../api/sign-in/confirmation.ts';
import { loadCode } from '../loading/load-code.ts';

const loadConfirmIdentity = () => import('./confirm-identity.tsx');

/** Shows the question for the user's identity while a request waits for it. Its code is loaded with the first one. */
export function ConfirmSlot() {
	const [view, setView] = useState<{ of: ComponentType<{ of: Confirmation }> } | null>(null);
	const asked = confirmation.value;
	useEffect(() => {
		if (asked === null || view !== null) return;
		loadCode(loadConfirmIdentity).then(
			({ ConfirmIdentity }) => {
				setView({ of: ConfirmIdentity });
			},
			() => {
				asked.settle(false);
			},
		);
	}, [asked]);
	// The end of the session closes the question.
	useEffect(() => () => confirmation.value?.settle(false), []);
	return asked === null || view === null ? null : <view.of of={asked} />;
}
