import { signal } from '@preact/signals';

/** The path and query behind the `#` of the URL: `/instances/inst_…?tab=settings`. */
export interface PageLocation {
	path: string;
	query: URLSearchParams;
}

export const currentLocation = signal<PageLocation>(read());

window.addEventListener('hashchange', () => {
	currentLocation.value = read();
});

function read(): PageLocation {
	const [path = '/', query = ''] = location.hash.slice(1).split('?', 2);
	return { path: path === '' ? '/' : path, query: new URLSearchParams(query) };
}

/** Returns the href of a screen. Each segment of its path may be any text. */
export function hrefTo(...segments: string[]): string {
	return `#/${segments.map(encodeURIComponent).join('/')}`;
}

/** Returns an href with these names of the present query, such as the filters of a list that stays visible. */
export function withQuery(href: string, names: readonly string[]): string {
	const { query } = currentLocation.value;
	const kept = new URLSearchParams([...query].filter(([name]) => names.includes(name)));
	return kept.size === 0 ? href : `${href}?${kept}`;
}

export function navigate(link: string): void {
	location.hash = link;
}

/**
 * Changes a value in the query of the present screen; an empty value is left out. Back leads to the value before,
 * unless it is replaced, as while somebody types.
 */
export function changeQuery(name: string, value: string, how: 'push' | 'replace' = 'push'): void {
	const { path, query } = currentLocation.value;
	const changed = new URLSearchParams(query);
	if (value === '') changed.delete(name);
	else changed.set(name, value);
	const hash = changed.size === 0 ? `#${path}` : `#${path}?${changed}`;
	if (how === 'push') {
		navigate(hash);
		return;
	}
	history.replaceState(history.state, '', hash);
	currentLocation.value = read();
}

/** The state of an entry of the history that opened a part of the screen. */
interface OpenedState {
	opened?: string;
}

/** Opens a part of the screen, such as a dialog, by its name in the query. Back closes it. */
export function openPart(name: string): void {
	if (currentLocation.value.query.get(name) === 'yes') return;
	changeQuery(name, 'yes');
	history.replaceState({ opened: name } satisfies OpenedState, '');
}

/** Closes a part of the screen. Back does not open it again, but leads to the entry before it. */
export function closePart(name: string): void {
	const { opened } = (history.state ?? {}) as OpenedState;
	if (opened === name) history.back();
	else changeQuery(name, '', 'replace');
}
