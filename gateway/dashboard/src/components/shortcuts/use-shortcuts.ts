import { signal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { STORAGE_PREFIX } from '../../api/gateway-url.ts';

const STORED_AS = `${STORAGE_PREFIX}shortcuts`;

/** Whether keys without Ctrl or Cmd do something; people who speak or use switches turn that off. */
export const shortcutsAreOn = signal(localStorage.getItem(STORED_AS) !== 'off');

export function turnShortcuts(on: boolean): void {
	shortcutsAreOn.value = on;
	if (on) localStorage.removeItem(STORED_AS);
	else localStorage.setItem(STORED_AS, 'off');
}

/** What takes keys itself: fields, and what opens or chooses something by them. */
const TAKES_KEYS = 'input, textarea, select, [contenteditable], [role="listbox"], [role="combobox"]';
/** A dialog, and the search while its code is loaded: what is typed is meant for it. */
const OPEN = 'dialog[open], .search-button[aria-busy="true"]';
/** What Enter already does something with. */
const TAKES_ENTER = 'a, button, summary, label';

/** Whether a press of a key is for the page: not typed into anything, and no dialog is open. */
function isForPage({
	target,
	key,
	ctrlKey,
	metaKey,
	altKey,
	isComposing,
	defaultPrevented,
}: KeyboardEvent): boolean {
	if (ctrlKey || metaKey || altKey || isComposing || defaultPrevented) return false;
	if (document.querySelector(OPEN) !== null) return false;
	if (!(target instanceof Element)) return true;
	if (target.closest(TAKES_KEYS) !== null) return false;
	return key !== 'Enter' || target.closest(TAKES_ENTER) === null;
}

/**
 * Does something when a key is pressed while nobody types. Keys are those of KeyboardEvent.key; undefined does nothing. An
 * action that returns false leaves the key to the browser.
 */
export function useShortcuts(actions: Readonly<Record<string, (() => unknown) | undefined>>): void {
	const latest = useRef(actions);
	latest.current = actions;
	// With the elements and not after they are painted: the key of somebody who sees a chat is not lost.
	useLayoutEffect(() => {
		const onKeyDown = (event: KeyboardEvent): void => {
			if (!shortcutsAreOn.value || !isForPage(event)) return;
			const act = Object.hasOwn(latest.current, event.key) ? latest.current[event.key] : undefined;
			if (act !== undefined && act() !== false) event.preventDefault();
		};
		window.addEventListener('keydown', onKeyDown);
		return () => {
			window.removeEventListener('keydown', onKeyDown);
		};
	}, []);
}
