import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startReceiver, type Receiver } from '../support/receiver.ts';
import { allPaths, fillEveryKind, type ScreenIds } from './support/fill-screens.ts';
import { startSignedIn, type Visit } from './support/visit.ts';
import { waitUntilLoaded } from './support/wait-until-loaded.ts';

/** Runs in the page: the elements whose own text is smaller than 12 pixels. */
const FIND_SMALL = `[...document.body.querySelectorAll('*')].filter((element) => {
	const hasText = [...element.childNodes].some(({ nodeType, data }) => nodeType === Node.TEXT_NODE && data.trim() !== '');
	return hasText && element.checkVisibility() && parseFloat(getComputedStyle(element).fontSize) < 12;
}).map((element) => element.localName + '.' + element.className)`;

describe('text of the page', () => {
	let visit: Visit;
	let receiver: Receiver;
	let ids: ScreenIds;
	beforeAll(async () => {
		visit = await startSignedIn({ GATEWAY_RETRY_SCHEDULE: '0s' });
		receiver = await startReceiver();
		receiver.answer((response) => response.writeHead(500).end('not now'));
		ids = await fillEveryKind(visit.gateway, receiver.url);
		await visit.gateway.put('/simulator/v1/phones/4915112345611', { name: 'Ada Lovelace' });
	});
	afterAll(async () => {
		await visit.close();
		await receiver.close();
	});

	it('has at least 12 pixels on every screen, and a rem is what the browser is set to', async () => {
		const { page, open } = visit;
		const small: Record<string, string[]> = {};
		for (const place of allPaths(ids)) {
			await open(place);
			await waitUntilLoaded(page);
			const here = await page.evaluate<string[]>(FIND_SMALL);
			if (here.length > 0) small[place] = here;
		}
		expect(small).toEqual({});
		const rem = await page.evaluate<string>('getComputedStyle(document.documentElement).fontSize');
		expect(rem).toBe('16px');
	});

	it('has at least 12 pixels on the phone', async () => {
		const { page, open } = visit;
		await open('/');
		await page.getByRole('button', { name: 'Phone', exact: true }).click();
		const phone = page.getByRole('complementary', { name: 'Phone' });
		const chat = phone.getByRole('list', { name: /^Chats of/ }).getByRole('button');
		await chat.first().waitFor();
		const small = await page.evaluate<string[]>(FIND_SMALL);
		await chat.first().click();
		await phone.getByRole('article').first().waitFor();
		small.push(...(await page.evaluate<string[]>(FIND_SMALL)));
		expect(small).toEqual([]);
	});
});
