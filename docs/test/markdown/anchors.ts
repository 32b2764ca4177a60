import type { Page } from './page.ts';

/** The anchors of a page, as GitHub derives them from its headings, and those it names itself. */
export function anchorsOf(page: Page): Set<string> {
	const anchors = new Set<string>();
	for (const { text } of page.headings) {
		const own = /\{#([\w-]+)\}\s*$/.exec(text)?.[1];
		const name = own ?? slug(text);
		let anchor = name;
		for (let count = 1; anchors.has(anchor); count++) anchor = `${name}-${count}`;
		anchors.add(anchor);
	}
	for (const [, id = ''] of page.source.matchAll(/<a (?:id|name)="([^"]+)"/g)) anchors.add(id);
	return anchors;
}

function slug(heading: string): string {
	return heading
		.trim()
		.toLowerCase()
		.replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, '')
		.replaceAll(' ', '-');
}
