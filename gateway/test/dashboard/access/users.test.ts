import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { startReceiver, type Receiver } from '../../support/servers/receiver.ts';
import { accessibilityViolations } from '../support/accessibility-violations.ts';
import { allPaths, fillScreens, type ScreenIds } from '../support/fill-screens.ts';
import { confirmIdentity, PASSWORD, signIn, startSignedIn, type Visit } from '../support/visit.ts';
import { waitUntilLoaded } from '../support/wait-until-loaded.ts';

describe('users screen', () => {
	let visit: Visit;
	let receiver: Receiver;
	let ids: ScreenIds;
	let theirs: Page;
	beforeAll(async () => {
		visit = await startSignedIn({ GATEWAY_RETRY_SCHEDULE: '0s' });
		receiver = await startReceiver();
		receiver.answer((response) => response.writeHead(500).end('not now'));
		ids = await fillScreens(visit.gateway, receiver.url);
	});
	afterAll(async () => {
		await visit.close();
		await receiver.close();
	});

	const navigation = (page: Page) => page.locator('.sidebar').getByRole('navigation', { name: 'Main' });

	/** Reads the one-time link of the open dialog and closes it. */
	async function takeLink(): Promise<string> {
		const { page } = visit;
		await page.getByText('Copy it now.').waitFor();
		expect(await accessibilityViolations(page)).toEqual([]);
		const link = (await page.locator('.shown-value code').textContent()) ?? '';
		await page.getByRole('button', { name: 'I have copied it' }).click();
		return link;
	}

	async function openUser(name: string): Promise<void> {
		await visit.open('/users');
		await visit.page.getByRole('main').getByRole('link', { name }).click();
		await visit.page.getByRole('heading', { level: 1, name }).waitFor();
	}

	/** Saves another role of the open user. */
	async function chooseRole(role: 'operator' | 'viewer'): Promise<void> {
		const { page } = visit;
		await page.getByLabel('Role', { exact: true }).selectOption(role);
		const saved = page.waitForResponse((response) => response.request().method() === 'PATCH');
		await page.getByRole('button', { name: 'Save' }).click();
		expect((await saved).ok()).toBe(true);
	}

	it('invites somebody, who chooses a password by the link', async () => {
		const { page, open, anotherTab, consoleErrors } = visit;
		await open('/users');
		await page.getByRole('main').getByRole('link', { name: 'owner' }).waitFor();
		await page.getByRole('button', { name: 'Invite somebody' }).click();
		expect(await accessibilityViolations(page)).toEqual([]);
		await page.keyboard.type('Vera');
		await page.keyboard.press('Enter');
		await confirmIdentity(page);
		const link = await takeLink();
		await page.getByRole('link', { name: 'Vera' }).getByText('Invited').waitFor();
		expect(await page.content()).not.toContain(link);
		consoleErrors.length = 0;

		theirs = await anotherTab();
		await theirs.goto(link);
		await theirs.getByLabel('New password').fill('password1234');
		await theirs.getByRole('button', { name: 'Set the password' }).click();
		await theirs.getByRole('alert').filter({ hasText: 'password_too_weak' }).waitFor();
		expect(await theirs.getByLabel('Name').count()).toBe(0);
		await theirs.getByLabel('New password').fill(PASSWORD);
		await theirs.getByRole('button', { name: 'Set the password' }).click();
		await theirs.getByRole('heading', { name: 'Overview' }).waitFor();
		await theirs.locator('.sidebar').getByText('Vera').waitFor();
		consoleErrors.length = 0;
	});

	it('refuses a name that somebody has', async () => {
		const { page, consoleErrors } = visit;
		await page.getByRole('button', { name: 'Invite somebody' }).click();
		await page.getByLabel('Name').fill('vera');
		await page.keyboard.press('Enter');
		await page.getByRole('alert').filter({ hasText: 'name_taken' }).waitFor();
		await page.keyboard.press('Escape');
		consoleErrors.length = 0;
	});

	it('shows a viewer every screen but those of owners, and nothing to change', async () => {
		const { gateway, consoleErrors } = visit;
		const links = await navigation(theirs).getByRole('link').allTextContents();
		expect(links).not.toEqual(expect.arrayContaining(['API keys', 'Audit log', 'Users']));
		expect(await theirs.getByRole('button', { name: 'Phone' }).count()).toBe(0);

		const buttons = new Set<string>();
		// A user who may change a chat sends a link with its menu open.
		const chat = `/chats/${ids.instanceId}/${ids.chatId}`;
		for (const place of [...allPaths(ids), `${chat}?menu=yes`, `${chat}?note=yes`]) {
			await theirs.goto(`${gateway.url}/#${place}`);
			await waitUntilLoaded(theirs);
			expect(await accessibilityViolations(theirs)).toEqual([]);
			for (const button of await theirs.getByRole('main').getByRole('button').all()) {
				const name = (await button.getAttribute('aria-label')) ?? (await button.textContent()) ?? '';
				buttons.add(`${place.split('/')[1] ?? ''}: ${name}`);
			}
			expect(await theirs.getByRole('textbox', { name: 'Message' }).count()).toBe(0);
		}
		const harmless =
			/^(?:account|events|reference): |: (?:Copy |Reveal)|^messages: |: (?:Keyboard shortcuts|Check the numbers|Compare again)$/;
		expect([...buttons].filter((button) => !harmless.test(button))).toEqual([]);
		// No screen asked for what the role may not have.
		expect(consoleErrors).toEqual([]);

		await theirs.goto(`${gateway.url}/#/keys`);
		await theirs.getByRole('heading', { name: 'Only an owner may see this page' }).waitFor();
	});

	it('shows a viewer no signing secret', async () => {
		await theirs.goto(`${visit.gateway.url}/#/webhooks/${ids.webhookId}?tab=settings`);
		await theirs.getByText('Only users who may change webhooks see it.').waitFor();
	});

	it('changes a role, which counts from the next request', async () => {
		const { page, gateway, consoleErrors } = visit;
		await openUser('Vera');
		expect(await accessibilityViolations(page)).toEqual([]);
		await chooseRole('operator');
		await page.getByText('Saved').waitFor();

		await theirs.goto(`${gateway.url}/?again#/chats/${ids.instanceId}/${ids.chatId}`);
		await theirs.getByRole('textbox', { name: 'Message' }).fill('From Vera');
		await theirs.keyboard.press('Enter');
		await theirs.getByRole('region', { name: 'Messages' }).getByText('From Vera').waitFor();
		expect(await navigation(theirs).getByRole('link', { name: 'API keys' }).count()).toBe(0);

		await chooseRole('viewer');
		await theirs.getByRole('textbox', { name: 'Message' }).fill('Not any more');
		await theirs.keyboard.press('Enter');
		await theirs.getByRole('textbox', { name: 'Message' }).waitFor({ state: 'detached' });
		consoleErrors.length = 0;
	});

	it('ends the sessions of a user', async () => {
		const { page, gateway, consoleErrors } = visit;
		await page.getByRole('button', { name: 'End all sessions' }).click();
		await page.getByRole('dialog').getByRole('button', { name: 'End all sessions' }).click();
		await page.getByText('All sessions have ended.').waitFor();
		await theirs.getByRole('heading', { name: 'Sign in' }).waitFor();
		await signIn(theirs, gateway.url, 'Vera');
		consoleErrors.length = 0;
	});

	it('makes a new link, after which the old password does not count', async () => {
		const { page, gateway, consoleErrors } = visit;
		await page.getByRole('button', { name: 'Make a new link' }).click();
		await page.getByRole('dialog').getByRole('button', { name: 'Make the link' }).click();
		const link = await takeLink();
		await theirs.getByRole('heading', { name: 'Sign in' }).waitFor();
		await theirs.goto(gateway.url);
		await theirs.getByLabel('Password').fill(PASSWORD);
		await theirs.keyboard.press('Enter');
		await theirs.getByRole('alert').filter({ hasText: 'invalid_password' }).waitFor();
		await theirs.goto(link);
		await theirs.getByLabel('New password').fill(PASSWORD);
		await theirs.keyboard.press('Enter');
		await theirs.getByRole('heading', { name: 'Overview' }).waitFor();
		consoleErrors.length = 0;
	});

	it('names the users in the audit log', async () => {
		const { page, open } = visit;
		await open('/audit');
		await page.getByText('User invited').waitFor();
		await page.getByText('by owner').first().waitFor();
		await page.getByText('by Vera').first().waitFor();
	});

	it('removes a user, but not the last owner', async () => {
		const { page, consoleErrors } = visit;
		await openUser('Vera');
		await page.getByRole('button', { name: 'Remove this user' }).click();
		await page.getByRole('dialog').getByRole('button', { name: 'Remove for good' }).click();
		await page.getByRole('heading', { level: 1, name: 'Users' }).waitFor();
		await page.getByRole('link', { name: 'Vera' }).waitFor({ state: 'detached' });
		await theirs.getByRole('heading', { name: 'Sign in' }).waitFor();

		await openUser('owner');
		await page.getByRole('button', { name: 'Remove this user' }).click();
		await page.getByRole('dialog').getByRole('button', { name: 'Remove for good' }).click();
		await page.getByRole('alert').filter({ hasText: 'last_owner' }).waitFor();
		consoleErrors.length = 0;
	});
});
