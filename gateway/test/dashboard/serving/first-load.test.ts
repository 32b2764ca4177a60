import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { startReceiver, type Receiver } from '../../support/servers/receiver.ts';
import { fillScreens } from '../support/fill-screens.ts';
import { recordNetwork } from '../support/network-record.ts';
import { startSignedIn, type Visit } from '../support/visit.ts';

/** Limits of a first load, the files of the page and the answers of the API together. */
const MAX_REQUESTS = 8;
const MAX_BYTES = 80_000;

describe('first load of the page', () => {
	let visit: Visit;
	let receiver: Receiver;
	beforeAll(async () => {
		visit = await startSignedIn();
		receiver = await startReceiver();
		await fillScreens(visit.gateway, receiver.url);
	});
	afterAll(async () => {
		await visit.close();
		await receiver.close();
	});

	/** Opens the page in a browser that has nothing of it stored but the session. */
	async function openAnew(storageState?: Awaited<ReturnType<typeof sessionOf>>): Promise<Page> {
		return visit.anotherTab(storageState === undefined ? {} : { storageState });
	}
	const sessionOf = (page: Page) => page.context().storageState();

	it('takes at most eight requests and 80 kB for the overview, the live connection included', async () => {
		const page = await openAnew(await sessionOf(visit.page));
		const record = await recordNetwork(page);
		await page.goto(visit.url);
		await page.getByText('Instances connected').waitFor();
		await page.getByRole('button', { name: 'Phone' }).waitFor();
		const urls = await record.whenQuiet();
		expect(urls.filter((url) => url.endsWith('/v1/realtime'))).toHaveLength(1);
		expect(new Set(urls).size).toBe(urls.length);
		expect({ urls, tooMany: urls.length > MAX_REQUESTS }).toEqual({ urls, tooMany: false });
		expect(record.bytes()).toBeLessThan(MAX_BYTES);
		await page.context().close();
	});

	it('loads the code of a screen, and opens the live connection, beside the session', async () => {
		const page = await openAnew(await sessionOf(visit.page));
		const answer = Promise.withResolvers<undefined>();
		await page.route('**/admin/v1/session', async (route) => {
			await answer.promise;
			await route.continue();
		});
		const code = page.waitForResponse(/\/assets\/chats-[^/]+\.js$/);
		const connection = page.waitForEvent('websocket');
		await page.goto(`${visit.url}/#/chats`);
		await Promise.all([code, connection]);
		answer.resolve(undefined);
		await page.getByRole('heading', { level: 1, name: 'Chats' }).waitFor();
		await page.context().close();
	});

	it('takes no more for signing in', async () => {
		const page = await openAnew();
		const record = await recordNetwork(page);
		await page.goto(visit.url);
		await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
		const urls = await record.whenQuiet();
		expect({ urls, tooMany: urls.length > MAX_REQUESTS }).toEqual({ urls, tooMany: false });
		expect(record.bytes()).toBeLessThan(MAX_BYTES);
		await page.context().close();
	});
});
