import type { Page, Request } from 'playwright-core';
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

/** Milliseconds after which a screen counts as not usable. */
const PATIENCE = 15_000;

/** The time until a screen was usable, and its slowest request until then. */
export interface Opening {
	/** Milliseconds from the request for the page; Infinity: it was not usable within 15 seconds. */
	time: number;
	/** Method and path, and milliseconds; null: there was none. */
	slowest: { what: string; time: number } | null;
}

/** Opens a screen, starting from an empty page. */
export async function openScreen(page: Page, url: string, { hash, usable }: Screen): Promise<Opening> {
	await page.goto('about:blank');
	let slowest: Opening['slowest'] = null;
	const note = (request: Request): void => {
		const { pathname } = new URL(request.url());
		const time = request.timing().responseEnd - request.timing().requestStart;
		if (!/^\/(v1|admin)\//.test(pathname) || time <= (slowest?.time ?? 0)) return;
		slowest = { what: `${request.method()} ${pathname.replace(/(\w+)_\w{20,}/g, '$1_…')}`, time };
	};
	page.on('requestfinished', note);
	await page.goto(`${url}/#${hash}`, { waitUntil: 'commit' });
	const time = await page.evaluate<number | null>(WHEN_VISIBLE(usable));
	page.off('requestfinished', note);
	return { time: time ?? Infinity, slowest };
}

/**
 * The milliseconds from the request for the page until an element is visible; null: none was in time. The page looks in
 * each of its frames, because Playwright looks every 500 ms when it waits for long.
 */
const WHEN_VISIBLE = (selector: string) =>
	`new Promise((resolve) => {
		const look = () => {
			const now = performance.now();
			if (document.querySelector(${JSON.stringify(selector)})?.checkVisibility()) resolve(now);
			else if (now > ${PATIENCE}) resolve(null);
			else requestAnimationFrame(look);
		};
		look();
	})`;

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

/** Returns the milliseconds from entering a text into the search of everything until a message is found. */
export async function messageSearchTime(page: Page, text: string): Promise<number> {
	await page.keyboard.press('Control+k');
	const field = page.getByRole('dialog', { name: 'Search' }).getByRole('combobox');
	await field.waitFor();
	const startedAt = await page.evaluate<number>('performance.now()');
	await field.fill(text);
	const found = '[role="group"][aria-label="Messages"] [role="option"]';
	const time = ((await page.evaluate<number | null>(WHEN_VISIBLE(found))) ?? Infinity) - startedAt;
	await page.keyboard.press('Escape');
	await field.waitFor({ state: 'detached' });
	return time;
}

/** Milliseconds until the ledger has compared the rows of its latest hours again, and those of all 24. */
export interface Comparison {
	first: number;
	all: number;
}

export async function comparisonTimes(page: Page, url: string): Promise<Comparison> {
	await page.goto(`${url}/#/ledger`);
	await page.locator('.ledger-table tbody tr').first().waitFor();
	return page.evaluate<Comparison>(COMPARED_AGAIN);
}

/**
 * Clicks the button, and looks in each frame until the page says that some hours are compared, and until the button, which
 * is disabled meanwhile, is enabled again.
 */
const COMPARED_AGAIN = `new Promise((resolve) => {
	const startedAt = performance.now();
	const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent.includes('Compare again'));
	button.click();
	let first = null;
	const look = () => {
		const passed = performance.now() - startedAt;
		if (/again: [1-9]/.test(document.body.textContent) || !button.disabled) first ??= passed;
		if (button.disabled) requestAnimationFrame(look);
		else resolve({ first, all: passed });
	};
	requestAnimationFrame(look);
})`;

const ONLY_MATCHES = (name: string) =>
	`(() => {
		const rows = [...document.querySelectorAll('.chat-row')];
		return rows.length > 0 && rows.every((row) => row.textContent.includes(${JSON.stringify(name)}));
	})()`;
