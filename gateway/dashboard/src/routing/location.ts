import { signal } from '@preact/signals';

/** The place the page shows, as its address has it behind the `#`: `/instances/inst_…?tab=settings`. */
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

/** The address of a place in this page. Each part is one step of the path, and may hold any text. */
export function hrefTo(...parts: string[]): string {
	return `#/${parts.map(encodeURIComponent).join('/')}`;
}

export function navigate(link: string): void {
	location.hash = link;
}
