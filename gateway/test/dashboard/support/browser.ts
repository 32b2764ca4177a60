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
	'--host-resolver-rules=MAP gateway.lan 127.0.0.1',
];

/** Timeout of every operation on the page, in milliseconds; only a failing test waits as long. */
const PATIENCE = 120_000;

export async function openBrowser(): Promise<Browser> {
	const { chromium } = await importOnce<typeof playwright>('playwright-core', import.meta.url);
	return chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
}

/** Opens a page in a browser context of its own; the errors of its console are added to `consoleErrors`. */
export async function openTab(
	browser: Browser,
	consoleErrors: string[],
	options: BrowserContextOptions = {},
): Promise<Page> {
	const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, ...options });
	// Of the context, so that pages that links open have it too.
	context.setDefaultTimeout(PATIENCE);
	const page = await context.newPage();
	page.on('console', (message) => {
		if (message.type() !== 'error' || isAsked(message.text(), message.location().url)) return;
		consoleErrors.push(`${message.text()} (${message.location().url})`);
	});
	page.on('pageerror', (error) => {
		consoleErrors.push(error.stack ?? error.message);
	});
	return page;
}

/** Whether the error is the 401 of the session check after a session has ended, or of a wrong password. */
function isAsked(text: string, url: string): boolean {
	return url.endsWith('/admin/v1/session') && text.includes('the server responded with a status of 401');
}
