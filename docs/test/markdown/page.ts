import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parsers } from 'prettier/plugins/markdown';

export const ROOT = path.join(import.meta.dirname, '../../..');

/** A fenced block of code. */
export interface Block {
	/** The word behind the fence; empty: none. */
	language: string;
	text: string;
	/** The line of its opening fence. */
	line: number;
	/** The text of the HTML comment directly above it; null: there is none. */
	comment: string | null;
}

/** A text of the page with the line it is in. */
export interface Located {
	text: string;
	line: number;
}

/** A Markdown document of the repository. */
export interface Page {
	/** The path from the root of the repository. */
	file: string;
	source: string;
	blocks: Block[];
	/** The targets of links. */
	links: Located[];
	/** The sources of images, those of HTML included. */
	images: Located[];
	headings: Located[];
	/** What is in backticks. */
	codes: Located[];
}

/** The parts of prettier's syntax tree (that of remark) that are read here. */
interface Node {
	type: string;
	value?: string;
	lang?: string | null;
	url?: string;
	position: { start: { line: number } };
	children?: Node[];
}

const HTML_SOURCE = /<(?:img|source|video)\b[^>]*?\bsrc="([^"]+)"/g;
const HTML_LINK = /<a\b[^>]*?\bhref="([^"]+)"/g;
const COMMENT = /^<!--\s*([\s\S]*?)\s*-->$/;

/** Reads a document of the repository. */
export function readPage(file: string): Promise<Page> {
	return parsePage(file, readFileSync(path.join(ROOT, file), 'utf8'));
}

/** Parses a page with the parser that also formats it. */
export async function parsePage(file: string, source: string): Promise<Page> {
	// A block at the top of a site's page that only the site reads.
	const text = source.replace(/^---\n[\s\S]*?\n---\n/, (front) => front.replaceAll(/[^\n]/g, ''));
	const tree = (await parsers.markdown.parse(text, { originalText: text } as never)) as Node;
	const page: Page = { file, source, blocks: [], links: [], images: [], headings: [], codes: [] };
	visit(tree, null, page);
	return page;
}

function visit(node: Node, previous: Node | null, page: Page): void {
	const { line } = node.position.start;
	const { value = '', url = '' } = node;
	switch (node.type) {
		case 'code':
			page.blocks.push({
				language: node.lang?.split(/[\s{]/)[0] ?? '',
				text: value,
				line,
				comment: previous?.type === 'html' ? (COMMENT.exec(previous.value ?? '')?.[1] ?? null) : null,
			});
			break;
		case 'inlineCode':
			page.codes.push({ text: value, line });
			break;
		case 'link':
		case 'definition':
			page.links.push({ text: url, line });
			break;
		case 'image':
			page.images.push({ text: url, line });
			break;
		case 'heading':
			page.headings.push({ text: textOf(node), line });
			break;
		case 'html':
			for (const [, target = ''] of value.matchAll(HTML_SOURCE)) page.images.push({ text: target, line });
			for (const [, target = ''] of value.matchAll(HTML_LINK)) page.links.push({ text: target, line });
	}
	let before: Node | null = null;
	for (const child of node.children ?? []) {
		visit(child, before, page);
		before = child;
	}
}

function textOf(node: Node): string {
	return (node.value ?? '') + (node.children ?? []).map(textOf).join('');
}
