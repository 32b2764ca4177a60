import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { toApiError, type ApiError } from './api-error.ts';

export interface Loaded<T> {
	/** What was loaded last; undefined until something was. */
	data: T | undefined;
	/** Why the latest attempt failed. */
	error: ApiError | undefined;
	loading: boolean;
	/** Asks again; what is on show stays until the answer is there. */
	reload: () => void;
	/** Replaces what was loaded by what is known to be newer. */
	replace: (change: (data: T | undefined) => T | undefined) => void;
}

type State<T> = { key: string | null; data: T | undefined; error: ApiError | undefined; loading: boolean };

/**
 * Loads what `key` names, and again whenever it changes; a key of null loads nothing. An answer that is overtaken
 * by a newer request is dropped.
 */
export function useLoad<T>(key: string | null, load: (signal: AbortSignal) => Promise<T>): Loaded<T> {
	const [state, setState] = useState<State<T>>({ key, data: undefined, error: undefined, loading: true });
	const [round, setRound] = useState(0);
	const latest = useRef(load);
	latest.current = load;

	useEffect(() => {
		if (key === null) return;
		const abort = new AbortController();
		setState((before) => ({
			key,
			data: before.key === key ? before.data : undefined,
			error: undefined,
			loading: true,
		}));
		latest
			.current(abort.signal)
			.then((data) => {
				if (!abort.signal.aborted) setState({ key, data, error: undefined, loading: false });
			})
			.catch((error: unknown) => {
				if (abort.signal.aborted) return;
				setState((before) => ({ ...before, error: toApiError(error), loading: false }));
			});
		return () => {
			abort.abort();
		};
	}, [key, round]);

	const reload = useCallback(() => {
		setRound((before) => before + 1);
	}, []);
	const replace = useCallback((change: (data: T | undefined) => T | undefined) => {
		setState((before) => ({ ...before, data: change(before.data) }));
	}, []);
	// Of what another key named nothing is shown, not even for the moment until the effect runs.
	const own = state.key === key;
	return {
		data: own ? state.data : undefined,
		error: own ? state.error : undefined,
		loading: own ? state.loading : key !== null,
		reload,
		replace,
	};
}
