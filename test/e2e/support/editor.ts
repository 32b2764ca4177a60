import path from 'node:path';
import { chromium, selectors, type Locator, type Page } from 'playwright-core';
import type { TestPlayground } from './test-playground.ts';

export const ARTIFACTS = path.resolve(import.meta.dirname, '..', '.artifacts');

/** n8n's editor in a browser, with its user logged in. */
export type Editor = {
	page: Page;
	/** The errors in the browser's console, except expected ones. */
	consoleErrors: string[];
	close: () => Promise<void>;
};

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

/**
 * Opens Chromium and records the errors in its console, except those that n8n's editor always causes. With a
 * `deviceScaleFactor` of 1 pages have a quarter of the pixels, and are drawn faster.
 */
export async function openBrowser(n8nUrl: string, deviceScaleFactor = 2): Promise<Editor> {
	selectors.setTestIdAttribute('data-test-id');
	const browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
	const page = await browser.newPage({ viewport: { width: 1400, height: 900 }, deviceScaleFactor });
	const consoleErrors: string[] = [];
	page.on('console', (message) => {
		const { url } = message.location();
		if (message.type() === 'error' && !isExpected(message.text(), url, n8nUrl)) {
			consoleErrors.push(`${message.text()} (${url})`);
		}
	});
	page.on('pageerror', (error) => {
		consoleErrors.push(error.stack ?? error.message);
	});
	return { page, consoleErrors, close: () => browser.close() };
}

/** Logs in as the playground's owner, and waits for the list of workflows. */
export async function logIn({ page }: Editor, { session, account }: TestPlayground): Promise<void> {
	await page.goto(`${session.url}/signin`);
	await page.locator('input[type="email"]').fill(account.email);
	await page.locator('input[type="password"]').fill(account.password);
	await page.getByTestId('form-submit-button').click();
	await page.getByTestId('workflow-card-name').first().waitFor();
}

/** Returns whether an error is of one of the three requests whose failure n8n's editor tolerates. */
function isExpected(text: string, url: string, n8nUrl: string): boolean {
	const failed = 'Failed to load resource: ';
	if (!url.startsWith(`${n8nUrl}/`)) {
		// The package's downloads at the npm registry, which is not reachable or does not have the package.
		return text.startsWith(failed);
	}
	const where = url.slice(n8nUrl.length);
	if (where === '/rest/login') {
		// The check of the session before the login.
		return text.startsWith(`${failed}the server responded with a status of 401`);
	}
	// The optional schema of a node's output.
	return (
		where.startsWith('/schemas/') && text.startsWith(`${failed}the server responded with a status of 404`)
	);
}

/** Opens a workflow and waits until its nodes are drawn. */
export async function openWorkflow({ page }: Editor, n8nUrl: string, workflowId: string): Promise<void> {
	await page.goto(`${n8nUrl}/workflow/${workflowId}`);
	await page.getByTestId('canvas-node').first().waitFor();
}

/** Returns the locator of a node on the canvas. */
export function canvasNode({ page }: Editor, name: string): Locator {
	return page.locator(`[data-test-id="canvas-node"][data-node-name="${name}"]`);
}

/** Waits until all images in a part of the page are loaded and returns their URLs and natural widths. */
export async function loadedImages(part: Locator): Promise<{ src: string; width: number }[]> {
	const images = part.locator('img');
	await images.first().waitFor();
	return images.evaluateAll(async (elements) => {
		const pictures = elements as { src: string; naturalWidth: number; decode: () => Promise<void> }[];
		await Promise.all(pictures.map((picture) => picture.decode().catch(() => undefined)));
		return pictures.map(({ src, naturalWidth }) => ({ src, width: naturalWidth }));
	});
}

/** Saves a screenshot of the page as a test artifact. */
export async function saveScreenshot({ page }: Editor, name: string): Promise<void> {
	await page.screenshot({ path: path.join(ARTIFACTS, `${name}.png`), animations: 'disabled' });
}
