import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Locator } from 'playwright-core';
import { connectedInstance, sendText } from '../../support/gateway.ts';
import { reached } from '../../support/media.ts';
import { SAMPLES } from '../../support/sample-files.ts';
import { accessibilityViolations } from '../support/accessibility-violations.ts';
import { startSignedIn, type Visit } from '../support/visit.ts';

const ADA = '4915112345678';
const CHAT = `${ADA}@s.whatsapp.net`;

describe('a chat of an instance', () => {
	let visit: Visit;
	let instanceId: string;
	let arrivedId: string;
	beforeAll(async () => {
		visit = await startSignedIn();
		instanceId = await connectedInstance(visit.gateway);
		const arrived = await visit.gateway.post(`/simulator/v1/instances/${instanceId}/messages`, {
			from: ADA,
			contactName: 'Ada Lovelace',
			content: 'Is it ready?',
		});
		arrivedId = arrived.text('data.messageId');
		await visit.open(`/chats/${instanceId}/${CHAT}`);
	});
	afterAll(() => visit.close());

	const block = (text: string): Locator =>
		visit.page.locator('.bubble-block').filter({ hasText: text }).last();
	const openActions = async (text: string): Promise<void> => {
		await block(text).hover();
		await block(text).getByRole('button', { name: 'React to this message, or change it' }).click();
	};
	const press = (name: string) => visit.page.getByRole('button', { name, exact: true }).click();
	const dialog = (): Locator => visit.page.getByRole('dialog');
	const send = async (text: string): Promise<void> => {
		await visit.page.getByRole('textbox', { name: 'Message' }).fill(text);
		await press('Send');
		await block(text).getByText('✓✓ Read').waitFor();
	};

	it('reacts to a message and takes the reaction back', async () => {
		const { page, gateway } = visit;
		await openActions('Is it ready?');
		await press('React with red heart');
		await page.getByRole('button', { name: '❤️ from You' }).waitFor();
		const { body } = await gateway.get(`/v1/messages/${arrivedId}`);
		expect(body).toMatchObject({ data: { reactions: [{ emoji: '❤️', isFromMe: true }] } });
		await openActions('Is it ready?');
		await press('React with red heart');
		await page.getByRole('button', { name: '❤️ from You' }).waitFor({ state: 'detached' });
	});

	it('shows why an emoji is refused', async () => {
		const { page } = visit;
		await openActions('Is it ready?');
		await page.getByLabel('Another emoji').fill('no emoji');
		await press('React');
		await page.getByRole('alert').filter({ hasText: 'emoji' }).waitFor();
		visit.consoleErrors.length = 0;
		await openActions('Is it ready?');
	});

	it('replies with a quote', async () => {
		const { page } = visit;
		await block('Is it ready?').hover();
		await block('Is it ready?').getByRole('button', { name: 'Reply to this message' }).click();
		await press('Do not reply to it');
		await block('Is it ready?').getByRole('button', { name: 'Reply to this message' }).click();
		await send('It is.');
		await page.getByRole('button', { name: 'In reply to: Is it ready?' }).waitFor();
	});

	it('edits and deletes what it sent', async () => {
		const { page, gateway } = visit;
		await send('Come at five');
		await openActions('Come at five');
		await press('Edit');
		await dialog().getByLabel('Text').fill('Come at six');
		await press('Save');
		await block('Come at six').getByText('Edited').waitFor();
		await openActions('Come at six');
		await press('Delete for everyone');
		await dialog().getByRole('button', { name: 'Delete for everyone' }).click();
		await page.getByText('You deleted this message.').waitFor();
		const history = await gateway.get(`/v1/messages?instanceId=${instanceId}`);
		expect(JSON.stringify(history.body)).not.toContain('Come at six');
	});

	it('forwards a message to another chat', async () => {
		const { page } = visit;
		await openActions('It is.');
		await press('Forward');
		await dialog().getByLabel('To').selectOption({ label: 'Another number' });
		await dialog().getByLabel('Phone number').fill('+33 612345678');
		await dialog().getByRole('button', { name: 'Forward' }).click();
		await dialog().waitFor({ state: 'detached' });
		await page.getByRole('region', { name: 'List of chats' }).getByText('You: It is.').waitFor();
	});

	it('sends a location, a contact, a poll, a sticker and a voice note', async () => {
		const { page } = visit;
		await visit.open(`/chats/${instanceId}/${CHAT}`);
		await press('Send something else');
		await press('Location');
		await dialog().getByLabel('Latitude').fill('91');
		await dialog().getByLabel('Longitude').fill('16.3655');
		await dialog().getByRole('button', { name: 'Send' }).click();
		await dialog().getByRole('alert').waitFor();
		visit.consoleErrors.length = 0;
		await dialog().getByLabel('Latitude').fill('48.2104');
		expect(await accessibilityViolations(page)).toEqual([]);
		await dialog().getByRole('button', { name: 'Send' }).click();
		await block('48.2104, 16.3655').waitFor();

		await press('Send something else');
		await press('Contact');
		await dialog().getByLabel('Name').fill('Grace Hopper');
		await dialog().getByLabel('Phone number').fill('+1 555 0100');
		await dialog().getByRole('button', { name: 'Send' }).click();
		await block('+1 555 0100').waitFor();

		await press('Send something else');
		await press('Poll');
		await dialog().getByLabel('Question').fill('When?');
		await dialog().getByLabel('Options').fill('Today\nTomorrow');
		await dialog().getByRole('button', { name: 'Send' }).click();
		await page.getByRole('group', { name: 'Poll: When?' }).waitFor();

		for (const [name, field] of [
			['a.webp', 'Sticker to send'],
			['a.ogg', 'Voice note to send'],
		] as const) {
			const sample = SAMPLES.find((one) => one.name === name);
			await press('Send something else');
			const { mimeType = '', bytes = Buffer.alloc(0) } = sample ?? {};
			await page.getByLabel(field).setInputFiles({ name, mimeType, buffer: bytes });
			await press('Send');
			await page.getByText(name).waitFor({ state: 'detached' });
		}
		await block('Voice note').getByRole('button', { name: 'Play the voice note' }).waitFor();
		await page.getByRole('img', { name: 'Sticker' }).waitFor();
	});

	it('schedules a message and cancels it', async () => {
		const { page } = visit;
		await press('Send something else');
		await press('Send later');
		const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 16);
		await page.getByLabel('Send at').fill(tomorrow);
		await page.getByRole('textbox', { name: 'Message' }).fill('Happy birthday');
		await press('Send');
		const scheduled = page.getByRole('region', { name: 'Scheduled messages' });
		await scheduled.getByText('Happy birthday').first().waitFor();
		await scheduled.getByRole('link', { name: 'Happy birthday' }).click();
		await page.getByText(/^It is sent at/).waitFor();
		await press('Cancel sending');
		await dialog().getByRole('button', { name: 'Cancel the message' }).click();
		await page.getByRole('heading', { name: 'Why it failed' }).waitFor();
		await visit.open(`/chats/${instanceId}/${CHAT}`);
		await block('Voice note').waitFor();
		expect(await scheduled.count()).toBe(0);
	});

	it('shows what others do, live', async () => {
		const { page, gateway } = visit;
		const messageId = await sendText(gateway, instanceId, ADA, 'It is on its way');
		await reached(gateway, messageId, 'read');
		const path = `/simulator/v1/instances/${instanceId}/messages`;
		await gateway.put(`${path}/${messageId}/reaction`, { from: ADA, emoji: '🎉' });
		await page.getByRole('button', { name: '🎉 from Ada Lovelace' }).waitFor();
		await gateway.delete(`${path}/${arrivedId}?from=${ADA}`);
		await page.getByText('This message was deleted by Ada Lovelace.').waitFor();
		expect(visit.consoleErrors).toEqual([]);
	});

	it('offers only what the network of the instance can do', async () => {
		const { page, gateway, open } = visit;
		const official = (await gateway.post('/v1/instances', { name: 'Official' })).text('data.id');
		// A phone number id of the simulated network with the limits of real operators.
		await gateway.post(`/v1/instances/${official}/connect`, {
			method: 'official',
			businessId: '100',
			phoneNumberId: '10000000008',
			accessToken: 'token',
		});
		await gateway.post(`/simulator/v1/instances/${official}/messages`, { from: ADA, content: 'Hello' });
		await open('/');
		await open(`/chats/${official}/${CHAT}`);
		await block('Hello').waitFor();
		await press('Send something else');
		const group = page.getByRole('group', { name: 'What to send' });
		await group.getByRole('button', { name: 'Location' }).waitFor();
		expect(await group.getByRole('button').allTextContents()).not.toContain('Poll');
		await openActions('Hello');
		await press('React with thumbs up');
		await block('Hello').getByRole('button', { name: '👍 from You' }).waitFor();
		await openActions('Hello');
		expect(await page.getByRole('button', { name: 'Forward', exact: true }).count()).toBe(0);
	});
});
