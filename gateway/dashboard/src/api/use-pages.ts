import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { toApiError, type ApiError } from './api-error.ts';

/** One page of a list, and how to ask for the one behind it; null at the end. */
export interface ListPage<T> {
	items: T[];
	next: string | null;
}

export interface PagedList<T> {
	/** Names the list: when it changes, another list begins. */
	key: string;
	keyOf: (item: T) => string;
	load: (cursor: string | null, signal: AbortSignal) => Promise<ListPage<T>>;
}

export interface Pages<T> {
	/** Everything loaded so far; undefined until the first page is there. */
	items: T[] | undefined;
	error: ApiError | undefined;
	hasMore: boolean;
	/** Loads the next page, unless that is under way or there is none. */
	more: () => void;
	/** Asks for the first page again, and puts it before what is on show. */
	refresh: () => void;
}

interface State<T> {
	key: string;
	items: T[] | undefined;
	next: string | null;
	error: ApiError | undefined;
}

/** A list that is loaded page by page, newest first. */
export function usePages<T>(list: PagedList<T>): Pages<T> {
	const { key } = list;
	const [state, setState] = useState<State<T>>(nothing(key));
	const [round, setRound] = useState(0);
	const latest = useRef(list);
	latest.current = list;
	const abort = useRef(new AbortController());
	const loadingMore = useRef(false);

	useEffect(() => {
		abort.current = new AbortController();
		loadingMore.current = false;
		const { signal } = abort.current;
		setState((before) => (before.key === key ? before : nothing(key)));
		latest.current.load(null, signal).then(
			(page) => {
				if (!signal.aborted) setState((before) => renewed(before, page, latest.current));
			},
			(reason: unknown) => {
				if (!signal.aborted) setState((before) => ({ ...before, error: toApiError(reason) }));
			},
		);
		return () => {
			abort.current.abort();
		};
	}, [key, round]);

	const own = state.key === key ? state : nothing<T>(key);
	const more = () => {
		if (loadingMore.current || own.next === null || own.error !== undefined) return;
		loadingMore.current = true;
		const { signal } = abort.current;
		list.load(own.next, signal).then(
			(page) => {
				if (signal.aborted) return;
				loadingMore.current = false;
				setState((before) => continued(before, page, latest.current));
			},
			(reason: unknown) => {
				if (signal.aborted) return;
				loadingMore.current = false;
				setState((before) => ({ ...before, error: toApiError(reason) }));
			},
		);
	};
	const refresh = useCallback(() => {
		setRound((before) => before + 1);
	}, []);
	return { items: own.items, error: own.error, hasMore: own.next !== null, more, refresh };
}

function nothing<T>(key: string): State<T> {
	return { key, items: undefined, next: null, error: undefined };
}

/** The first page came again: what is on show behind it stays, unless that was all there is. */
function renewed<T>(before: State<T>, page: ListPage<T>, { key, keyOf }: PagedList<T>): State<T> {
	const fresh = new Set(page.items.map(keyOf));
	const older = before.key === key ? (before.items ?? []) : [];
	const lastFresh = page.items.at(-1);
	const met = lastFresh !== undefined && older.some((item) => keyOf(item) === keyOf(lastFresh));
	if (page.next === null || !met) return { key, items: page.items, next: page.next, error: undefined };
	// Only what came after the page is kept: the rest was on it, or belongs to the list no more.
	const behind = older.slice(older.findIndex((item) => keyOf(item) === keyOf(lastFresh)) + 1);
	const items = [...page.items, ...behind.filter((item) => !fresh.has(keyOf(item)))];
	return { key, items, next: behind.length === 0 ? page.next : before.next, error: undefined };
}

function continued<T>(before: State<T>, page: ListPage<T>, { keyOf }: PagedList<T>): State<T> {
	const items = before.items ?? [];
	const known = new Set(items.map(keyOf));
	const added = page.items.filter((item) => !known.has(keyOf(item)));
	return { ...before, items: [...items, ...added], next: page.next };
}
