import { useCallback, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Subscription } from '../../live/use-subscription.ts';
import { toApiError, type ApiError } from '../api-error.ts';

/** One page of a list, and the cursor of the next; null on the last page. */
export interface ListPage<T> {
	items: T[];
	next: string | null;
}

export interface PagedList<T> {
	/** Identifies the list: when it changes, another list is loaded. */
	key: string;
	keyOf: (item: T) => string;
	load: (cursor: string | null, signal: AbortSignal) => Promise<ListPage<T>>;
	/** Loading waits for this subscription, and is repeated when messages on it may have been missed. */
	subscription?: Subscription;
}

export interface Pages<T> {
	/** The items of all pages loaded so far; undefined before the first page. */
	items: readonly T[] | undefined;
	keyOf: (item: T) => string;
	error: ApiError | undefined;
	hasMore: boolean;
	/** Loads the next page, unless it is being loaded or there is none. */
	more: () => void;
	/** Loads the first page again and merges it with the visible items. */
	refresh: () => void;
	/** Refreshes, unless the first page is being loaded: a slow response must not be aborted by the next poll. */
	poll: () => void;
	/** Replaces the item with the key of this one. */
	replace: (item: T) => void;
}

interface State<T> {
	key: string;
	items: T[] | undefined;
	next: string | null;
	error: ApiError | undefined;
}

/** A list that is loaded page by page, newest first. */
export function usePages<T>(list: PagedList<T>): Pages<T> {
	const { key, keyOf, subscription = 0 } = list;
	const [state, setState] = useState<State<T>>(initial(key));
	const [round, setRound] = useState(0);
	const latest = useRef(list);
	latest.current = list;
	const abort = useRef(new AbortController());
	const loadingFirst = useRef(false);
	const loadingMore = useRef(false);

	useLayoutEffect(() => {
		if (subscription === null) return;
		abort.current = new AbortController();
		loadingFirst.current = true;
		loadingMore.current = false;
		const { signal } = abort.current;
		setState((before) => (before.key === key ? before : initial(key)));
		latest.current.load(null, signal).then(
			(page) => {
				if (signal.aborted) return;
				loadingFirst.current = false;
				setState((before) => withFirstPage(before, page, latest.current));
			},
			(reason: unknown) => {
				if (signal.aborted) return;
				loadingFirst.current = false;
				setState((before) => ({ ...before, error: toApiError(reason) }));
			},
		);
		return () => {
			abort.current.abort();
		};
	}, [key, round, subscription]);

	const own = state.key === key ? state : initial<T>(key);
	const more = () => {
		if (loadingMore.current || own.next === null || own.error !== undefined) return;
		loadingMore.current = true;
		const { signal } = abort.current;
		list.load(own.next, signal).then(
			(page) => {
				if (signal.aborted) return;
				loadingMore.current = false;
				setState((before) => withNextPage(before, page, latest.current));
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
	const poll = useCallback(() => {
		if (!loadingFirst.current) refresh();
	}, [refresh]);
	const replace = useCallback((item: T) => {
		const { keyOf: keyOfItem } = latest.current;
		setState((before) => ({
			...before,
			items: before.items?.map((one) => (keyOfItem(one) === keyOfItem(item) ? item : one)),
		}));
	}, []);
	return {
		items: own.items,
		keyOf,
		error: own.error,
		hasMore: own.next !== null,
		more,
		refresh,
		poll,
		replace,
	};
}

function initial<T>(key: string): State<T> {
	return { key, items: undefined, next: null, error: undefined };
}

/** Replaces the first page; the items behind it stay, unless the list has only this page or changed too much. */
function withFirstPage<T>(before: State<T>, page: ListPage<T>, { key, keyOf }: PagedList<T>): State<T> {
	const fresh = new Set(page.items.map(keyOf));
	const older = before.key === key ? (before.items ?? []) : [];
	const lastFresh = page.items.at(-1);
	const lastIndex =
		lastFresh === undefined ? -1 : older.findIndex((item) => keyOf(item) === keyOf(lastFresh));
	if (page.next === null || lastIndex === -1) {
		return { key, items: page.items, next: page.next, error: undefined };
	}
	// Only the items behind the page stay: the others are on it, or no longer belong to the list.
	const behind = older.slice(lastIndex + 1);
	const items = [...page.items, ...behind.filter((item) => !fresh.has(keyOf(item)))];
	return { key, items, next: behind.length === 0 ? page.next : before.next, error: undefined };
}

function withNextPage<T>(before: State<T>, page: ListPage<T>, { keyOf }: PagedList<T>): State<T> {
	const items = before.items ?? [];
	const known = new Set(items.map(keyOf));
	const added = page.items.filter((item) => !known.has(keyOf(item)));
	return { ...before, items: [...items, ...added], next: page.next };
}
