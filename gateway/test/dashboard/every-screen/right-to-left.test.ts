import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startReceiver, type Receiver } from '../../support/servers/receiver.ts';
import { directionFaults } from '../support/direction-faults.ts';
import { isRightToLeft } from '../support/elements.ts';
import { allPaths, fillEveryKind, type ScreenIds } from '../support/fill-screens.ts';
import { startSignedIn, type Visit } from '../support/visit.ts';
import { waitUntilLoaded } from '../support/wait-until-loaded.ts';

/** Longer than the line of a list, with a number and punctuation. */
const TEXT = 'مرحبا، هل المتجر مفتوح اليوم حتى الساعة 18 أم يغلق مبكرا؟ أريد أن أشتري هدية لأمي.';

describe('text from right to left', () => {
	let visit: Visit;
	let receiver: Receiver;
	let ids: ScreenIds;
	beforeAll(async () => {
		visit = await startSignedIn({ GATEWAY_RETRY_SCHEDULE: '0s' });
		receiver = await startReceiver();
		receiver.answer((response) => response.writeHead(500).end('not now'));
		ids = await fillEveryKind(visit.gateway, receiver.url, TEXT);
		await visit.gateway.put('/simulator/v1/phones/4915112345655', { name: TEXT });
	});
	afterAll(async () => {
		await visit.close();
		await receiver.close();
	});

	it.each([390, 1280])('reads from its beginning on every screen, %d pixels wide', async (width) => {
		const { page, open } = visit;
		await page.setViewportSize({ width, height: 860 });
		const faults: Record<string, string[]> = {};
		for (const place of allPaths(ids)) {
			await open(place);
			await waitUntilLoaded(page);
			const here = await directionFaults(page);
			if (here.length > 0) faults[place] = here;
		}
		expect(faults).toEqual({});
	});

	it('reads from its beginning on the phone', async () => {
		const { page, open } = visit;
		await open('/');
		await page.getByRole('button', { name: 'Phone', exact: true }).click();
		const phone = page.getByRole('complementary', { name: 'Phone' });
		await phone
			.getByRole('list', { name: /^Chats of/ })
			.getByRole('button')
			.first()
			.click();
		await phone.getByRole('textbox').fill(TEXT);
		expect(await isRightToLeft(phone.getByRole('textbox'))).toBe(true);
		await phone.getByRole('button', { name: 'Send', exact: true }).click();
		await phone.getByRole('article').filter({ hasText: TEXT }).waitFor();
		await phone.getByRole('log').getByText('message.received').waitFor();
		expect(await directionFaults(page)).toEqual([]);
		await page.getByRole('button', { name: 'Close the phone' }).click();
	});

	it('is written from right to left', async () => {
		const { page, open } = visit;
		await open(`/chats/${ids.instanceId}/${ids.chatId}`);
		const fields = [page.getByLabel('Message', { exact: true }), page.getByLabel('Search by name or number')];
		for (const field of fields) {
			await field.fill(TEXT);
			expect(await isRightToLeft(field)).toBe(true);
		}
		await open(`/instances/${ids.instanceId}`);
		expect(await isRightToLeft(page.getByLabel('Name', { exact: true }))).toBe(true);
		await open('/instances');
		await page.getByRole('button', { name: 'Create an instance' }).click();
		await page.getByLabel('Name').fill('Shop');
		expect(await isRightToLeft(page.getByLabel('Name'))).toBe(false);
		await page.getByLabel('Name').fill(TEXT);
		expect(await isRightToLeft(page.getByLabel('Name'))).toBe(true);
	});
});
