import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { Parser } from 'htmlparser2';
import { REPOSITORY_URL, ROOT, SITE_URL } from './repository.ts';

/** A page: its headings, the addresses that it links to, and those that a browser loads by itself. */
type Html = { name: string; headings: number; anchors: Set<string>; links: Set<string>; loaded: Set<string> };

/**
 * Returns a sentence for each link of a finished site that leads nowhere: to a page, a file or a heading that does not
 * exist, or to a file that the repository does not have; and for each file that a page loads from another host.
 */
export async function findDeadLinks(folder: string): Promise<string[]> {
	const names = (await readdir(folder, { recursive: true })).map((name) => name.replaceAll(path.sep, '/'));
	const pages = new Map<string, Html>();
	for (const name of names.filter((file) => file.endsWith('.html'))) {
		pages.set(name, readHtml(name, await readFile(path.join(folder, name), 'utf8')));
	}
	const files = new Set(names);
	return [...pages.values()].flatMap((page) => [
		...deadLinksOf(page, pages, files),
		...loadedFromElsewhere(page),
		...withoutHeading(page),
	]);
}

function readHtml(name: string, html: string): Html {
	const page: Html = { name, headings: 0, anchors: new Set(), links: new Set(), loaded: new Set() };
	const parser = new Parser({
		onopentag: (tag, { id, href, src, rel }) => {
			if (id !== undefined) page.anchors.add(id);
			if (tag === 'h1') page.headings += 1;
			const url = href ?? src;
			if (url === undefined || url === '') return;
			// Another host would see who reads the page; what is only named, such as an alternate, is not loaded.
			const isLoaded = src !== undefined || (tag === 'link' && !/^(alternate|canonical)$/.test(rel ?? ''));
			(isLoaded ? page.loaded : page.links).add(url);
		},
	});
	parser.end(html);
	return page;
}

function deadLinksOf(page: Html, pages: Map<string, Html>, files: Set<string>): string[] {
	const base = new URL(page.name, SITE_URL);
	return [...page.links, ...page.loaded]
		.filter((url) => !leadsSomewhere(new URL(url, base), pages, files))
		.map((url) => `${page.name}: ${url}`);
}

function leadsSomewhere(url: URL, pages: Map<string, Html>, files: Set<string>): boolean {
	if (url.href.startsWith(`${REPOSITORY_URL}/`)) return isInRepository(url);
	if (url.origin !== SITE_URL.origin || !url.pathname.startsWith(SITE_URL.pathname)) return true;
	const name = decodeURIComponent(url.pathname.slice(SITE_URL.pathname.length));
	const page = pages.get(name) ?? pages.get(`${name}.html`) ?? pages.get(`${name}index.html`);
	if (page === undefined) return files.has(name);
	const anchor = decodeURIComponent(url.hash.slice(1));
	return anchor === '' || page.anchors.has(anchor);
}

/** Returns whether a link into the repository at GitHub names one of its files or folders, or no file at all. */
function isInRepository(url: URL): boolean {
	const [, file] = /\/(?:blob|tree|edit|raw)\/main\/(.*)$/.exec(url.pathname) ?? [];
	return file === undefined || existsSync(path.join(ROOT, decodeURIComponent(file)));
}

function loadedFromElsewhere(page: Html): string[] {
	return [...page.loaded]
		.filter((url) => new URL(url, SITE_URL).origin !== SITE_URL.origin)
		.map((url) => `${page.name} loads ${url} from another host.`);
}

/** VitePress builds a page whose text it cannot render as an empty one. */
function withoutHeading({ name, headings }: Html): string[] {
	return headings > 0 || name === '404.html' ? [] : [`${name} has no heading: it could not be rendered.`];
}
