import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connectedInstance } from '../../support/gateway.ts';
import { setTakeover } from '../../support/takeover.ts';
import { accessibilityViolations } from '../support/accessibility-violations.ts';
import { hasFocus } from '../support/elements.ts';
import { startSignedIn, type Visit } from '../support/visit.ts';

describe.each(['light', 'dark'] as const)('the chats by keyboard in %s colours', (colorScheme) => {
	let visit: Visit;
	beforeAll(async () => {
		visit = await startSignedIn();
		const { page, gateway, open } = visit;
		await page.emulateMedia({ colorScheme });
		const instanceId = await connectedInstance(gateway);
		await setTakeover(gateway, instanceId, '30m');
		for (const [from, contactName] of [
			['4915112345611', 'Ada Lovelace'],
			['4915112345622', 'Grace Hopper'],
			['4915112345633', 'Radia Perlman'],
		] as const) {
			await gateway.post(`/simulator/v1/instances/${instanceId}/messages`, {
				from,
				contactName,
				content: `Hello from ${contactName}`,
			});
		}
		await open(`/chats/${instanceId}`);
		await rows().getByRole('link', { name: 'Ada Lovelace' }).waitFor();
	});
	afterAll(() => visit.close());

	const press = (key: string) => visit.page.keyboard.press(key);
	const rows = () => visit.page.getByRole('region', { name: 'List of chats' });
	const chat = (name: string) => visit.page.getByRole('region', { name: `Chat with ${name}` });
	const field = () => visit.page.getByRole('textbox', { name: 'Message' });
	const quote = () => visit.page.getByRole('button', { name: 'Do not reply to it' });

	it('open a chat beside the list, which is not loaded again', async () => {
		const { page } = visit;
		// Until a response arrived, the key for the next chat would have no list to go through.
		await page.route('**/v1/chats?*', () => undefined);
		await press('j');
		await chat('Radia Perlman').waitFor();
		await press('j');
		await chat('Grace Hopper').waitFor();
		await page.unroute('**/v1/chats?*');
		await press('Escape');
		await page.getByText('Choose a chat to read it.').waitFor();
	});

	it('go from chat to chat', async () => {
		await press('j');
		await chat('Radia Perlman').waitFor();
		await press('j');
		await chat('Grace Hopper').waitFor();
		await rows().getByRole('link', { name: 'Grace Hopper' }).focus();
		await press('ArrowDown');
		await chat('Ada Lovelace').waitFor();
		await press('k');
		await press('k');
		await chat('Radia Perlman').getByText('Hello from Radia Perlman').waitFor();
	});

	it('reply, and type every letter of a message', async () => {
		await press('r');
		await quote().waitFor();
		await visit.page.keyboard.type('jkrtmn/?');
		expect(await field().inputValue()).toBe('jkrtmn/?');
		await press('Shift+Enter');
		await visit.page.keyboard.type('and more');
		await press('Enter');
		const own = chat('Radia Perlman').getByRole('article').filter({ hasText: 'and more' });
		await own.getByText('Hello from Radia Perlman').waitFor();
		await own.getByText('✓✓ Read').waitFor();
	});

	it('leave the quote, the field and the chat by Escape', async () => {
		await press('Escape');
		await press('r');
		await quote().waitFor();
		await press('Escape');
		await quote().waitFor({ state: 'detached' });
		expect(await hasFocus(field())).toBe(true);
		await press('Escape');
		expect(await hasFocus(field())).toBe(false);
		await press('Enter');
		expect(await hasFocus(field())).toBe(true);
		await press('Escape');
		await press('Escape');
		await visit.page.getByText('Choose a chat to read it.').waitFor();
	});

	it('take a chat over and mark it as read', async () => {
		await press('j');
		await press('j');
		await chat('Grace Hopper').getByText('The bot has this chat.').waitFor();
		await press('t');
		await chat('Grace Hopper').getByText('A person has this chat until').waitFor();
		await press('m');
		await visit.page.getByRole('button', { name: 'Mark as read' }).waitFor({ state: 'detached' });
	});

	it('show their list, which turns them off and on', async () => {
		const { page } = visit;
		const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
		await press('?');
		await dialog.waitFor();
		expect(await accessibilityViolations(page)).toEqual([]);
		// No shortcut works behind a dialog.
		await press('k');
		await dialog.getByRole('checkbox', { name: 'Use these shortcuts' }).uncheck();
		await press('Escape');
		await dialog.waitFor({ state: 'detached' });
		await press('k');
		await press('?');
		expect(await dialog.count()).toBe(0);
		await chat('Grace Hopper').waitFor();
		await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
		await dialog.getByRole('checkbox', { name: 'Use these shortcuts' }).check();
		await press('Escape');
		await dialog.waitFor({ state: 'detached' });
		await press('/');
		await page.keyboard.type('radia');
		await rows().getByRole('link', { name: 'Grace Hopper' }).waitFor({ state: 'detached' });
	});
});
