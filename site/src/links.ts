import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { visit } from 'unist-util-visit';

/** A link or a picture in a Markdown text. */
export type Link = { url: string; kind: 'link' | 'image' };

/** Returns a Markdown text with other addresses in its links and pictures; all else stays as it is. */
export function rewriteLinks(markdown: string, rewrite: (link: Link) => string): string {
	const tree = fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
	const changes: { start: number; end: number; text: string }[] = [];
	const change = (start: number, before: string, kind: Link['kind']): void => {
		const text = rewrite({ url: before, kind });
		if (text !== before) changes.push({ start, end: start + before.length, text });
	};
	visit(tree, (node) => {
		const start = node.position?.start.offset;
		const end = node.position?.end.offset;
		if (start === undefined || end === undefined) return;
		const source = markdown.slice(start, end);
		if (node.type === 'html') {
			// GitHub shows a picture in a chosen width only if it is written as HTML.
			for (const { index, 0: attribute, 1: url = '' } of source.matchAll(/\bsrc="([^"]+)"/g)) {
				change(start + index + attribute.indexOf(url), url, 'image');
			}
		} else if (node.type === 'link' || node.type === 'image' || node.type === 'definition') {
			// The address is the last occurrence: a link's text may contain it too, or contain a picture.
			const at = source.lastIndexOf(node.url);
			if (at !== -1) change(start + at, node.url, node.type === 'image' ? 'image' : 'link');
		}
	});
	return changes
		.sort((a, b) => b.start - a.start)
		.reduce((text, { start, end, text: url }) => text.slice(0, start) + url + text.slice(end), markdown);
}

/** Returns whether an address names another host, or a scheme such as mailto. */
export function isExternal(url: string): boolean {
	return /^([a-z][a-z\d+.-]*:|\/\/)/i.test(url);
}
