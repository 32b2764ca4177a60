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
