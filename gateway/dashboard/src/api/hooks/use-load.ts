import { useCallback, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Subscription } from '../../live/use-subscription.ts';
import { toApiError, type ApiError } from '../api-error.ts';

export interface Loaded<T> {
	/** The latest response; undefined before the first. */
	data: T | undefined;
	/** Why the latest attempt failed. */
	error: ApiError | undefined;
	/** Requests the data again; the old data stays visible until the response arrives. */
	reload: () => void;
	/** Reloads, unless a request is running: a slow response must not be aborted by the next poll. */
	poll: () => void;
	/** Replaces the data by newer data from another source. A response that was requested before is dropped. */
	replace: (change: (data: T | undefined) => T | undefined) => void;
}

interface State<T> {
	key: string;
	data: T | undefined;
	error: ApiError | undefined;
}

interface Options {
	/** Loading waits for this subscription, and is repeated when messages on it may have been missed. */
	subscription?: Subscription;
	/** Ends the current request and sends none until it is false again. The data stays visible. */
	paused?: boolean;
}

/**
 * Loads the data that `key` identifies, and again whenever the key changes; null: loads nothing. A response that a
 * newer request overtakes is dropped. The request is sent before the browser paints, which takes long on a slow machine.
 */
export function useLoad<T>(
	key: string | null,
	load: (signal: AbortSignal) => Promise<T>,
	{ subscription = 0, paused = false }: Options = {},
): Loaded<T> {
	const [state, setState] = useState<State<T> | null>(null);
	const [round, setRound] = useState(0);
	const latest = useRef(load);
	latest.current = load;
	/** How often the data was replaced. */
	const replacements = useRef(0);
	const loading = useRef(false);

	useLayoutEffect(() => {
		if (key === null || subscription === null || paused) return;
		const abort = new AbortController();
		loading.current = true;
		const replacedBefore = replacements.current;
		setState((before) => ({ key, data: before?.key === key ? before.data : undefined, error: undefined }));
		latest
			.current(abort.signal)
			.then((data) => {
				if (abort.signal.aborted) return;
				loading.current = false;
				if (replacements.current === replacedBefore) setState({ key, data, error: undefined });
				// The response may be older than what replaced the data meanwhile.
				else setRound((before) => before + 1);
			})
			.catch((reason: unknown) => {
				if (abort.signal.aborted) return;
				loading.current = false;
				setState((before) => ({ key, data: before?.data, error: toApiError(reason) }));
			});
		return () => {
			abort.abort();
			loading.current = false;
		};
	}, [key, round, subscription, paused]);

	const reload = useCallback(() => {
		setRound((before) => before + 1);
	}, []);
	const poll = useCallback(() => {
		if (!loading.current) reload();
	}, [reload]);
	const replace = useCallback(
		(change: (data: T | undefined) => T | undefined) => {
			if (key === null) return;
			replacements.current += 1;
			setState((before) => {
				const own = before?.key === key ? before : undefined;
				return { key, data: change(own?.data), error: own?.error };
			});
		},
		[key],
	);
	// The data of another key is not shown, not even until the effect has run.
	const own = state?.key === key ? state : null;
	return { data: own?.data, error: own?.error, reload, poll, replace };
}
