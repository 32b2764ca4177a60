import type { Page } from 'playwright-core';
import type { Screen } from './screens.ts';

/** Turns of the wheel while a list is watched, and how far each goes, in pixels. */
const TURNS = 60;
const STEP = 700;

/** Watches for long tasks from the first script on. */
export async function watchLongTasks(page: Page): Promise<void> {
	await page.addInitScript(
		`window.longTasks = [];
		new PerformanceObserver((list) => {
			for (const { duration } of list.getEntries()) window.longTasks.push(duration);
		}).observe({ type: 'longtask', buffered: true });`,
	);
}

/** Milliseconds from the request for the page until the screen can be used, with nothing of it loaded before. */
export async function timeToUse(page: Page, url: string, { place, usable }: Screen): Promise<number> {
	await page.goto('about:blank');
	const begun = performance.now();
	await page.goto(`${url}/#${place}`, { waitUntil: 'commit' });
	await page.locator(usable).first().waitFor();
	return performance.now() - begun;
}

/** The longest task, in milliseconds, while a list is scrolled a long way; 0: none took 50 ms. */
export async function longestTaskWhileScrolling(page: Page, list: string): Promise<number> {
	await page.locator(list).hover();
	await page.evaluate('window.longTasks.length = 0');
	const up = list.includes('conversation');
	for (let turn = 0; turn < TURNS; turn += 1) {
		await page.mouse.wheel(0, up ? -STEP : STEP);
		await page.evaluate('new Promise(requestAnimationFrame)');
	}
	return page.evaluate<number>('Math.max(0, ...window.longTasks)');
}

/** Milliseconds from the last key of a search until what was searched for is on show. */
export async function searchTime(page: Page, typed: string, found: string): Promise<number> {
	const field = page.getByLabel('Search by name or number');
	await field.fill('');
	await page.locator('.chat-row').nth(5).waitFor();
	const begun = performance.now();
	await field.fill(typed);
	// The content security policy forbids playwright's own way to wait for a condition.
	while (!(await page.evaluate<boolean>(ONLY_FOUND(found))));
	return performance.now() - begun;
}

const ONLY_FOUND = (found: string) =>
	`(() => {
		const rows = [...document.querySelectorAll('.chat-row')];
		return rows.length > 0 && rows.every((row) => row.textContent.includes(${JSON.stringify(found)}));
	})()`;
