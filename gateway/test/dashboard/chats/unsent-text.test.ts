import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Route } from 'playwright-core';
import { connectedInstance } from '../../support/gateway.ts';
import { openBrowser } from '../../support/owner.ts';
import { until } from '../../support/until.ts';
import { startSignedIn, PASSWORD, type Visit } from '../support/visit.ts';

const ANA = '4915112345678';
const SEND = '**/v1/messages/send';

describe('what somebody writes in a chat', () => {
	let visit: Visit;
	let instanceId: string;
	beforeAll(async () => {
		visit = await startSignedIn();
		const { gateway } = visit;
		instanceId = await connectedInstance(gateway, 'Shop');
		const path = `/simulator/v1/instances/${instanceId}/messages`;
		await gateway.post(path, { from: ANA, contactName: 'Ana', content: 'Good morning' });
		await visit.open(`/chats/${instanceId}/${ANA}@s.whatsapp.net`);
	});
	afterAll(() => visit.close());

	const field = () => visit.page.getByLabel('Message', { exact: true });
	const bubbles = (text: string) => visit.page.getByRole('article').filter({ hasText: text });
	async function signInAgain(): Promise<void> {
		await visit.page.getByLabel('Password').fill(PASSWORD);
		await visit.page.getByRole('button', { name: 'Sign in', exact: true }).click();
	}

	it('while the message before is sent, stays for the next one', async () => {
		const { page } = visit;
		const sending = Promise.withResolvers<undefined>();
		await page.route(SEND, async (route) => {
			await sending.promise;
			await route.continue();
		});
		await field().fill('The first');
		await field().press('Enter');
		await field().pressSequentially(' And the second');
		sending.resolve(undefined);
		await bubbles('The first').waitFor();
		expect(await field().inputValue()).toBe('And the second');
		await page.unroute(SEND);
		await field().press('Enter');
		await bubbles('And the second').waitFor();
		expect(await bubbles('The first').count()).toBe(1);
	});

	it('is sent once where the answer was lost and the page loaded again', async () => {
		const { page, gateway } = visit;
		const loseAnswer = async (route: Route): Promise<void> => {
			await route.fetch();
			await route.abort('connectionreset');
		};
		await page.route(SEND, loseAnswer, { times: 1 });
		await field().fill('Only once');
		await field().press('Enter');
		await page.getByText('The gateway cannot be reached.').waitFor();
		await page.reload();
		await field().waitFor();
		expect(await field().inputValue()).toBe('Only once');
		await field().press('Enter');
		await until('an empty field', async () => (await field().inputValue()) === '');

		// The same text, written anew, is another message.
		await field().fill('Only once');
		await field().press('Enter');
		await until('an empty field', async () => (await field().inputValue()) === '');
		const sent = await gateway.get(`/v1/messages?instanceId=${instanceId}&chatId=${ANA}@s.whatsapp.net`);
		const texts = (sent.at('data') as { content: string }[]).map(({ content }) => content);
		expect(texts.filter((text) => text === 'Only once')).toHaveLength(2);
	});

	it('is still there after a session that ended meanwhile, also a note', async () => {
		const { page } = visit;
		await page.getByRole('button', { name: 'Add a note' }).click();
		const dialog = page.getByRole('dialog', { name: 'Add a note' });
		const note = dialog.getByRole('textbox', { name: 'Note' });
		await note.fill('Ana prefers to be called in the evening');
		await page.context().clearCookies();
		await dialog.getByRole('button', { name: 'Add the note' }).click();
		await signInAgain();
		expect(await note.inputValue()).toBe('Ana prefers to be called in the evening');
		await dialog.getByRole('button', { name: 'Add the note' }).click();
		await page.getByRole('region', { name: 'Notes' }).getByText('called in the evening').waitFor();

		await page.getByRole('button', { name: 'Add a note' }).click();
		expect(await note.inputValue()).toBe('');
		await note.fill('Given up');
		await page.keyboard.press('Escape');
		await dialog.waitFor({ state: 'detached' });
		await page.getByRole('button', { name: 'Add a note' }).click();
		expect(await note.inputValue()).toBe('');
	});

	it('is not shown to somebody else who signs in after the session has ended', async () => {
		const { page, gateway } = visit;
		const owner = openBrowser(gateway);
		await owner.signIn(PASSWORD);
		await owner.confirm(PASSWORD);
		const invited = await owner.post('/admin/v1/users', { name: 'Vera', role: 'operator' });
		const token = /#\/setup\/(\S+)/.exec(invited.text('data.inviteUrl'))?.[1];
		await openBrowser(gateway).post('/admin/v1/setup', { token, password: PASSWORD });

		await page.keyboard.press('Escape');
		await field().fill('Only for Ana');
		await page.context().clearCookies();
		await field().press('Enter');
		await page.getByRole('heading', { name: 'Sign in' }).waitFor();
		await page.getByLabel('Name').fill('Vera');
		await signInAgain();
		await field().waitFor();
		expect(await field().inputValue()).toBe('');
	});
});
