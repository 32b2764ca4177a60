import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { connectedInstance, sendText } from '../../support/gateway.ts';
import { reached } from '../../support/media.ts';
import { PNG } from '../../support/sample-files.ts';
import { until } from '../../support/until.ts';
import { hasFocus, isDrawn, scrollToTop } from '../support/elements.ts';
import { startSignedIn, type Visit } from '../support/visit.ts';

const ADA = '4915112345678';

describe('chats and messages screens', () => {
	let visit: Visit;
	let instanceId: string;
	beforeAll(async () => {
		visit = await startSignedIn();
	});
	afterAll(() => visit.close());

	const arrives = (from: string, contactName: string, content: string) =>
		visit.gateway.post(`/simulator/v1/instances/${instanceId}/messages`, { from, contactName, content });
	const press = (name: string) => visit.page.getByRole('button', { name, exact: true }).click();
	const row = (name: string) =>
		visit.page.getByRole('region', { name: 'List of chats' }).getByRole('link', { name });

	it('ask for an instance, then for a connection', async () => {
		const { page, gateway, open } = visit;
		await open('/chats');
		await page.getByRole('heading', { name: 'No chats yet' }).waitFor();
		await gateway.post('/v1/instances', { name: 'Not yet' });
		await open('/');
		await open('/chats');
		await page.getByText('Not yet is not connected.').waitFor();
		instanceId = await connectedInstance(gateway, 'Shop');
		await open('/');
		await open('/chats');
		await page.getByText('No chats yet. One begins with the first message in or out.').waitFor();
	});

	it('show messages as they arrive', async () => {
		await arrives(ADA, 'Ada Lovelace', 'Is my order on its way?');
		await row('Ada Lovelace').waitFor();
		await arrives('33612345678', 'Emmy Noether', 'Thank you');
		await row('Emmy Noether').getByText('1 unread').waitFor();
	});

	it('find chats by name, by number and by unread messages', async () => {
		const { page } = visit;
		await page.getByLabel('Search by name or number').fill('emmy');
		await row('Ada Lovelace').waitFor({ state: 'detached' });
		await page.getByLabel('Search by name or number').fill('49151');
		await row('Ada Lovelace').waitFor();
		await page.getByLabel('Search by name or number').fill('nobody');
		await page.getByText('No chat fits.').waitFor();
		await page.getByLabel('Search by name or number').fill('');
		await row('Emmy Noether').waitFor();
	});

	it('show a chat, mark it as read and send an answer', async () => {
		const { page } = visit;
		await row('Ada Lovelace').click();
		const chat = page.getByRole('region', { name: 'Chat with Ada Lovelace' });
		await chat.getByText('Is my order on its way?').waitFor();
		await press('Mark as read');
		await page.getByRole('button', { name: 'Mark as read' }).waitFor({ state: 'detached' });
		await page.getByLabel('Unread only').check();
		await row('Ada Lovelace').waitFor({ state: 'detached' });
		await page.getByLabel('Unread only').uncheck();

		await page.getByRole('textbox', { name: 'Message' }).fill('It arrives tomorrow.');
		await page.keyboard.press('Enter');
		const own = chat.getByRole('article').filter({ hasText: 'It arrives tomorrow.' });
		await own.getByText('✓✓ Read').waitFor();
		await arrives(ADA, 'Ada Lovelace', 'Perfect!');
		await chat.getByText('Perfect!').waitFor();
	});

	const sendFiles = () =>
		visit.page.getByRole('dialog').getByRole('button', { name: 'Send', exact: true }).click();

	it('send a file', async () => {
		const { page } = visit;
		await page
			.getByLabel('File to send')
			.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: PNG });
		await page.getByRole('textbox', { name: 'Caption' }).fill('A very small picture');
		await sendFiles();
		const own = page.getByRole('article').filter({ hasText: 'A very small picture' });
		await own.locator('img').waitFor();
		await until('the picture', () => isDrawn(own.locator('img')));
		await own.getByRole('link', { name: 'Details' }).click();
		const downloading = page.waitForEvent('download');
		await page.getByRole('button', { name: 'a.png' }).click();
		const download = await downloading;
		expect(download.suggestedFilename()).toMatch(/\.png$/);
		expect(await readFile(await download.path())).toEqual(PNG);
	});

	it.each([
		['a text', null],
		['a file', { name: 'b.png', mimeType: 'image/png', buffer: PNG }],
	])('send %s once when the response is lost and the user sends again', async (what, file) => {
		const { page, gateway, consoleErrors, open } = visit;
		await open(`/chats/${instanceId}/${ADA}@s.whatsapp.net`);
		if (file !== null) await page.getByLabel('File to send').setInputFiles(file);
		const send = file === null ? () => press('Send') : sendFiles;
		const content = `Is this once, ${what}?`;
		await page.getByRole('textbox', { name: file === null ? 'Message' : 'Caption' }).fill(content);
		await page.route('**/v1/messages/send', async (route) => {
			await route.fetch();
			await route.abort();
		});
		await send();
		await page.getByRole('alert').filter({ hasText: 'unreachable' }).waitFor();
		await page.unroute('**/v1/messages/send');
		consoleErrors.length = 0;

		await send();

		await page.getByRole('textbox', { name: 'Message' }).waitFor();
		await page.getByRole('article').filter({ hasText: content }).getByText('✓✓ Read').first().waitFor();
		const history = await gateway.get(`/v1/messages?instanceId=${instanceId}&limit=100`);
		const messages = history.at('data') as { content: string }[];
		expect(messages.filter((message) => message.content === content)).toHaveLength(1);
	});

	it('say why a file cannot be sent, before the upload and after it', async () => {
		const { page, open, consoleErrors } = visit;
		await open(`/chats/${instanceId}/${ADA}@s.whatsapp.net`);
		const buffer = Buffer.from('MZ\0\0\0\0');
		const mimeType = 'application/octet-stream';
		await page.getByLabel('File to send').setInputFiles([
			{ name: 'a.exe', mimeType, buffer },
			{ name: 'a.png', mimeType, buffer },
		]);
		const dialog = page.getByRole('dialog', { name: 'Send 2 files' });
		await dialog.getByText('Files of this kind cannot be sent.').waitFor();
		expect(await dialog.getByRole('button', { name: 'Send', exact: true }).isDisabled()).toBe(true);
		await press('Leave out a.exe');
		await sendFiles();
		await page.getByRole('alert').filter({ hasText: 'unsupported_media_type' }).waitFor();
		await page.keyboard.press('Escape');
		await page.getByRole('dialog').waitFor({ state: 'detached' });
		consoleErrors.length = 0;
	});

	it('show each status of a message and its webhook deliveries', async () => {
		const { page, gateway, open } = visit;
		await gateway.post('/v1/webhooks', { url: 'http://127.0.0.1:1/hook', events: ['message.read'] });
		const messageId = await sendText(gateway, instanceId, ADA, 'Where are you?', { metadata: { order: 42 } });
		await reached(gateway, messageId, 'read');
		await open(`/messages/${messageId}`);
		for (const step of ['Accepted and queued', 'Sent to the network', 'Delivered to the phone', 'Read']) {
			await page.getByRole('listitem').filter({ hasText: step }).first().waitFor();
		}
		await page.getByText('"order": 42').waitFor();
		await page.getByRole('link', { name: 'Webhook delivery' }).click();
		await page.getByRole('heading', { level: 1, name: 'message.read' }).waitFor();
	});

	it('show why a message failed and what to do', async () => {
		const { page, open } = visit;
		await open('/chats');
		await press('Write to a number');
		await page.getByLabel('Phone number').fill('+49 151 1000 0000');
		await page.getByRole('dialog').getByLabel('Message').fill('Are you there?');
		await page.getByRole('dialog').getByRole('button', { name: 'Send' }).click();
		await page.getByRole('heading', { name: 'Why it failed' }).waitFor();
		await page.getByText('Check the number: country code first, digits only.').waitFor();
		await open('/');
		await page.getByRole('link', { name: /4915110000000/ }).waitFor();
	});

	it('load earlier pages and keep the scroll position', async () => {
		const { page, gateway, open } = visit;
		const messages = Array.from({ length: 130 }, (_, count) => ({
			from: '447700900123',
			content: `Number ${count}`,
		}));
		for (const { from, content } of messages) await arrives(from, 'Alan Turing', content);
		await open(`/chats/${instanceId}/447700900123@s.whatsapp.net`);
		const list = page.getByRole('region', { name: 'Messages' });
		await list.getByText('Number 129').waitFor();
		await until('the first message', async () => {
			await scrollToTop(list);
			return (await list.getByText('Number 0', { exact: true }).count()) > 0;
		});
		expect(await list.getByRole('article').count()).toBeLessThan(60);
		expect((await gateway.get(`/v1/messages?instanceId=${instanceId}`)).status).toBe(200);
		expect(visit.consoleErrors).toEqual([]);
	});

	it('load earlier pages while the chat changes', async () => {
		const { page, gateway, open } = visit;
		// A simulated phone that reads nothing automatically.
		const phone = '447700900001';
		for (let count = 0; count < 130; count += 1) await arrives(phone, 'Grace Hopper', `Number ${count}`);
		const messageId = await sendText(gateway, instanceId, phone, 'Good morning');
		await reached(gateway, messageId, 'delivered');
		let asked = false;
		await page.route(
			(url) => url.searchParams.has('before'),
			// Never responds.
			() => {
				asked = true;
			},
			{ times: 1 },
		);
		await open(`/chats/${instanceId}/${phone}@s.whatsapp.net`);
		const list = page.getByRole('region', { name: 'Messages' });
		await list.getByText('Good morning').waitFor();
		await until('the beginning', async () => {
			await scrollToTop(list);
			return asked;
		});
		await gateway.post(`/simulator/v1/instances/${instanceId}/messages/${messageId}/receipts`, {
			status: 'read',
		});
		await until('a second page', async () => {
			return Number(await list.getByRole('listitem').first().getAttribute('aria-setsize')) > 60;
		});
	});

	it('begin a chat without messages, and no request fails', async () => {
		const { page, open, consoleErrors } = visit;
		const failed: string[] = [];
		page.on('response', (response) => {
			if (response.status() >= 400) failed.push(response.url());
		});
		await open(`/chats/${instanceId}/4930123456789@s.whatsapp.net`);
		const field = page.getByRole('textbox', { name: 'Message' });
		await field.fill('The first one');
		await field.press('Enter');
		await page.getByRole('region', { name: 'Messages' }).getByText('The first one').waitFor();
		await row('The first one').waitFor();
		expect(await hasFocus(field)).toBe(true);
		expect({ failed, consoleErrors }).toEqual({ failed: [], consoleErrors: [] });
	});

	it('can be read while the instance is not connected', async () => {
		const { page, gateway, open } = visit;
		await gateway.post(`/v1/instances/${instanceId}/disconnect`, {});
		await open('/');
		await open(`/chats/${instanceId}/${ADA}@s.whatsapp.net`);
		await page.getByText('Shop is not connected.').waitFor();
		const chat = page.getByRole('region', { name: 'Chat with Ada Lovelace' });
		await chat.getByText('Where are you?').waitFor();
		expect(await page.getByRole('textbox', { name: 'Message' }).count()).toBe(0);
		expect(await chat.getByRole('button', { name: 'Reply' }).count()).toBe(0);
	});
});
