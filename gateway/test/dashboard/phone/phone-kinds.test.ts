import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import type { Locator } from 'playwright-core';
import { parseScenario } from '../../../../scenarios/src/format/parse-scenario.ts';
import { connectedInstance } from '../../support/gateway.ts';
import { SAMPLES } from '../../support/sample-files.ts';
import { until } from '../../support/until.ts';
import { accessibilityViolations } from '../support/accessibility-violations.ts';
import { startPhonePanel, type PhonePanel } from '../support/phone-panel.ts';

const ADA = '4915110000011';

describe('the phone in the panel', () => {
	let panel: PhonePanel;
	let instanceId: string;
	/** Only official connections send buttons and lists. */
	let official: string;
	beforeAll(async () => {
		panel = await startPhonePanel();
		const { gateway, open } = panel.visit;
		instanceId = await connectedInstance(gateway, 'Shop');
		official = (await gateway.post('/v1/instances', { name: 'Bakery' })).text('data.id');
		await gateway.post(`/v1/instances/${official}/connect`, {
			method: 'official',
			businessId: '100',
			phoneNumberId: '10000000001',
			accessToken: 'token',
		});
		await gateway.put(`/simulator/v1/phones/${ADA}`, { name: 'Ada Lovelace' });
		panel.answerWith(null);
		await open('/');
		await panel.press('Phone');
		await panel.root().getByRole('button', { name: /^Shop/ }).click();
	});
	afterAll(() => panel.close());

	interface Listed {
		content: string;
		type: string;
		voice?: boolean;
		quotedMessageId?: string;
		reactions?: { emoji: string }[];
		deletedAt?: string;
		poll?: { counts: { option: string; votes: number }[] };
		reply?: { kind: string; id: string };
		messageId: string;
	}
	/** Waits for a message of the instance's history. */
	const inHistory = (what: string, isIt: (message: Listed) => boolean): Promise<Listed> =>
		until(what, async () => {
			const answer = await panel.visit.gateway.get(`/v1/messages?instanceId=${instanceId}&limit=100`);
			return (answer.at('data') as Listed[]).find(isIt);
		});
	const fromShop = (message: object) =>
		panel.visit.gateway.post('/v1/messages/send', { instanceId, to: ADA, ...message });
	const openActions = async (text: string): Promise<void> => {
		const block = panel.root().locator('.bubble-block').filter({ hasText: text }).last();
		await block.hover();
		await block.getByRole('button', { name: 'React to this message, or change it' }).click();
	};
	const dialog = (): Locator => panel.visit.page.getByRole('dialog');

	it('reacts to a message and takes the reaction back', async () => {
		await panel.press('Record');
		await fromShop({ message: 'Your parcel is here' });
		await panel.bubble('Your parcel is here').waitFor();
		await openActions('Your parcel is here');
		await panel.press('React with thumbs up');
		await panel.root().getByRole('button', { name: '👍 from You' }).waitFor();
		await inHistory('the reaction', ({ reactions = [] }) => reactions[0]?.emoji === '👍');
		await openActions('Your parcel is here');
		await panel.root().getByLabel('Another emoji').fill('🎁');
		await panel.press('React');
		await panel.root().getByRole('button', { name: '🎁 from You' }).waitFor();
		await openActions('Your parcel is here');
		await panel.press('Take back 🎁');
		await panel.root().getByRole('list', { name: 'Reactions' }).waitFor({ state: 'detached' });
	});

	it('edits and deletes what it wrote', async () => {
		await panel.send('I want two');
		await panel.bubble('I want two').waitFor();
		await openActions('I want two');
		await panel.press('Edit');
		await dialog().getByLabel('Text').fill('I want three');
		await panel.press('Save');
		await panel.bubble('I want three').getByText('Edited').waitFor();
		await inHistory('the edit', ({ content }) => content === 'I want three');
		await openActions('I want three');
		await panel.press('Delete for everyone');
		await panel.bubble('You deleted this message.').waitFor();
		await inHistory('the deletion', ({ deletedAt }) => deletedAt !== undefined);
	});

	it('sends a location, a contact and a poll', async () => {
		await panel.press('Send something else');
		await panel.press('Location');
		await dialog().getByLabel('Latitude').fill('48.2104');
		await dialog().getByLabel('Longitude').fill('16.3655');
		await dialog().getByLabel('Name').fill('Café Central');
		expect(await accessibilityViolations(panel.visit.page)).toEqual([]);
		await dialog().getByRole('button', { name: 'Send' }).click();
		await panel.bubble('Café Central').getByRole('link', { name: 'Open a map' }).waitFor();

		await panel.press('Send something else');
		await panel.press('Contact');
		await dialog().getByLabel('Name').fill('Grace Hopper');
		await dialog().getByLabel('Phone number').fill('+1 555 0100');
		await dialog().getByRole('button', { name: 'Send' }).click();
		await panel.bubble('+1 555 0100').getByRole('button', { name: 'Save the card' }).waitFor();

		await panel.press('Send something else');
		await panel.press('Poll');
		await dialog().getByLabel('Question').fill('Where shall we eat?');
		await dialog().getByLabel('Options').fill('Pizza\n\nPasta\n');
		await dialog().getByRole('button', { name: 'Send' }).click();
		await panel.bubble('Where shall we eat?').getByRole('button', { name: 'Pasta' }).waitFor();
		await inHistory('the poll', ({ type }) => type === 'poll');
	});

	it('votes, and changes its vote', async () => {
		await panel.bubble('Where shall we eat?').getByRole('button', { name: 'Pasta' }).click();
		await inHistory('the vote', ({ poll }) => poll?.counts[1]?.votes === 1);
		const pizza = panel.bubble('Where shall we eat?').getByRole('button', { name: 'Pizza' });
		await pizza.click();
		await inHistory(
			'the other vote',
			({ poll }) => poll?.counts[0]?.votes === 1 && poll.counts[1]?.votes === 0,
		);
		await until('the pressed option', async () => (await pizza.getAttribute('aria-pressed')) === 'true');
	});

	it('records a voice note and a sticker from files', async () => {
		for (const [name, label, field] of [
			['a.ogg', 'Voice note', 'Voice note to send'],
			['a.webp', 'Sticker', 'Sticker to send'],
		] as const) {
			const sample = SAMPLES.find((one) => one.name === name);
			await panel.press('Send something else');
			await panel.root().getByRole('button', { name: label, exact: true }).waitFor();
			await panel
				.root()
				.getByLabel(field)
				.setInputFiles({
					name,
					mimeType: sample?.mimeType ?? '',
					buffer: sample?.bytes ?? Buffer.alloc(0),
				});
			await panel.root().getByText(name).waitFor();
			await panel.press('Send');
			await panel.root().getByText(name).waitFor({ state: 'detached' });
		}
		await panel.bubble('Voice note').getByRole('button', { name: 'Play the voice note' }).waitFor();
		await inHistory('the voice note', ({ voice }) => voice === true);
		await inHistory('the sticker', ({ type }) => type === 'sticker');
	});

	it('records what it does as steps of a scenario', async () => {
		const { page } = panel.visit;
		await panel.root().getByRole('button', { name: /^Stop/ }).click();
		const downloading = page.waitForEvent('download');
		await panel.press('Download');
		const file = await (await downloading).path();
		const { steps } = parseScenario(await readFile(file, 'utf8'));
		const done = steps.filter(({ step }) => step !== 'receive');
		expect(done).toMatchObject([
			{ step: 'react', emoji: '👍', on: 'Your parcel is here' },
			{ step: 'react', emoji: '🎁' },
			{ step: 'react', emoji: null },
			{ step: 'send', text: 'I want two' },
			{ step: 'edit', text: 'I want three', on: 'I want two' },
			{ step: 'delete', on: 'I want three' },
			{ step: 'location', latitude: 48.2104, name: 'Café Central' },
			{ step: 'contact', name: 'Grace Hopper', number: '+1 555 0100' },
			{ step: 'poll', question: 'Where shall we eat?', options: ['Pizza', 'Pasta'], selectable: 1 },
			{ step: 'vote', options: ['Pasta'] },
			{ step: 'vote', options: ['Pizza'] },
			{ step: 'voice' },
			{ step: 'sticker' },
		]);
	});

	it('taps a button and an entry of a list', async () => {
		const { gateway } = panel.visit;
		await panel.press('All chats');
		await panel
			.root()
			.getByRole('button', { name: /^Bakery/ })
			.click();
		// The network lets a business write freely only after the customer has written.
		await panel.send('Good morning');
		await panel.bubble('Good morning').waitFor();
		const sections = [{ title: 'Sweet', rows: [{ id: 'cake', title: 'Cake', description: 'With apples' }] }];
		for (const [type, action] of [
			['button', { buttons: [{ type: 'reply', reply: { id: 'yes', title: 'Yes, please' } }] }],
			['list', { button: 'What we have', sections }],
		] as const) {
			const interactive = { type, body: { text: `Choose from a ${type}` }, action };
			await gateway.post('/v1/messages/send', { instanceId: official, to: ADA, interactive });
		}
		await panel.bubble('Choose from a button').getByRole('button', { name: 'Yes, please' }).click();
		await panel.bubble('Tapped a button').waitFor();
		await panel.bubble('Choose from a list').getByText('What we have').click();
		await panel.bubble('Choose from a list').getByRole('button', { name: 'Cake' }).click();
		await panel.bubble('Chose from a list').waitFor();
		const { body } = await gateway.get(`/v1/messages?instanceId=${official}`);
		expect((body as { data: Listed[] }).data).toEqual(
			expect.arrayContaining([
				expect.objectContaining({ reply: expect.objectContaining({ kind: 'list', id: 'cake' }) as object }),
				expect.objectContaining({ reply: expect.objectContaining({ kind: 'button', id: 'yes' }) as object }),
			]),
		);
		await panel.press('All chats');
		await panel.root().getByRole('button', { name: /^Shop/ }).click();
	});

	it('passes the accessibility checks with every kind of message', async () => {
		const { page } = panel.visit;
		await panel.press('Send something else');
		await openActions('Where shall we eat?');
		for (const colorScheme of ['light', 'dark'] as const) {
			await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
			expect(await accessibilityViolations(page)).toEqual([]);
		}
		expect(panel.visit.consoleErrors).toEqual([]);
	});
});
