import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { confirmIdentity, PASSWORD, signIn, startVisit, type Visit } from '../support/visit.ts';

describe('sign-in screen', () => {
	let visit: Visit;
	beforeAll(async () => {
		visit = await startVisit();
	});
	afterAll(() => visit.close());

	it('says where to find the one-time link while there is no password', async () => {
		const { page, gateway } = visit;
		await page.goto(gateway.url);
		await page.getByRole('heading', { name: 'Set the owner’s password first' }).waitFor();
		expect(await page.textContent('main')).toContain('messaging-gateway owner reset');
	});

	it('sets the password by the one-time link, by keyboard, once', async () => {
		const { page, setupLink: link, anotherTab } = visit;
		await page.goto(link);
		await page.getByLabel('New password').waitFor();
		await page.keyboard.type(PASSWORD);
		await page.keyboard.press('Enter');
		await page.getByRole('heading', { name: 'Overview' }).waitFor();
		expect(page.url()).not.toContain('setup');

		const later = await anotherTab();
		await later.goto(link);
		await later.getByLabel('New password').fill('another password');
		await later.getByRole('button', { name: 'Set the password' }).click();
		await later.getByRole('alert').filter({ hasText: 'invalid_setup_link' }).waitFor();
		await later.context().close();
		// The browser logs the rejected request as an error.
		expect(visit.consoleErrors.splice(0).join()).toMatch(/^Failed to load[^,]*setup\)$/);
	});

	it('signs out, rejects a wrong password and signs in with the right one, by keyboard', async () => {
		const { page, consoleErrors } = visit;
		await page.getByRole('button', { name: 'Sign out' }).click();
		await page.getByText('You are signed out.').waitFor();
		await page.keyboard.type('a wrong password');
		await page.keyboard.press('Enter');
		await page.getByRole('alert').waitFor();
		expect(await page.getByLabel('Password').inputValue()).toBe('a wrong password');
		// The session may have ended before its last requests arrived, and the browser logs their rejection as well.
		expect(consoleErrors.splice(0).filter((complaint) => !complaint.includes('status of 401'))).toEqual([]);

		await page.getByLabel('Password').fill('');
		await page.keyboard.type(PASSWORD);
		await page.keyboard.press('Enter');
		await page.getByRole('heading', { name: 'Overview' }).waitFor();
	});

	it('keeps working in a tab after another tab has begun a new session', async () => {
		const { page, gateway, consoleErrors } = visit;
		const deaf = await page.context().newPage();
		await deaf.routeWebSocket('**/v1/realtime', (socket) => socket.close());
		await deaf.goto(`${gateway.url}/#/instances`);
		await deaf.getByRole('heading', { name: 'No instances yet' }).waitFor();
		await page.getByRole('button', { name: 'Sign out' }).click();
		await signIn(page, gateway.url);

		await deaf.getByRole('button', { name: 'Create an instance' }).click();
		await deaf.getByLabel('Name').fill('Shop');
		await deaf.getByRole('button', { name: 'Create', exact: true }).click();

		await deaf.getByRole('heading', { name: 'Shop', level: 1 }).waitFor();
		await deaf.close();
		consoleErrors.length = 0;
	});

	it('lists sessions and ends another one', async () => {
		const { page, gateway, anotherTab, open } = visit;
		const other = await anotherTab({ userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' });
		await signIn(other, gateway.url);
		await open('/account');
		const theirs = page.getByRole('article', { name: 'Firefox on Linux' });
		await theirs.getByRole('button', { name: 'End it' }).click();
		await confirmIdentity(page);
		await theirs.waitFor({ state: 'detached' });
		expect(await page.getByText('This session').count()).toBe(1);
		// The tab receives the end of its session at once.
		await other.getByRole('heading', { name: 'Sign in' }).waitFor();
		await other.context().close();
		visit.consoleErrors.length = 0;
	});

	it('changes the password and shows why it cannot', async () => {
		const { page, consoleErrors } = visit;
		await page.getByLabel('Current password').fill('not this one');
		await page.getByLabel('New password').fill('a much better password');
		await page.getByRole('button', { name: 'Change the password' }).click();
		await page.getByRole('alert').filter({ hasText: 'invalid_password' }).waitFor();
		expect(consoleErrors.splice(0)).toHaveLength(1);

		await page.getByLabel('Current password').fill(PASSWORD);
		await page.getByLabel('New password').fill(PASSWORD.toUpperCase());
		await page.getByRole('button', { name: 'Change the password' }).click();
		await page.getByText('Changed. All other sessions have ended.').waitFor();

		await page.getByLabel('Current password').fill(PASSWORD.toUpperCase());
		await page.getByLabel('New password').fill(PASSWORD);
		const changed = page.waitForResponse((response) => response.url().endsWith('/admin/v1/password'));
		await page.getByRole('button', { name: 'Change the password' }).click();
		expect((await changed).ok()).toBe(true);
	});

	it('signs out everywhere', async () => {
		const { page, gateway, anotherTab, consoleErrors, open } = visit;
		await open('/');
		await page.locator('.sidebar').getByText('Live', { exact: true }).waitFor();
		const other = await anotherTab();
		await signIn(other, gateway.url);
		await other.goto(`${gateway.url}/#/account`);
		await other.getByRole('button', { name: 'Sign out everywhere' }).click();
		await other.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click();
		await confirmIdentity(other);
		await other.getByRole('heading', { name: 'Sign in' }).waitFor();

		await page.getByRole('heading', { name: 'Sign in' }).waitFor();
		await signIn(page, gateway.url);
		// The request to confirm, and the requests of the ended session, were rejected.
		expect(consoleErrors.splice(0).filter((complaint) => !/status of 40[13]/.test(complaint))).toEqual([]);
	});

	it('stores in the browser only what signs nobody in without the cookie', async () => {
		const { page, gateway } = visit;
		const stored = await page.evaluate<Record<string, string>>('({ ...localStorage, ...sessionStorage })');
		expect(Object.keys(stored).sort()).toEqual(['mgw.csrfToken', 'mgw.userName']);
		const headers = { 'x-csrf-token': stored['mgw.csrfToken'] ?? '' };
		expect((await gateway.request('/admin/v1/session', { headers })).status).toBe(401);
		const cookies = await page.context().cookies();
		expect(cookies).toEqual([
			expect.objectContaining({ name: 'mgw_session', httpOnly: true, sameSite: 'Strict' }),
		]);
	});

	it('stays signed in after a reload and in a second tab, and signs out in both', async () => {
		const { page, gateway, consoleErrors } = visit;
		await page.reload();
		await page.getByRole('heading', { name: 'Overview' }).waitFor();
		const second = await page.context().newPage();
		await second.goto(gateway.url);
		await second.getByRole('heading', { name: 'Overview' }).waitFor();
		await second.locator('.sidebar').getByText('Live', { exact: true }).waitFor();

		await page.getByRole('button', { name: 'Sign out' }).click();
		await second.getByRole('heading', { name: 'Sign in' }).waitFor();
		expect(await second.evaluate<unknown>("localStorage.getItem('mgw.csrfToken')")).toBe(null);
		await signIn(page, gateway.url);
		await second.getByRole('heading', { name: 'Overview' }).waitFor();
		await second.close();
		consoleErrors.length = 0;
	});

	it('asks to sign in where the token is gone, and shows nothing', async () => {
		const { page, gateway } = visit;
		await page.evaluate("localStorage.removeItem('mgw.csrfToken')");
		await page.goto(`${gateway.url}/?again#/keys`);
		await page.getByRole('heading', { name: 'Sign in' }).waitFor();
		expect(await page.getByLabel('Name').inputValue()).toBe('owner');
		await page.getByLabel('Password').fill(PASSWORD);
		await page.keyboard.press('Enter');
		await page.getByRole('heading', { name: 'API keys' }).waitFor();
	});
});
