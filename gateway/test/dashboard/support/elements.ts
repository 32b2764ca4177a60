import type { Locator } from 'playwright-core';

/** The properties of a DOM element that tests use. */
interface Element {
	scrollTop: number;
	naturalWidth: number;
	matches: (selector: string) => boolean;
}

export function hasFocus(target: Locator, how: ':focus' | ':focus-visible' = ':focus'): Promise<boolean> {
	return target.evaluate((element, selector) => (element as Element).matches(selector), how);
}

/** Whether the text of an element, or what is typed into it, is written from right to left. */
export function isRightToLeft(target: Locator): Promise<boolean> {
	return target.evaluate((element) => (element as Element).matches(':dir(rtl)'));
}

export async function scrollToTop(target: Locator): Promise<void> {
	await target.evaluate((element) => {
		(element as Element).scrollTop = 0;
	});
}

export async function scrollBy(target: Locator, pixels: number): Promise<void> {
	await target.evaluate((element, by) => {
		(element as Element).scrollTop += by;
	}, pixels);
}

/** Whether a picture is loaded and drawn. */
export function isDrawn(picture: Locator): Promise<boolean> {
	return picture.evaluate((element) => (element as Element).naturalWidth > 0);
}
