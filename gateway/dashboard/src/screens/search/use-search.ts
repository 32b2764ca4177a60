import { useEffect, useRef, useState } from 'preact/hooks';
import type { ApiError } from '../../api/api-error.ts';
import { find, findMessages } from '../../api/search.ts';
import { useLoad, type Loaded } from '../../api/hooks/use-load.ts';
import { GROUPS, type Choice } from './choice.ts';
import { foundChoices, messageChoices } from './found-choices.tsx';
import { idChoice } from './id-choice.ts';
import { screenChoices, type FrameAction } from './screen-choices.ts';

/** Milliseconds without a key press before a request is sent. */
const DELAY = 150;

export interface SearchResults {
	/** In the order in which they are shown. */
	choices: Choice[];
	/** Whether a request is running. */
	busy: boolean;
	error: ApiError | undefined;
	/** Older messages than this time are not searched yet; null: all are. */
	searchedFrom: string | null;
}

/**
 * Finds the results for a text: screens, actions and most ids at once, all others by requests, which further typing
 * aborts.
 */
export function useSearch(typed: string, frameActions: readonly FrameAction[]): SearchResults {
	const text = typed.trim();
	const asked = useSettled(text);
	const key = asked === '' ? null : asked;
	const found = useLoad(key, (signal) => find(asked, signal));
	const messages = useLoad(isWorthSearching(asked) ? key : null, (signal) => findMessages(asked, signal));
	const shownFound = useLatest(found, key);
	const shownMessages = useLatest(messages, isWorthSearching(asked) ? key : null);
	const own = idChoice(text);
	const choices = [
		...(own === null ? [] : [own]),
		...screenChoices(text, frameActions),
		...(text === '' || shownFound === undefined ? [] : foundChoices(shownFound, text)),
		...(text === '' || shownMessages === undefined ? [] : messageChoices(shownMessages)),
	];
	const error = found.error ?? messages.error;
	const awaitsMessages = isWorthSearching(asked) && messages.data === undefined;
	const pending = key !== null && (found.data === undefined || awaitsMessages);
	return {
		choices: GROUPS.flatMap((group) => choices.filter((choice) => choice.group === group)),
		busy: error === undefined && (asked !== text || pending),
		error,
		searchedFrom: text === '' ? null : (shownMessages?.index.searchedFrom ?? null),
	};
}

/** Whether messages are searched for a text: one Latin letter begins a word of almost every message. */
function isWorthSearching(text: string): boolean {
	return text.length > 1 || /[\u0250-\uffff]/.test(text);
}

/** Returns a text once it has not changed for a moment. */
function useSettled(text: string): string {
	const [settled, setSettled] = useState(text);
	useEffect(() => {
		const timer = window.setTimeout(() => {
			setSettled(text);
		}, DELAY);
		return () => {
			window.clearTimeout(timer);
		};
	}, [text]);
	return settled;
}

/** Keeps the data of the text before until that of the new one has arrived, so that the list does not flicker. */
function useLatest<T>({ data }: Loaded<T>, key: string | null): T | undefined {
	const latest = useRef<T | undefined>(undefined);
	if (data !== undefined || key === null) latest.current = data;
	return latest.current;
}
