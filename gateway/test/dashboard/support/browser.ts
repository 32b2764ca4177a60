import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { importOnce } from '../../support/import-once.ts';
import type * as shared from './shared-browser.ts';

/** Timeout of every operation on the page, in milliseconds; only a failing test waits as long. */
const PATIENCE = 120_000;

/** Opens the browser of this process. */
export async function openBrowser(): Promise<Browser> {
	const { sharedBrowser } = await importOnce<typeof shared>('./shared-browser.ts', import.meta.url);
	return sharedBrowser();
}

/** Closes all pages; the browser stays for the next test file. */
export async function closePages(browser: Browser): Promise<void> {
	await Promise.all(browser.contexts().map((context) => context.close()));
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
