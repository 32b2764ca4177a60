import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Locator } from 'playwright-core';
import { sendText, statusOf } from '../../support/gateway.ts';
import { at } from '../../support/json.ts';
import { PNG } from '../../support/sample-files.ts';
import { until } from '../../support/until.ts';
import { startPhonePanel, type PhonePanel } from '../support/phone-panel.ts';

describe('manual phone in the panel', () => {
	let panel: PhonePanel;
	let instanceId: string;

	beforeAll(async () => {
		panel = await startPhonePanel();
	});
	afterAll(() => panel.close());

	const activity = (): Locator => panel.root().getByRole('log', { name: 'Events and deliveries' });

	it('is created with one press and scans the QR code of an instance', async () => {
		const { page, gateway, open } = panel.visit;
		await open('/');
		await panel.press('Phone');
		await panel.press('Use a phone');
		await panel.press('Scan a QR code');
		await panel.press('Create it and scan its code');
		await panel.root().getByRole('button', { name: /^Shop/ }).waitFor();
		const [instance] = (await gateway.get('/v1/instances')).at('data') as { id: string; status: string }[];
		expect(instance?.status).toBe('connected');
		instanceId = String(instance?.id);
		await activity().getByText('instance.connected').waitFor();

		await panel.press('Settings of this phone');
		await page.getByRole('dialog').getByLabel('Name').fill('Ada Lovelace');
		await panel.press('Save');
		await panel.root().getByRole('region', { name: 'Phone of Ada Lovelace' }).waitFor();
	});

	it('sends a message, shows its ticks and the reply', async () => {
		await panel.root().getByRole('button', { name: /^Shop/ }).click();
		await panel.send('Hello');
		await panel.bubble('You wrote: Hello').waitFor();
		await panel.root().getByRole('article').first().getByText('Read').waitFor();
		await panel
			.bubble('You wrote: Hello')
			.getByRole('button', { name: 'In reply to: Hello', exact: true })
			.waitFor();
	});

	it('shows the events and deliveries that a tap causes', async () => {
		const { page } = panel.visit;
		const received = activity().getByRole('listitem').filter({ hasText: 'message.received' });
		await received.getByText('Delivered').waitFor();
		await received.getByText(/^200 in \d+ ms$/).waitFor();
		await received.getByRole('link', { name: 'Workflow' }).click();
		await page.getByRole('heading', { level: 1, name: 'message.received' }).waitFor();
		await panel.press('Clear');
		await activity().waitFor({ state: 'detached' });
	});

	it('sends emoji and pictures', async () => {
		await panel.press('Emoji');
		await panel.press('thumbs up');
		await panel.press('Send');
		await panel.bubble('You wrote: 👍').waitFor();
		const file = { name: 'cat.png', mimeType: 'image/png', buffer: PNG };
		await panel.root().getByLabel('Picture or file to send').setInputFiles(file);
		await panel.root().getByText('cat.png').waitFor();
		await panel.send('My cat');
		const picture = panel
			.root()
			.getByRole('article')
			.filter({ has: panel.visit.page.locator('img') })
			.locator('img');
		await until('the picture', () =>
			picture.evaluate((image) => (image as { naturalWidth: number }).naturalWidth > 0),
		);
	});

	it('replies to a message', async () => {
		await panel.bubble('You wrote: My cat').hover();
		await panel.root().getByRole('button', { name: 'Reply to this message' }).last().click();
		await panel.root().getByText('You wrote: My cat').last().waitFor();
		await panel.send('Is it not pretty?');
		await panel.bubble('You wrote: Is it not pretty?').waitFor();
		const own = panel
			.root()
			.getByRole('article')
			.filter({ has: panel.visit.page.locator('.bubble-quote', { hasText: 'You wrote: My cat' }) });
		await own.getByText('Is it not pretty?').waitFor();
	});

	it('shows that the instance is typing', async () => {
		const { gateway } = panel.visit;
		const chatId = `${await panel.numberOf('Ada Lovelace')}@s.whatsapp.net`;
		await gateway.post(`/v1/messages/chats/${chatId}/typing`, { instanceId });
		await panel.root().getByText('Shop is typing…').waitFor();
	});

	it('blocks and unblocks the instance', async () => {
		await panel.press('Block');
		await panel.root().getByText('You blocked this contact. Unblock it to write.').waitFor();
		const messageId = await sendText(panel.visit.gateway, instanceId, await panel.numberOf('Ada Lovelace'));
		await until('the failure', async () => {
			return at(await statusOf(panel.visit.gateway, messageId), 'error.code') === 'recipient_blocked';
		});
		await panel.press('Unblock');
		await panel.root().getByRole('textbox').waitFor();
	});

	it('receives the messages sent while it was offline', async () => {
		await panel.root().getByRole('switch', { name: 'Online' }).click();
		await panel.root().getByText('This phone is offline. Switch it online to write.').waitFor();
		const messageId = await sendText(
			panel.visit.gateway,
			instanceId,
			await panel.numberOf('Ada Lovelace'),
			'Your parcel is here',
		);
		await until('the message on its way', async () => {
			return at(await statusOf(panel.visit.gateway, messageId), 'status') === 'sent';
		});
		expect(await panel.bubble('Your parcel is here').count()).toBe(0);
		await panel.root().getByRole('switch', { name: 'Online' }).click();
		await panel.bubble('Your parcel is here').waitFor();
	});

	it('marks messages as read by hand when set to', async () => {
		const { page, gateway } = panel.visit;
		await panel.press('Settings of this phone');
		await page.getByLabel('Reads what it receives').selectOption('by_hand');
		await panel.press('Save');
		const messageId = await sendText(
			gateway,
			instanceId,
			await panel.numberOf('Ada Lovelace'),
			'Did you see it?',
		);
		await panel.bubble('Did you see it?').waitFor();
		await panel.root().getByRole('navigation', { name: 'Phones' }).getByText('1 unread').waitFor();
		await panel.press('Mark as read');
		await page.getByRole('button', { name: 'Mark as read' }).waitFor({ state: 'detached' });
		await until('the message as read', async () => {
			return at(await statusOf(gateway, messageId), 'status') === 'read';
		});
	});

	it('writes in a group with another phone', async () => {
		const { page } = panel.visit;
		await panel.press('Another phone');
		await page.getByRole('dialog').getByLabel('Name').fill('Grace Hopper');
		await panel.press('Add phone');
		await panel.root().getByRole('region', { name: 'Phone of Grace Hopper' }).waitFor();
		await panel.press('Groups');
		await page.getByLabel('Name of a new group').fill('Neighbours');
		await page.getByLabel('Ada Lovelace').check();
		await panel.press('Make the group');
		await panel
			.root()
			.getByRole('button', { name: /^Neighbours/ })
			.click();
		await panel.send('Hello everybody');
		await panel.bubble('You wrote: Hello everybody').waitFor();

		await panel.root().getByRole('navigation', { name: 'Phones' }).getByText('Ada Lovelace').click();
		await panel
			.root()
			.getByRole('button', { name: /^Neighbours/ })
			.click();
		const greeting = panel.root().getByRole('article').filter({ hasText: 'Hello everybody' }).first();
		await greeting.getByText('Grace Hopper').waitFor();
		await panel.press('Leave');
		await panel
			.root()
			.getByRole('button', { name: /^Neighbours/ })
			.waitFor({ state: 'detached' });
	});
});
