import { signal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { STORAGE_PREFIX } from '../../api/gateway-url.ts';

const STORED_AS = `${STORAGE_PREFIX}shortcuts`;

/** Whether shortcuts without Ctrl or Cmd are on; people with voice control or switches turn them off. */
export const shortcutsAreOn = signal(localStorage.getItem(STORED_AS) !== 'off');

export function turnShortcuts(on: boolean): void {
	shortcutsAreOn.value = on;
	if (on) localStorage.removeItem(STORED_AS);
	else localStorage.setItem(STORED_AS, 'off');
}

/** Elements that handle keys themselves: fields, lists and menus. */
const TAKES_KEYS = 'input, textarea, select, [contenteditable], [role="listbox"], [role="combobox"]';
/** A dialog, and the search while its code is loaded: they get the typed keys. */
const OPEN = 'dialog[open], .search-button[aria-busy="true"]';
/** Elements that Enter activates. */
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
	// A layout effect, so that no key is lost once the elements are visible.
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
