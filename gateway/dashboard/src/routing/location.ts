import { signal } from '@preact/signals';

/** The place the page shows, as its address has it behind the `#`: `/instances/inst_…?tab=settings`. */
export interface Place {
	path: string;
	query: URLSearchParams;
}

export const place = signal<Place>(read());

window.addEventListener('hashchange', () => {
	place.value = read();
});

function read(): Place {
	const [path = '/', query = ''] = location.hash.slice(1).split('?', 2);
	return { path: path === '' ? '/' : path, query: new URLSearchParams(query) };
}

/** The address of a place in this page. Each part is one step of the path, and may hold any text. */
export function linkTo(...parts: string[]): string {
	return `#/${parts.map(encodeURIComponent).join('/')}`;
}

export function goTo(link: string): void {
	location.hash = link;
}

/** Changes one parameter of the present place without a new entry in the browser's history. */
export function setParameter(name: string, value: string | null): void {
	const { path, query } = place.value;
	const changed = new URLSearchParams(query);
	if (value === null || value === '') changed.delete(name);
	else changed.set(name, value);
	const text = changed.toString();
	history.replaceState(null, '', `#${path}${text === '' ? '' : `?${text}`}`);
	place.value = { path, query: changed };
}
