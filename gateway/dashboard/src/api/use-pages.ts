import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { asApiError, type ApiError } from './api-error.ts';

/** One page of a list, and how to ask for the one behind it; null at the end. */
export interface ListPage<T> {
	items: T[];
	next: string | null;
}

export interface Pages<T> {
	/** Everything loaded so far; undefined until the first page is there. */
	items: T[] | undefined;
	error: ApiError | undefined;
	loading: boolean;
	hasMore: boolean;
	/** Loads the next page, unless that is under way or there is none. */
	more: () => void;
	/** Begins again with the first page; what is on show stays until it is there. */
	reload: () => void;
	change: (change: (items: T[]) => T[]) => void;
}

interface State<T> {
	key: string;
	items: T[] | undefined;
	next: string | null;
	error: ApiError | undefined;
	loading: boolean;
}

type LoadPage<T> = (cursor: string | null, signal: AbortSignal) => Promise<ListPage<T>>;

/** A list that is loaded page by page. `key` names the list: when it changes, another list begins. */
export function usePages<T>(key: string, loadPage: LoadPage<T>): Pages<T> {
	const [state, setState] = useState<State<T>>(nothing(key));
	const [round, setRound] = useState(0);
	const latest = useRef(loadPage);
	latest.current = loadPage;
	const abort = useRef(new AbortController());
	const busy = useRef(false);

	const load = useCallback(
		(cursor: string | null) => {
			const { signal } = abort.current;
			busy.current = true;
			latest.current(cursor, signal).then(
				({ items, next }) => {
					if (signal.aborted) return;
					busy.current = false;
					setState((before) => {
						const kept = cursor === null ? [] : (before.items ?? []);
						return { key, items: [...kept, ...items], next, error: undefined, loading: false };
					});
				},
				(error: unknown) => {
					if (signal.aborted) return;
					busy.current = false;
					setState((before) => ({ ...before, error: asApiError(error), loading: false }));
				},
			);
		},
		[key],
	);

	useEffect(() => {
		abort.current = new AbortController();
		setState((before) => (before.key === key ? { ...before, loading: true } : nothing(key)));
		load(null);
		return () => {
			abort.current.abort();
		};
	}, [key, round]);

	const own = state.key === key ? state : nothing<T>(key);
	return {
		items: own.items,
		error: own.error,
		loading: own.loading,
		hasMore: own.next !== null,
		more: () => {
			if (busy.current || own.next === null || own.error !== undefined) return;
			load(own.next);
		},
		reload: useCallback(() => {
			setRound((before) => before + 1);
		}, []),
		change: useCallback((change: (items: T[]) => T[]) => {
			setState((before) =>
				before.items === undefined ? before : { ...before, items: change(before.items) },
			);
		}, []),
	};
}

function nothing<T>(key: string): State<T> {
	return { key, items: undefined, next: null, error: undefined, loading: true };
}
