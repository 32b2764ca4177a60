import { existsSync, readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { DOCS, ROOT } from './repository.ts';

/** A page in the table of contents. */
export type Entry = {
	title: string;
	/** What the page is about, as Markdown. */
	summary: string;
	/** The file in the repository, such as `docs/webhooks.md`. */
	file: string;
	/** The page of the site, such as `webhooks.md`. */
	page: string;
};

export type Group = { title: string; entries: Entry[] };

/** The table of contents: the sidebar of the site and llms.txt follow it. */
export const CONTENTS = path.join(DOCS, 'README.md');
/** The home of the site, which no group contains. */
export const HOME: Entry = { title: 'Home', summary: '', file: 'docs/index.md', page: 'index.md' };

/** Markdown in docs/ that is no page: the contents itself, what is shown at npm, and what tests the documents. */
const NO_PAGES = /^docs\/(README\.md$|package\/|test\/)/;

const HEADING = /^## (.+)$/;
const ENTRY = /^- \[(.+?)\]\((\S+?)\): (.+)$/;

/**
 * Returns the groups of the table of contents. Throws when a line is neither a heading nor an entry, when the file of an
 * entry does not exist, and when a page of docs/ is in no group or in two.
 */
export async function readContents(): Promise<Group[]> {
	const groups = parseContents(readFileSync(CONTENTS, 'utf8'));
	const problems = problemsOf(groups, await pagesIn(DOCS), (file) => existsSync(path.join(ROOT, file)));
	if (problems.length > 0) throw new Error(`docs/README.md: ${problems.join('\n')}`);
	return groups;
}

/** Returns the groups that a table of contents lists. What is above the first heading is for readers only. */
export function parseContents(markdown: string): Group[] {
	const groups: Group[] = [];
	for (const line of markdown.split('\n')) {
		const heading = HEADING.exec(line)?.[1];
		const group = groups.at(-1);
		if (heading !== undefined) {
			groups.push({ title: heading, entries: [] });
		} else if (group !== undefined && line.startsWith('- ')) {
			group.entries.push(parseEntry(line));
		} else if (group !== undefined && line.trim() !== '') {
			throw new Error(
				`docs/README.md: "${line}" is neither a heading nor "- [Title](page.md): what it is about".`,
			);
		}
	}
	return groups;
}

function parseEntry(line: string): Entry {
	const [, title, link, summary] = ENTRY.exec(line) ?? [];
	if (title === undefined || link === undefined || summary === undefined) {
		throw new Error(`docs/README.md: "${line}" is not "- [Title](page.md): what it is about".`);
	}
	const file = path.posix.join('docs', link);
	return { title, summary, file, page: pageOf(file) };
}

/** Returns a sentence for each page that is missing, in no group, or in several. */
export function problemsOf(groups: Group[], pages: string[], exists: (file: string) => boolean): string[] {
	const listed = groups.flatMap(({ entries }) => entries.map(({ file }) => file));
	return [
		...listed.filter((file) => !exists(file)).map((file) => `${file} is listed and does not exist.`),
		...pages
			.filter((file) => !listed.includes(file))
			.map((file) => `${file} is in no group: add a line for it.`),
		...listed.filter((file, index) => listed.indexOf(file) < index).map((file) => `${file} is listed twice.`),
	];
}

/** Returns the page of the site that shows a Markdown file of the repository. */
function pageOf(file: string): string {
	const page = file.replace(/^docs\//, '');
	if (page === file) return page.replace(/\/README\.md$/, '.md').toLowerCase();
	return page.replace(/(^|\/)README\.md$/, '$1index.md');
}

/** Returns the Markdown files of a folder that have to be in the table of contents. */
async function pagesIn(folder: string): Promise<string[]> {
	const found = await readdir(folder, { recursive: true });
	return found
		.filter((name) => name.endsWith('.md'))
		.map((name) => path.posix.join('docs', name.replaceAll(path.sep, '/')))
		.filter((file) => !NO_PAGES.test(file) && file !== HOME.file)
		.sort();
}
