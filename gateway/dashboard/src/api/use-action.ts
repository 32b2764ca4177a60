import { useState } from 'preact/hooks';
import { toApiError, type ApiError } from './api-error.ts';

export interface Action<A extends unknown[], R> {
	/** Does it; gives what came of it, or undefined where it failed and `error` tells why. */
	run: (...args: A) => Promise<R | undefined>;
	busy: boolean;
	error: ApiError | undefined;
	clearError: () => void;
}

/** Something a person does with a press of a button: whether it is under way, and why it failed. */
export function useAction<A extends unknown[], R>(act: (...args: A) => Promise<R>): Action<A, R> {
	const [busy, setBusy] = useState(false);
	const [error, setError] = useState<ApiError>();
	return {
		busy,
		error,
		clearError: () => {
			setError(undefined);
		},
		async run(...args) {
			setBusy(true);
			setError(undefined);
			try {
				return await act(...args);
			} catch (reason) {
				setError(toApiError(reason));
				return undefined;
			} finally {
				setBusy(false);
			}
		},
	};
}
