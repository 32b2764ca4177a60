import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connectedInstance } from '../../support/gateway.ts';
import { startReceiver, type Receiver } from '../../support/servers/receiver.ts';
import { accessibilityViolations } from '../support/accessibility-violations.ts';
import { hasFocus } from '../support/elements.ts';
import { startSignedIn, type Visit } from '../support/visit.ts';

const ADA = '4915112345678';

describe('the search of the page', () => {
	let visit: Visit;
	let receiver: Receiver;
	let instanceId: string;
	let messageId: string;
	beforeAll(async () => {
		visit = await startSignedIn();
		receiver = await startReceiver();
		const { gateway } = visit;
		instanceId = await connectedInstance(gateway, 'Shop');
		await gateway.post('/v1/webhooks', { url: receiver.url, events: ['message.received'] });
		const message = { from: ADA, contactName: 'Ada Lovelace', content: 'When do you open on <b>Sunday</b>?' };
		const received = await gateway.post(`/simulator/v1/instances/${instanceId}/messages`, message);
		messageId = received.text('data.messageId');
		await receiver.count(1);
	});
	afterAll(async () => {
		await visit.close();
		await receiver.close();
	});

	const dialog = () => visit.page.getByRole('dialog', { name: 'Search' });
	const field = () => dialog().getByRole('combobox');
	const option = (name: RegExp) => dialog().getByRole('option', { name });

	/** Opens the search with the keyboard, types, and waits until what is shown belongs to the whole text. */
	async function search(text: string): Promise<void> {
		await visit.open('/usage');
		await visit.page.keyboard.press('Control+k');
		await field().waitFor();
		await visit.page.keyboard.type(text);
		await dialog().locator('[role="listbox"][aria-busy="false"]').waitFor({ state: 'attached' });
	}

	it('opens by its button and by Ctrl+K, and returns the focus when it closes', async () => {
		const { page, open } = visit;
		await open('/usage');
		const button = page.getByRole('button', { name: /^Search/ });
		await button.click();
		await field().waitFor();
		expect(await hasFocus(field())).toBe(true);
		await page.keyboard.press('Escape');
		await dialog().waitFor({ state: 'detached' });
		expect(await hasFocus(button)).toBe(true);
		await page.keyboard.press('Control+k');
		await field().waitFor();
		await dialog().getByRole('button', { name: 'Close' }).click();
		await dialog().waitFor({ state: 'detached' });
		expect(await hasFocus(button)).toBe(true);
	});

	it('closes when the browser goes back', async () => {
		const { page, open } = visit;
		await open('/audit');
		await open('/usage');
		await page.keyboard.press('Control+k');
		await field().waitFor();
		await page.goBack();
		await page.getByRole('heading', { level: 1, name: 'Audit log' }).waitFor();
		await dialog().waitFor({ state: 'detached' });
	});

	it('finds messages by their texts, with the words marked, and opens one', async () => {
		const { page } = visit;
		await search('open sund');
		const found = option(/When do you open/);
		await found.waitFor();
		expect(await found.locator('mark').allTextContents()).toEqual(['open', 'Sund']);
		expect(await found.textContent()).toContain('Ada Lovelace');
		await page.keyboard.press('Enter');
		await page.getByRole('heading', { level: 1, name: 'Received message' }).waitFor();
		expect(page.url()).toContain(`/messages/${messageId}`);
		expect(await hasFocus(page.getByRole('main'))).toBe(true);
	});

	it('finds chats by names and numbers, and opens one', async () => {
		const { page } = visit;
		for (const text of ['lovel', '+49 151 1234']) {
			await search(text);
			await option(/Ada Lovelace.*Shop/).click();
			await page
				.getByRole('region', { name: /Chat with Ada Lovelace/ })
				.or(page.getByText('When do you open'))
				.first()
				.waitFor();
			expect(decodeURIComponent(page.url())).toContain(`/chats/${instanceId}/${ADA}@s.whatsapp.net`);
		}
	});

	it('goes to screens and begins actions, by the arrow keys', async () => {
		const { page } = visit;
		await search('webh');
		await option(/^Webhooks$/).waitFor();
		expect(await option(/^Webhooks$/).getAttribute('aria-selected')).toBe('true');
		await page.keyboard.press('ArrowDown');
		const chosen = option(/^Create a webhook$/);
		expect(await chosen.getAttribute('aria-selected')).toBe('true');
		expect(await field().getAttribute('aria-activedescendant')).toBe(await chosen.getAttribute('id'));
		await page.keyboard.press('Enter');
		await page.getByRole('dialog', { name: 'Create a webhook' }).waitFor();
		await page.keyboard.press('Escape');
		await search('audit');
		await page.keyboard.press('Enter');
		await page.getByRole('heading', { level: 1, name: 'Audit log' }).waitFor();
	});

	it('leads from any id to what it belongs to', async () => {
		const { page, gateway } = visit;
		const webhookId = (await gateway.get('/v1/webhooks')).text('data.0.id');
		const deliveries = await gateway.get(`/v1/webhooks/${webhookId}/deliveries`);
		const [deliveryId, eventId] = [
			deliveries.text('data.deliveries.0.id'),
			(
				await gateway.get(`/v1/webhooks/${webhookId}/deliveries/${deliveries.text('data.deliveries.0.id')}`)
			).text('data.eventId'),
		];
		for (const [id, name, place] of [
			[instanceId, /^Instance/, `/instances/${instanceId}`],
			[messageId, /^Message/, `/messages/${messageId}`],
			[webhookId, /^Webhook/, `/webhooks/${webhookId}`],
			[deliveryId, /^Delivery/, `/webhooks/${webhookId}/deliveries/${deliveryId}`],
			[eventId, /^Event/, `/events/${eventId}`],
		] as const) {
			await search(id);
			await option(name).click();
			await page.waitForURL(`**/#${place}`);
		}
	});

	it('says when there is nothing', async () => {
		await search('"zzz(*');
		await dialog().getByText('Nothing found.').waitFor();
		await visit.page.keyboard.press('Enter');
		expect(await dialog().isVisible()).toBe(true);
		await visit.page.keyboard.press('Escape');
	});

	it.each(['light', 'dark'] as const)(
		'passes the accessibility checks in %s colours, also on a narrow page',
		async (colorScheme) => {
			const { page } = visit;
			await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
			for (const width of [1280, 320]) {
				await page.setViewportSize({ width, height: 640 });
				await search('a');
				await option(/Ada Lovelace/).waitFor();
				expect(await accessibilityViolations(page)).toEqual([]);
				expect(await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')).toBe(0);
				const box = await dialog().boundingBox();
				expect((box?.x ?? -1) >= 0 && (box?.x ?? 0) + (box?.width ?? 0) <= width).toBe(true);
				await page.keyboard.press('Escape');
				await dialog().waitFor({ state: 'detached' });
			}
			await page.setViewportSize({ width: 1280, height: 860 });
		},
	);

	it('logs no error to the console', () => {
		expect(visit.consoleErrors).toEqual([]);
	});
});
