import type { Page } from 'playwright-core';

/**
 * Runs in the page. Finds the elements that scroll or are cut off sideways without an ellipsis, the texts of which the
 * ellipsis leaves next to nothing, and the words that have room for one letter a line only. A table with many columns may scroll where the keyboard scrolls it too (WCAG 1.4.10).
 */
const FIND_FAULTS = `(() => {
	const isShown = (element) =>
		element.checkVisibility() && element.closest('svg, option') === null && getComputedStyle(element).clipPath === 'none';
	const isCutOff = (element) => {
		const { overflowX, textOverflow, display } = getComputedStyle(element);
		if (overflowX === 'auto' && element.matches('[role="region"][tabindex="0"]:has(> table)')) return false;
		if (overflowX === 'visible' || textOverflow === 'ellipsis' || display === 'inline') return false;
		return element.localName !== 'input' && element.scrollWidth > element.clientWidth + 1;
	};
	const isSwallowed = (element) => {
		const { textOverflow, fontSize } = getComputedStyle(element);
		const isCut = textOverflow === 'ellipsis' && element.scrollWidth > element.clientWidth;
		return isCut && element.textContent.trim() !== '' && element.clientWidth < 3 * parseFloat(fontSize);
	};
	const isSqueezed = (element) =>
		[...element.childNodes].some((node) => {
			if (node.nodeType !== Node.TEXT_NODE || node.data.trim() === '') return false;
			const range = document.createRange();
			range.selectNodeContents(node);
			const lines = [...range.getClientRects()];
			return lines.length > 2 && lines.every(({ width, height }) => width < 1.2 * height);
		});
	const nameOf = (element) => element.localName + '.' + (element.getAttribute('class') ?? '');
	const all = [...document.body.querySelectorAll('*')].filter(isShown);
	const beyond = document.documentElement.scrollWidth - innerWidth;
	return [
		...(beyond > 0 ? ['The page is wider by ' + beyond] : []),
		...all.filter(isCutOff).map((element) => 'Cut off: ' + nameOf(element)),
		...all.filter(isSwallowed).map((element) => 'Swallowed: ' + nameOf(element)),
		...all.filter(isSqueezed).map((element) => 'Squeezed: ' + nameOf(element)),
	];
})()`;

/** Returns what of the current page does not fit its width. */
export function layoutFaults(page: Page): Promise<string[]> {
	return page.evaluate<string[]>(FIND_FAULTS);
}
