import type * as playwright from 'playwright-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { importOnce } from '../../support/import-once.ts';

const CHROMIUM = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
const FLAGS = [
	'--headless',
	'--no-sandbox',
	'--disable-gpu',
	'--disable-quic',
	'--no-first-run',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
];

/** Real milliseconds anything on the page may take before a test gives up. */
const PATIENCE = 30_000;

export async function openBrowser(): Promise<Browser> {
	const { chromium } = await importOnce<typeof playwright>('playwright-core', import.meta.url);
	return chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
}

/** A page of its own, as another person's; what its console complains of is added to `complaints`. */
export async function openTab(
	browser: Browser,
	complaints: string[],
	options: BrowserContextOptions = {},
): Promise<Page> {
	const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, ...options });
	const page = await context.newPage();
	page.setDefaultTimeout(PATIENCE);
	page.on('console', (message) => {
		if (message.type() !== 'error' || isAsked(message.text(), message.location().url)) return;
		complaints.push(`${message.text()} (${message.location().url})`);
	});
	page.on('pageerror', (error) => {
		complaints.push(error.stack ?? error.message);
	});
	return page;
}

/** Is somebody signed in? Before that, the browser notes the answer as an error in any case. */
function isAsked(text: string, url: string): boolean {
	return url.endsWith('/admin/v1/session') && text.includes('the server responded with a status of 401');
}
