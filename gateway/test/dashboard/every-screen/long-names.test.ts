import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startReceiver, type Receiver } from '../../support/servers/receiver.ts';
import { allPaths, fillEveryKind, type ScreenIds } from '../support/fill-screens.ts';
import { layoutFaults } from '../support/layout-faults.ts';
import { confirmIdentity, startSignedIn, type Visit } from '../support/visit.ts';
import { waitUntilLoaded } from '../support/wait-until-loaded.ts';

/** As long as a name may be, of wide letters, and without a place to break. */
const NAME = 'W'.repeat(100);
const LONGEST_USER_NAME = 64;

describe('every dashboard screen with names of 100 letters', () => {
	let visit: Visit;
	let receiver: Receiver;
	let ids: ScreenIds;
	let userId: string;
	beforeAll(async () => {
		visit = await startSignedIn({ GATEWAY_RETRY_SCHEDULE: '0s' });
		receiver = await startReceiver();
		receiver.answer((response) => response.writeHead(500).end('not now'));
		ids = await fillEveryKind(visit.gateway, receiver.url, NAME);
		const { page, gateway, open } = visit;
		await gateway.put('/simulator/v1/phones/4915112345655', { name: NAME });
		await open('/users');
		await page.getByRole('button', { name: 'Invite somebody' }).click();
		await page.getByRole('dialog').getByLabel('Name').fill(NAME.slice(0, LONGEST_USER_NAME));
		await page.getByRole('button', { name: 'Make the link' }).click();
		await confirmIdentity(page);
		await page.getByRole('button', { name: 'I have copied it' }).click();
		await page.getByRole('main').getByRole('link', { name: 'WWW' }).click();
		await page.getByRole('heading', { level: 1, name: 'WWW' }).waitFor();
		userId = page.url().split('/').at(-1) ?? '';
		await open('/keys');
		await page.getByRole('button', { name: 'Create a key' }).click();
		await page.getByLabel('Name').fill(NAME);
		await page.getByRole('button', { name: 'Create the key' }).click();
		await page.getByRole('button', { name: 'I have copied it' }).click();
	});
	afterAll(async () => {
		await visit.close();
		await receiver.close();
	});

	describe.each([320, 390, 1024])('%d pixels wide', (width) => {
		beforeAll(async () => {
			await visit.page.setViewportSize({ width, height: 800 });
		});

		it('fits', async () => {
			const { page, open } = visit;
			const faults: Record<string, string[]> = {};
			for (const place of [...allPaths(ids), `/users/${userId}`]) {
				await open(place);
				await waitUntilLoaded(page);
				const here = await layoutFaults(page);
				if (here.length > 0) faults[place] = here;
			}
			expect(faults).toEqual({});
		});

		it.each([
			['Delete this instance', () => `/instances/${ids.instanceId}`],
			['Create a webhook', () => '/webhooks'],
			['Delete this webhook', () => `/webhooks/${ids.webhookId}?tab=settings`],
			['Change this chat', () => `/chats/${ids.instanceId}/${ids.chatId}`],
			['Create a key', () => '/keys'],
			[`Revoke ${NAME}`, () => '/keys'],
			['Remove this user', () => `/users/${userId}`],
		])('fits after a press of %s', async (button, place) => {
			const { page, open } = visit;
			await open(place());
			await page.getByRole('button', { name: button }).click();
			await waitUntilLoaded(page);
			expect(await layoutFaults(page)).toEqual([]);
			await page.reload();
		});

		it('fits with the phone', async () => {
			const { page, open } = visit;
			await open('/');
			await page.getByRole('button', { name: 'Phone', exact: true }).click();
			const phone = page.getByRole('complementary', { name: 'Phone' });
			const chat = phone.getByRole('list', { name: /^Chats of/ }).getByRole('button');
			await chat.first().waitFor();
			const faults = await layoutFaults(page);
			await chat.first().click();
			await phone.getByRole('region', { name: /^Conversation with/ }).waitFor();
			await waitUntilLoaded(page);
			faults.push(...(await layoutFaults(page)));
			await page.getByRole('button', { name: 'Close the phone' }).click();
			expect(faults).toEqual([]);
		});
	});
});
