import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startReceiver, type Receiver } from '../../support/servers/receiver.ts';
import { allPaths, fillEveryKind, type ScreenIds } from '../support/fill-screens.ts';
import { layoutFaults } from '../support/layout-faults.ts';
import { startSignedIn, type Visit } from '../support/visit.ts';
import { waitUntilLoaded } from '../support/wait-until-loaded.ts';

/** Runs in the page: the elements whose own text is smaller than 12 pixels. */
const FIND_SMALL = `[...document.body.querySelectorAll('*')].filter((element) => {
	const hasText = [...element.childNodes].some(({ nodeType, data }) => nodeType === Node.TEXT_NODE && data.trim() !== '');
	return hasText && element.checkVisibility() && parseFloat(getComputedStyle(element).fontSize) < 12;
}).map((element) => element.localName + '.' + element.className)`;

/** Pixels of large screens that are not scaled, and of a rem there. */
const LARGE = [
	{ width: 2560, height: 1440, rem: 16 },
	{ width: 3840, height: 2160, rem: 24 },
] as const;

/** Runs in the page: the pixels of a rem, and the share of the room beside the navigation that the content takes. */
const MEASURE_WIDTH = `(() => {
	const width = (selector) => document.querySelector(selector).getBoundingClientRect().width;
	const { fontSize } = getComputedStyle(document.documentElement);
	return { rem: parseFloat(fontSize), share: width('.content') / width('.middle') };
})()`;
/** The least share: less leaves a screen half empty. */
const LEAST_SHARE = 0.75;

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

	it('has at least 12 pixels on every screen, a rem is what the browser is set to, and large screens are used', async () => {
		const { page, open } = visit;
		const small: Record<string, string[]> = {};
		const faults: Record<string, string[]> = {};
		const viewport = page.viewportSize() ?? { width: 1280, height: 860 };
		for (const place of allPaths(ids)) {
			await open(place);
			await waitUntilLoaded(page);
			const here = await page.evaluate<string[]>(FIND_SMALL);
			if (here.length > 0) small[place] = here;
			for (const { rem, ...size } of LARGE) {
				await page.setViewportSize(size);
				const found = await layoutFaults(page);
				const measured = await page.evaluate<{ rem: number; share: number }>(MEASURE_WIDTH);
				if (measured.share < LEAST_SHARE) found.push(`Takes ${measured.share.toFixed(2)} of the room`);
				if (measured.rem !== rem) found.push(`A rem has ${measured.rem} pixels`);
				if (found.length > 0) faults[`${place} ${size.width}`] = found;
			}
			await page.setViewportSize(viewport);
		}
		expect(small).toEqual({});
		expect(faults).toEqual({});
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
