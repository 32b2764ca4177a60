import { useState } from 'preact/hooks';
import { toApiError, type ApiError } from '../api-error.ts';

export interface Action<A extends unknown[]> {
	/** Runs the action. It never rejects: `error` says why it failed. */
	run: (...args: A) => Promise<void>;
	busy: boolean;
	error: ApiError | undefined;
}

/** An action that a button starts, with its state and its error. */
export function useAction<A extends unknown[]>(act: (...args: A) => Promise<unknown>): Action<A> {
	const [busy, setBusy] = useState(false);
	const [error, setError] = useState<ApiError>();
	return {
		busy,
		error,
		async run(...args) {
			setBusy(true);
			setError(undefined);
			try {
				await act(...args);
			} catch (reason) {
				const failure = toApiError(reason);
				// The user cancelled the question for the identity, and sees that nothing happened.
				if (failure.code !== 'confirmation_required') setError(failure);
			} finally {
				setBusy(false);
			}
		},
	};
}
