import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connectedInstance } from '../../support/gateway.ts';
import { setTakeover, writeOnPhone } from '../../support/takeover.ts';
import { accessibilityViolations } from '../support/accessibility-violations.ts';
import { startSignedIn, type Visit } from '../support/visit.ts';

const ADA = '4915112345678';

describe('the owner of a chat on the page', () => {
	let visit: Visit;
	let instanceId: string;
	beforeAll(async () => {
		visit = await startSignedIn();
		instanceId = await connectedInstance(visit.gateway);
		await setTakeover(visit.gateway, instanceId, '30m');
		await visit.gateway.post(`/simulator/v1/instances/${instanceId}/messages`, {
			from: ADA,
			contactName: 'Ada Lovelace',
			content: 'Is anybody there?',
		});
		await visit.open(`/chats/${instanceId}/${ADA}@s.whatsapp.net`);
	});
	afterAll(() => visit.close());

	const chat = () => visit.page.getByRole('region', { name: 'Chat with Ada Lovelace' });
	const byBot = () => chat().getByText('The bot has this chat.').waitFor();
	const byPerson = () => chat().getByText('A person has this chat until').waitFor();
	const press = (name: string) => chat().getByRole('button', { name, exact: true }).click();
	const row = () =>
		visit.page.getByRole('region', { name: 'List of chats' }).getByRole('link', { name: 'Ada Lovelace' });
	const isRefused = async (): Promise<boolean> => {
		const body = { instanceId, to: ADA, message: 'From the bot' };
		return (await visit.gateway.post('/v1/messages/send', body)).at('error.code') === 'chat_taken';
	};

	it('is taken and given back by a button', async () => {
		await byBot();
		expect(await isRefused()).toBe(false);
		await press('Take over');
		await byPerson();
		await row().getByText('Taken').waitFor();
		expect(await isRefused()).toBe(true);
		expect(await accessibilityViolations(visit.page)).toEqual([]);
		await press('Give back to the bot');
		await byBot();
		await row().getByText('Taken').waitFor({ state: 'detached' });
		expect(await isRefused()).toBe(false);
		expect(await accessibilityViolations(visit.page)).toEqual([]);
	});

	it('is the person who writes on the page', async () => {
		const { page } = visit;
		await page.getByRole('textbox', { name: 'Message' }).fill('I am here.');
		await page.keyboard.press('Enter');
		await byPerson();
		expect(await isRefused()).toBe(true);
		await page.getByRole('textbox', { name: 'Message' }).fill('And I stay.');
		await page.keyboard.press('Enter');
		await chat().getByRole('article').filter({ hasText: 'And I stay.' }).getByText('✓✓ Read').waitFor();
		await press('Give back to the bot');
		await byBot();
	});

	it('is shown live when somebody writes on the phone', async () => {
		await writeOnPhone(visit.gateway, instanceId, ADA);
		await byPerson();
		await row().getByText('Taken').waitFor();
	});

	it('is not shown without settings.takeover', async () => {
		await setTakeover(visit.gateway, instanceId, null);
		await visit.page.reload();
		await chat().getByText('Is anybody there?').waitFor();
		expect(await chat().getByRole('button', { name: 'Take over' }).count()).toBe(0);
		expect(await row().getByText('Taken').count()).toBe(0);
	});
});
