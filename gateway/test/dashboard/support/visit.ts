import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import type { GatewayProcess } from '../../support/gateway-process.ts';
import { startTestGateway, type TestGateway, type TestOptions } from '../../support/gateway.ts';
import { closePages, openBrowser, openTab } from './browser.ts';

export const PASSWORD = 'correct horse battery';
const BUILT = path.join(import.meta.dirname, '../../../dashboard/dist/index.html');
/** The default latency, so that the page shows intermediate states. */
const LATENCY = { GATEWAY_SIMULATOR_LATENCY_MS: '20,50,100' };

/** The dashboard in a browser, on a real gateway. */
export interface Visit {
	gateway: TestGateway;
	page: Page;
	browser: Browser;
	/** The address of the page. */
	url: string;
	/** The one-time link to set the owner's password. */
	setupLink: string;
	/** The errors in the console so far. */
	consoleErrors: string[];
	/** Opens a path of the page, such as `/instances`. */
	open: (place: string) => Promise<void>;
	/** Opens a page in another browser context, which is not signed in. */
	anotherTab: (options?: BrowserContextOptions) => Promise<Page>;
	close: () => Promise<void>;
}

interface VisitOptions extends Pick<TestOptions, 'clock'> {
	/**
	 * The host name of the page's address. Passkeys need a name: an IP address has none. `gateway.lan` is, to a browser,
	 * a host of the local network without HTTPS.
	 */
	host?: 'localhost' | 'gateway.lan';
}

/** Starts a gateway and a browser. Nobody is signed in, and there is no password yet. */
export async function startVisit(
	environment: Record<string, string> = {},
	{ host, ...options }: VisitOptions = {},
): Promise<Visit> {
	if (!existsSync(BUILT)) throw new Error('The page is not built. Run: npx gulp dashboard');
	const gateway = await startTestGateway({ ...options, environment: { ...LATENCY, ...environment } });
	const url = host === undefined ? gateway.url : gateway.url.replace('127.0.0.1', host);
	const browser = await openBrowser();
	const consoleErrors: string[] = [];
	const page = await openTab(browser, consoleErrors);
	return {
		gateway,
		page,
		browser,
		url,
		setupLink: `${url}/#/setup/${gateway.setupToken ?? ''}`,
		consoleErrors,
		open: async (place) => {
			await page.goto(`${url}/#${place}`);
			await page.getByRole('heading', { level: 1 }).waitFor();
		},
		anotherTab: (options) => openTab(browser, consoleErrors, options),
		async close() {
			await closePages(browser);
			await gateway.close();
		},
	};
}

/** Starts a gateway and a browser and signs the owner in. */
export async function startSignedIn(
	environment: Record<string, string> = {},
	options: VisitOptions = {},
): Promise<Visit> {
	const visit = await startVisit(environment, options);
	await signInFirst(visit);
	return visit;
}

/** Sets the owner's password, which signs the owner in. */
export async function signInFirst({ page, setupLink }: Visit): Promise<void> {
	await page.goto(setupLink);
	await page.getByLabel('New password').fill(PASSWORD);
	await page.getByRole('button', { name: 'Set the password' }).click();
	await page.getByRole('heading', { name: 'Overview' }).waitFor();
}

/** Returns the one-time link that a gateway's process wrote at its first start. */
export function setupLink(gateway: GatewayProcess): string {
	if (gateway.setupLink === null) throw new Error('The gateway wrote no link to set the password with.');
	return gateway.setupLink.trim();
}

/** Signs in with the password that all users of the tests have; `name` is needed where there are several users. */
export async function signIn(page: Page, url: string, name = ''): Promise<void> {
	await page.goto(url);
	await page.getByLabel('Name').fill(name);
	await page.getByLabel('Password').fill(PASSWORD);
	await page.getByRole('button', { name: 'Sign in', exact: true }).click();
	await page.getByRole('heading', { name: 'Overview' }).waitFor();
}

/** Answers the question for the user's identity with the password. */
export async function confirmIdentity(page: Page): Promise<void> {
	const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
	await dialog.getByLabel('Your password').fill(PASSWORD);
	await dialog.getByRole('button', { name: 'Confirm', exact: true }).click();
	await dialog.waitFor({ state: 'detached' });
}
