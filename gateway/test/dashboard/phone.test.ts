import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Locator } from 'playwright-core';
import { parseScenario } from '../../../scenarios/src/parse-scenario.ts';
import { runGateway } from '../support/gateway-process.ts';
import { API_KEY, sendText, statusOf } from '../support/gateway.ts';
import { at } from '../support/json.ts';
import { startReceiver, type Receiver } from '../support/receiver.ts';
import { PNG } from '../support/sample-files.ts';
import { until } from '../support/until.ts';
import { accessibilityViolations } from './support/accessibility-violations.ts';
import { startSignedIn, type Visit } from './support/visit.ts';

/** Tests the phone panel against a workflow that reads, shows typing, and sends every text back. */
describe('phone panel', () => {
	let visit: Visit;
	let receiver: Receiver;
	let instanceId: string;
	/** The workflow's answer; null: none. */
	let answer: ((content: string) => string) | null = (content) => `You wrote: ${content}`;

	beforeAll(async () => {
		visit = await startSignedIn();
		receiver = await startReceiver();
		await visit.gateway.post('/v1/webhooks', {
			url: receiver.url,
			name: 'Workflow',
			events: ['message.received'],
		});
		receiver.answer((response, received) => {
			response.end();
			void reply(received.at('data'));
		});
	});
	afterAll(async () => {
		await visit.close();
		await receiver.close();
	});

	async function reply(data: unknown): Promise<void> {
		const { gateway } = visit;
		const chatId = String(at(data, 'chatId'));
		const of = { instanceId: at(data, 'instanceId') };
		if (answer === null) return;
		await gateway.post(`/v1/messages/chats/${chatId}/read`, of);
		await gateway.post('/v1/messages/send', {
			...of,
			to: chatId.replace('@s.whatsapp.net', ''),
			message: answer(String(at(data, 'content'))),
			quotedMessageId: at(data, 'messageId'),
		});
	}

	const panel = (): Locator => visit.page.getByRole('complementary', { name: 'Phone' });
	const press = (name: string | RegExp): Promise<void> =>
		visit.page.getByRole('button', { name, ...(typeof name === 'string' ? { exact: true } : {}) }).click();
	const bubble = (text: string): Locator => panel().getByRole('article').filter({ hasText: text }).last();
	const writes = async (text: string): Promise<void> => {
		await panel().getByRole('textbox').fill(text);
		await press('Send');
	};
	const happenings = (): Locator => panel().getByRole('log', { name: 'Events and deliveries' });
	const numberOf = async (name: string): Promise<string> => {
		const phones = (await visit.gateway.get('/simulator/v1/phones')).at('data') as {
			number: string;
			name: string;
		}[];
		const found = phones.find((phone) => phone.name === name);
		if (found === undefined) throw new Error(`Nobody called ${name} holds a phone.`);
		return found.number;
	};

	it('creates a phone with one press and scans the QR code of an instance', async () => {
		const { page, gateway, open } = visit;
		await open('/');
		await press('Phone');
		await press('Take a phone in hand');
		await press('Scan a QR code');
		await press('Create it and scan its code');
		await panel().getByRole('button', { name: /^Shop/ }).waitFor();
		const [instance] = (await gateway.get('/v1/instances')).at('data') as { id: string; status: string }[];
		expect(instance?.status).toBe('connected');
		instanceId = String(instance?.id);
		await happenings().getByText('instance.connected').waitFor();

		await press('Settings of this phone');
		await page.getByRole('dialog').getByLabel('Name').fill('Ada Lovelace');
		await press('Save');
		await panel().getByRole('region', { name: 'Phone of Ada Lovelace' }).waitFor();
	});

	it('sends a message, shows its ticks and the reply', async () => {
		await panel().getByRole('button', { name: /^Shop/ }).click();
		await writes('Hello');
		await bubble('You wrote: Hello').waitFor();
		await panel().getByRole('article').first().getByText('Read').waitFor();
		expect(await bubble('You wrote: Hello').locator('.bubble-quote').textContent()).toBe('Hello');
	});

	it('shows the events and deliveries that a tap causes', async () => {
		const { page } = visit;
		const received = happenings().getByRole('listitem').filter({ hasText: 'message.received' });
		await received.getByText('Delivered').waitFor();
		await received.getByText(/^200 in \d+ ms$/).waitFor();
		await received.getByRole('link', { name: 'Workflow' }).click();
		await page.getByRole('heading', { level: 1, name: 'message.received' }).waitFor();
		await press('Clear');
		await happenings().waitFor({ state: 'detached' });
	});

	it('sends emoji and pictures', async () => {
		await press('Emoji');
		await press('thumbs up');
		await press('Send');
		await bubble('You wrote: 👍').waitFor();
		const file = { name: 'cat.png', mimeType: 'image/png', buffer: PNG };
		await panel().getByLabel('Picture or file to send').setInputFiles(file);
		await panel().getByText('cat.png').waitFor();
		await writes('My cat');
		const picture = panel()
			.getByRole('article')
			.filter({ has: visit.page.locator('img') })
			.locator('img');
		await until('the picture', () =>
			picture.evaluate((image) => (image as { naturalWidth: number }).naturalWidth > 0),
		);
	});

	it('replies to a message', async () => {
		await bubble('You wrote: My cat').hover();
		await panel().getByRole('button', { name: 'Reply to this message' }).last().click();
		await panel().getByText('You wrote: My cat').last().waitFor();
		await writes('Is it not pretty?');
		await bubble('You wrote: Is it not pretty?').waitFor();
		const own = panel()
			.getByRole('article')
			.filter({ has: visit.page.locator('.bubble-quote', { hasText: 'You wrote: My cat' }) });
		await own.getByText('Is it not pretty?').waitFor();
	});

	it('shows that the instance is typing', async () => {
		const { gateway } = visit;
		const chatId = `${await numberOf('Ada Lovelace')}@s.whatsapp.net`;
		await gateway.post(`/v1/messages/chats/${chatId}/typing`, { instanceId });
		await panel().getByText('Shop is typing…').waitFor();
	});

	it('blocks and unblocks the instance', async () => {
		await press('Block');
		await panel().getByText('You blocked this contact. Unblock it to write.').waitFor();
		const messageId = await sendText(visit.gateway, instanceId, await numberOf('Ada Lovelace'));
		await until('the failure', async () => {
			return at(await statusOf(visit.gateway, messageId), 'error.code') === 'recipient_blocked';
		});
		await press('Unblock');
		await panel().getByRole('textbox').waitFor();
	});

	it('receives the messages sent while it was offline', async () => {
		await panel().getByRole('switch', { name: 'Online' }).click();
		await panel().getByText('This phone is offline. Switch it online to write.').waitFor();
		const messageId = await sendText(
			visit.gateway,
			instanceId,
			await numberOf('Ada Lovelace'),
			'Your parcel is here',
		);
		await until('the message on its way', async () => {
			return at(await statusOf(visit.gateway, messageId), 'status') === 'sent';
		});
		expect(await bubble('Your parcel is here').count()).toBe(0);
		await panel().getByRole('switch', { name: 'Online' }).click();
		await bubble('Your parcel is here').waitFor();
	});

	it('marks messages as read by hand when set to', async () => {
		const { page, gateway } = visit;
		await press('Settings of this phone');
		await page.getByLabel('Reads what it receives').selectOption('by_hand');
		await press('Save');
		const messageId = await sendText(gateway, instanceId, await numberOf('Ada Lovelace'), 'Did you see it?');
		await bubble('Did you see it?').waitFor();
		await panel().getByRole('navigation', { name: 'Phones' }).getByText('1 unread').waitFor();
		await press('Mark as read');
		await page.getByRole('button', { name: 'Mark as read' }).waitFor({ state: 'detached' });
		await until('the message as read', async () => {
			return at(await statusOf(gateway, messageId), 'status') === 'read';
		});
	});

	it('writes in a group with another phone', async () => {
		const { page } = visit;
		await press('Another phone');
		await page.getByRole('dialog').getByLabel('Name').fill('Grace Hopper');
		await press('Take in hand');
		await panel().getByRole('region', { name: 'Phone of Grace Hopper' }).waitFor();
		await press('Groups');
		await page.getByLabel('Name of a new group').fill('Neighbours');
		await page.getByLabel('Ada Lovelace').check();
		await press('Make the group');
		await panel()
			.getByRole('button', { name: /^Neighbours/ })
			.click();
		await writes('Hello everybody');
		await bubble('You wrote: Hello everybody').waitFor();

		await panel().getByRole('navigation', { name: 'Phones' }).getByText('Ada Lovelace').click();
		await panel()
			.getByRole('button', { name: /^Neighbours/ })
			.click();
		const greeting = panel().getByRole('article').filter({ hasText: 'Hello everybody' }).first();
		await greeting.getByText('Grace Hopper').waitFor();
		await press('Leave');
		await panel()
			.getByRole('button', { name: /^Neighbours/ })
			.waitFor({ state: 'detached' });
	});

	it('records a scenario, replays it and saves it for the command line', async () => {
		const { page, gateway } = visit;
		await press('Record');
		await panel().getByRole('button', { name: /^Shop/ }).click();
		await writes('Are you open today?');
		await bubble('You wrote: Are you open today?').waitFor();
		await panel().getByRole('button', { name: 'Stop (2 steps)' }).click();
		const downloading = page.waitForEvent('download');
		await press('Download');
		const file = await (await downloading).path();
		const { instance, steps } = parseScenario(await readFile(file, 'utf8'));
		expect(instance).toBe('Shop');
		expect(steps).toMatchObject([
			{ step: 'send', phone: 'ada', text: 'Are you open today?' },
			{ step: 'receive', phone: 'ada', text: 'You wrote: Are you open today?' },
		]);

		await press('Replay');
		const dialog = page.getByRole('dialog');
		await dialog.getByText('Passed: every step came out as it should.').waitFor();
		expect(await dialog.getByText('Passed', { exact: true }).count()).toBe(2);
		await press('Close');

		const simulated = await runGateway(['simulate', file, '--gateway', gateway.url], {
			GATEWAY_API_KEY: API_KEY,
		});
		expect(simulated.stdout).toContain('Passed: 2 of 2 steps.');
	});

	it('shows where a scenario failed and why a file is no scenario', async () => {
		const { page } = visit;
		answer = () => 'We are closed.';
		await press('Replay');
		const dialog = page.getByRole('dialog');
		await dialog.getByText(/did not come within 10s. Instead came "We are closed."/).waitFor();
		await press('Close');
		await panel()
			.getByLabel('Scenario to open')
			.setInputFiles({ name: 'mine.json', mimeType: 'application/json', buffer: Buffer.from('{}') });
		await panel().getByRole('alert').getByText('mine.json: "scenario" is missing; give a number.').waitFor();
		answer = null;
	});

	it('works by keyboard alone', async () => {
		const { page } = visit;
		await panel().getByRole('button', { name: 'All chats' }).focus();
		await page.keyboard.press('Enter');
		await panel().getByRole('button', { name: /^Shop/ }).focus();
		await page.keyboard.press('Enter');
		await panel().getByRole('textbox').focus();
		await page.keyboard.type('Written with keys');
		await page.keyboard.press('Enter');
		await bubble('Written with keys').waitFor();
		// The composer keeps the focus for the next message.
		await until('the focus', () =>
			panel()
				.getByRole('textbox')
				.evaluate((field) => (field as { matches: (selector: string) => boolean }).matches(':focus')),
		);
	});

	it.each(['light', 'dark'] as const)(
		'passes the accessibility checks in %s colours',
		async (colorScheme) => {
			const { page } = visit;
			await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
			await press('Emoji');
			expect(await accessibilityViolations(page)).toEqual([]);
			await press('Emoji');
			await panel().getByRole('button', { name: 'All chats' }).click();
			expect(await accessibilityViolations(page)).toEqual([]);
			for (const name of ['Groups', 'Settings of this phone', 'Another phone', 'Scan a code', 'Replay']) {
				await press(name);
				await page.getByRole('dialog').waitFor();
				expect(await accessibilityViolations(page)).toEqual([]);
				await page.keyboard.press('Escape');
				await page.getByRole('dialog').waitFor({ state: 'detached' });
			}
			await panel().getByRole('button', { name: /^Shop/ }).click();
			await panel().getByRole('textbox').waitFor();
		},
	);

	it('fits a page 320 pixels wide, above the screen', async () => {
		const { page } = visit;
		await page.setViewportSize({ width: 320, height: 640 });
		const beyond = () => page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
		expect(await beyond()).toBeLessThanOrEqual(0);
		const inside = await panel().evaluate((element) => {
			const { scrollWidth, clientWidth } = element as { scrollWidth: number; clientWidth: number };
			return scrollWidth - clientWidth;
		});
		expect(inside).toBeLessThanOrEqual(0);
		await panel().getByRole('textbox').click();
		await press('Close the phone');
		await panel().waitFor({ state: 'detached' });
		await page.setViewportSize({ width: 1280, height: 860 });
	});

	it('shows stored text as text and logs no error to the console', async () => {
		const { page, gateway, consoleErrors, open } = visit;
		const hostile = '<img src=x onerror="document.title=\'taken\'">';
		const number = await numberOf('Grace Hopper');
		await gateway.put(`/simulator/v1/phones/${number}`, { name: hostile });
		await gateway.post(`/simulator/v1/phones/${number}/messages`, { instanceId, content: hostile });
		await open('/');
		await press('Phone');
		await panel().getByRole('navigation', { name: 'Phones' }).getByText(hostile).click();
		await panel().getByRole('button', { name: /^Shop/ }).click();
		await bubble(hostile).waitFor();
		expect(await page.title()).toBe('Overview – Messaging Gateway');
		expect(consoleErrors).toEqual([]);
	});

	it('releases a phone', async () => {
		await press('Settings of this phone');
		await press('Put this phone away');
		await panel().getByRole('region', { name: 'Phone of Ada Lovelace' }).waitFor();
		expect((await visit.gateway.get('/simulator/v1/phones')).at('data')).toHaveLength(1);
	});
});
