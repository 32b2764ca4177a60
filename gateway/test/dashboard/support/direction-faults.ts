import type { Page } from 'playwright-core';

/**
 * Runs in the page. Finds texts that begin in Arabic but are laid out from left to right, and those of one line that
 * are cut off at their beginning. Each line of a preformatted text has its own direction, which styles do not show.
 */
const FIND_FAULTS = `(() => {
	const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
	const faults = [];
	while (texts.nextNode()) {
		const { currentNode: node } = texts;
		const { parentElement: parent } = node;
		const first = node.data.search(/\\p{Letter}/u);
		if (!/[\\u0600-\\u06ff]/.test(node.data[first] ?? '') || parent.closest('pre, .visually-hidden') !== null || !parent.checkVisibility()) continue;
		const name = parent.localName + '.' + parent.className;
		if (getComputedStyle(parent).direction !== 'rtl') faults.push('From left to right: ' + name);
		const box = parent.closest('.cut')?.getBoundingClientRect();
		if (box === undefined) continue;
		const range = document.createRange();
		range.setStart(node, first);
		range.setEnd(node, first + 1);
		const { left, right } = range.getBoundingClientRect();
		if (left < box.left - 1 || right > box.right + 1) faults.push('Cut off at the beginning: ' + name);
	}
	return faults;
})()`;

/** Returns which Arabic texts of the current page do not read from right to left, from their beginning. */
export function directionFaults(page: Page): Promise<string[]> {
	return page.evaluate<string[]>(FIND_FAULTS);
}
