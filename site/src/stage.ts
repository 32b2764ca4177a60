import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { HOME, readContents, type Group } from './contents.ts';
import { homeFrontMatter } from './home.ts';
import { isExternal, rewriteLinks, type Link } from './links.ts';
import { referencePages } from './reference/pages.ts';
import { DOCS, OUTPUT, repositoryLink, ROOT, SITE_URL, STAGE } from './repository.ts';

/** A page of the site, before VitePress renders it. */
export type Page = {
	/** The file of the repository that it shows; undefined: it is generated. */
	file: string | undefined;
	/** Its path in the site, such as `nodes/index.md`. */
	page: string;
	markdown: string;
};

/** The group of generated pages, at the end of the sidebar. */
export type Site = { groups: Group[]; pages: Page[] };

/** Reads all pages, checks the table of contents, and generates the API reference. */
export async function readSite(): Promise<Site> {
	const written = await readContents();
	const reference = referencePages();
	const entries = [HOME, ...written.flatMap((group) => group.entries)];
	const pages = await Promise.all(
		entries.map(async ({ file, page }): Promise<Page> => {
			return { file, page, markdown: await readFile(path.join(ROOT, file), 'utf8') };
		}),
	);
	return { groups: [...written, reference.group], pages: [...pages, ...reference.pages] };
}

/** Writes the pages where VitePress reads them. */
export async function stage({ pages }: Site): Promise<void> {
	await rm(STAGE, { recursive: true, force: true });
	const published = publishedPages(pages);
	for (const page of pages) {
		const markdown = rewriteLinks(page.markdown, (link) => siteLink(link, page, published));
		await write(path.join(STAGE, page.page), page.page === HOME.page ? withHero(markdown) : markdown);
	}
	await cp(path.join(DOCS, 'images'), path.join(STAGE, 'public', 'images'), { recursive: true });
}

/** Writes each page as plain Markdown beside its HTML: /webhooks.md beside /webhooks.html. */
export async function writeMarkdown({ pages }: Site): Promise<void> {
	for (const page of pages) await write(path.join(OUTPUT, page.page), plainMarkdown(page, pages));
}

/** Returns a page as Markdown that is read without the site around it: every link has its host. */
export function plainMarkdown(page: Page, pages: Page[]): string {
	const published = publishedPages(pages);
	return rewriteLinks(page.markdown, (link) => absoluteLink(siteLink(link, page, published), page));
}

function publishedPages(pages: Page[]): Map<string, string> {
	const published = new Map(pages.map(({ file, page }) => [file ?? page, page]));
	// Readers at GitHub get the document, those of the site the pages that are made from it.
	return published.set('gateway/openapi.json', 'api/index.md');
}

async function write(file: string, text: string): Promise<void> {
	await mkdir(path.dirname(file), { recursive: true });
	await writeFile(file, text);
}

/** Returns the home with what VitePress shows in large letters, in place of its heading. */
function withHero(markdown: string): string {
	return `${homeFrontMatter()}${markdown.replace(/^# .*\n/, '')}`;
}

/**
 * Returns the address for the site of a link as it stands in the repository: another page, a picture of docs/images, or
 * a file at GitHub. Throws when there is no such file.
 */
function siteLink({ url, kind }: Link, { file, page }: Page, published: Map<string, string>): string {
	if (url.startsWith('#') || isExternal(url)) return url;
	const [target = '', hash] = url.split('#');
	const anchor = hash === undefined ? '' : `#${hash}`;
	// Generated pages link to each other, and to files by their path in the repository with a slash before it.
	const resolved =
		file === undefined && target.startsWith('/')
			? target.slice(1)
			: path.posix.join(path.posix.dirname(file ?? page), target);
	const name = resolved.replace(/\/$/, '');
	const to = published.get(name) ?? published.get(`${name}/README.md`);
	if (to !== undefined) return `/${to}${anchor}`;
	try {
		if (kind === 'link') return `${repositoryLink(name)}${anchor}`;
		if (!name.startsWith('docs/images/') || !existsSync(path.join(ROOT, name))) throw new Error();
		return `/${name.slice('docs/'.length)}`;
	} catch {
		throw new Error(`${file ?? page} has a dead link: ${url}`);
	}
}

/** Returns a link of the site with its host, because the Markdown of a page is read without the site around it. */
function absoluteLink(url: string, { page }: Page): string {
	if (url.startsWith('#')) return new URL(page + url, SITE_URL).href;
	return url.startsWith('/') ? new URL(url.slice(1), SITE_URL).href : url;
}
