import type { Page } from 'playwright-core';
import type { Screen } from './screens.ts';

/** Wheel events while a list is scrolled, and pixels of each. */
const TURNS = 60;
const STEP = 700;

/** Makes each page record its long tasks from its first script on. */
export async function recordLongTasks(page: Page): Promise<void> {
	await page.addInitScript(
		`window.longTasks = [];
		new PerformanceObserver((list) => {
			for (const { duration } of list.getEntries()) window.longTasks.push(duration);
		}).observe({ type: 'longtask', buffered: true });`,
	);
}

/** Returns the milliseconds from the request for the page until the screen is usable, starting from an empty page. */
export async function timeToUse(page: Page, url: string, { hash, usable }: Screen): Promise<number> {
	await page.goto('about:blank');
	const startedAt = performance.now();
	await page.goto(`${url}/#${hash}`, { waitUntil: 'commit' });
	await page.locator(usable).first().waitFor();
	return performance.now() - startedAt;
}

/** Returns the longest task while a list is scrolled, in milliseconds; 0: none took 50 ms. */
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

/** Returns the milliseconds from entering a search text until only matching chats are shown. */
export async function searchTime(page: Page, name: string): Promise<number> {
	const field = page.getByLabel('Search by name or number');
	await field.fill('');
	await page.locator('.chat-row').nth(5).waitFor();
	const startedAt = performance.now();
	await field.fill(name);
	// The content security policy forbids Playwright's waitForFunction.
	while (!(await page.evaluate<boolean>(ONLY_MATCHES(name))));
	return performance.now() - startedAt;
}

const ONLY_MATCHES = (name: string) =>
	`(() => {
		const rows = [...document.querySelectorAll('.chat-row')];
		return rows.length > 0 && rows.every((row) => row.textContent.includes(${JSON.stringify(name)}));
	})()`;
