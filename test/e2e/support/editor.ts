import path from 'node:path';
import { chromium, selectors, type Locator, type Page } from 'playwright-core';
import type { TestPlayground } from './test-playground.ts';

export const ARTIFACTS = path.resolve(import.meta.dirname, '..', '.artifacts');

/** n8n's editor in a browser, with its user logged in. */
export type Editor = {
	page: Page;
	/** What the browser's console has complained of so far. */
	complaints: string[];
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

/** Opens Chromium; what its console complains of is kept, but for what n8n's editor lives with in any case. */
export async function openBrowser(n8nUrl: string): Promise<Editor> {
	selectors.setTestIdAttribute('data-test-id');
	const browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
	const page = await browser.newPage({ viewport: { width: 1400, height: 900 }, deviceScaleFactor: 2 });
	const complaints: string[] = [];
	page.on('console', (message) => {
		const { url } = message.location();
		if (message.type() === 'error' && !isExpected(message.text(), url, n8nUrl)) {
			complaints.push(`${message.text()} (${url})`);
		}
	});
	page.on('pageerror', (error) => {
		complaints.push(error.stack ?? error.message);
	});
	return { page, complaints, close: () => browser.close() };
}

/** Logs in as the playground's owner, and waits for the list of workflows. */
export async function logIn({ page }: Editor, { session, account }: TestPlayground): Promise<void> {
	await page.goto(`${session.url}/signin`);
	await page.locator('input[type="email"]').fill(account.email);
	await page.locator('input[type="password"]').fill(account.password);
	await page.getByTestId('form-submit-button').click();
	await page.getByTestId('workflow-card-name').first().waitFor();
}

/** n8n's editor makes these three requests in any case, and lives with their failure. */
function isExpected(text: string, url: string, n8nUrl: string): boolean {
	const failed = 'Failed to load resource: ';
	if (!url.startsWith(`${n8nUrl}/`)) {
		// The npm registry is asked for the package's number of downloads: no Internet here, or not published.
		return text.startsWith(failed);
	}
	const where = url.slice(n8nUrl.length);
	if (where === '/rest/login') {
		// Is somebody logged in? Not before the login.
		return text.startsWith(`${failed}the server responded with a status of 401`);
	}
	// Is there a description of a node's output? It is optional.
	return (
		where.startsWith('/schemas/') && text.startsWith(`${failed}the server responded with a status of 404`)
	);
}

/** Opens a workflow and waits until it is drawn. */
export async function openWorkflow({ page }: Editor, n8nUrl: string, workflowId: string): Promise<void> {
	await page.goto(`${n8nUrl}/workflow/${workflowId}`);
	await page.getByTestId('canvas-node').first().waitFor();
}

/** Gives a node's box on the canvas. */
export function nodeOnCanvas({ page }: Editor, name: string): Locator {
	return page.locator(`[data-test-id="canvas-node"][data-node-name="${name}"]`);
}

/** Gives the address and the natural width of every image in a part of the page, once all have been loaded. */
export async function loadedImages(part: Locator): Promise<{ src: string; width: number }[]> {
	const images = part.locator('img');
	await images.first().waitFor();
	return images.evaluateAll(async (elements) => {
		const pictures = elements as { src: string; naturalWidth: number; decode: () => Promise<void> }[];
		await Promise.all(pictures.map((picture) => picture.decode().catch(() => undefined)));
		return pictures.map(({ src, naturalWidth }) => ({ src, width: naturalWidth }));
	});
}

/** Keeps a picture of the page for people to look at. */
export async function keepPicture({ page }: Editor, name: string): Promise<void> {
	await page.screenshot({ path: path.join(ARTIFACTS, `${name}.png`), animations: 'disabled' });
}
