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

export function navigate(link: string): void {
	location.hash = link;
}
