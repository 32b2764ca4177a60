import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { addAuthenticator, type VirtualAuthenticator } from '../support/virtual-authenticator.ts';
import { confirmIdentity, startSignedIn, startVisit, type Visit } from '../support/visit.ts';

const SIGN_IN = { name: 'Sign in with a passkey' };

describe('passkeys', () => {
	let visit: Visit;
	let authenticator: VirtualAuthenticator;
	beforeAll(async () => {
		visit = await startSignedIn({}, { host: 'localhost' });
		authenticator = await addAuthenticator(visit.page);
	});
	afterAll(() => visit.close());

	it('are added with a name, after a confirmation', async () => {
		const { page, open } = visit;
		await open('/account');
		await page.getByRole('button', { name: 'Add a passkey' }).click();
		await page.getByLabel('Name of the passkey').fill('Laptop');
		await page.keyboard.press('Enter');
		await confirmIdentity(page);
		await page.getByRole('button', { name: 'I have kept them' }).click();
		await page.getByRole('article', { name: 'Laptop' }).getByText('never used').waitFor();
		expect(await authenticator.credentials()).toBe(1);
		visit.consoleErrors.length = 0;
	});

	it('are made once for each authenticator', async () => {
		const { page } = visit;
		await page.getByRole('button', { name: 'Add a passkey' }).click();
		await page.getByLabel('Name of the passkey').fill('Laptop again');
		await page.keyboard.press('Enter');
		await page.getByRole('alert').filter({ hasText: 'passkey_exists' }).waitFor();
		await page.keyboard.press('Escape');
	});

	it('sign in without a password, and confirm', async () => {
		const { page, open, consoleErrors } = visit;
		await page.getByRole('button', { name: 'Sign out', exact: true }).click();
		await page.getByRole('button', SIGN_IN).click();
		await page.getByRole('heading', { name: 'Account' }).waitFor();
		await page.getByRole('article', { name: 'Laptop' }).getByText('used').waitFor();
		expect(consoleErrors).toEqual([]);

		await open('/keys');
		await page.getByRole('button', { name: 'Create a key' }).click();
		await page.getByLabel('Name').fill('n8n');
		await page.keyboard.press('Enter');
		await page.getByRole('dialog', { name: 'Confirm that it is you' }).waitFor();
		await page.getByRole('button', { name: 'Use a passkey' }).click();
		await page.getByText('Copy it now.').waitFor();
		await page.getByRole('button', { name: 'I have copied it' }).click();
		consoleErrors.length = 0;
	});

	it('sign in also where their code could not be loaded before', async () => {
		const { page } = visit;
		await page.getByRole('button', { name: 'Sign out', exact: true }).click();
		await page.reload();
		const code = /\/assets\/.*\.js$/;
		const button = page.getByRole('button', SIGN_IN);
		await button.waitFor();
		await page.route(code, (route) => route.abort());
		await button.click();
		await page.getByRole('alert').filter({ hasText: 'unreachable' }).waitFor();
		await page.unroute(code);
		// The page is loaded again.
		await button.click();
		await page.getByRole('alert').waitFor({ state: 'detached' });
		await button.click();
		await page.getByRole('heading', { name: 'API keys' }).waitFor();
		visit.consoleErrors.length = 0;
	});

	it('say what happened where the user cancels', async () => {
		const { page } = visit;
		await page.getByRole('button', { name: 'Sign out', exact: true }).click();
		await authenticator.refuse();
		await page.getByRole('button', SIGN_IN).click();
		await page.getByRole('alert').filter({ hasText: 'passkey_cancelled' }).waitFor();
		await authenticator.accept();
		await page.getByRole('button', SIGN_IN).click();
		await page.getByRole('heading', { name: 'API keys' }).waitFor();
		visit.consoleErrors.length = 0;
	});

	it('are removed', async () => {
		const { page, open } = visit;
		await open('/account');
		await page.getByRole('button', { name: 'Remove Laptop' }).click();
		await page.getByRole('dialog').getByRole('button', { name: 'Remove the passkey' }).click();
		await page.getByRole('button', { name: 'Use a passkey' }).click();
		await page.getByRole('article', { name: 'Laptop' }).waitFor({ state: 'detached' });
		await page.getByRole('button', { name: 'Sign out', exact: true }).click();
		await page.getByRole('button', SIGN_IN).click();
		await page.getByRole('alert').filter({ hasText: 'invalid_passkey' }).waitFor();
	});

	it('are not offered at an IP address, which browsers refuse', async () => {
		const other = await startVisit();
		try {
			await other.page.goto(other.setupLink);
			await other.page.getByLabel('Name').waitFor();
			await other.page.goto(`${other.gateway.url}/?again`);
			await other.page.getByRole('heading', { level: 1 }).waitFor();
			expect(await other.page.getByRole('button', SIGN_IN).count()).toBe(0);
		} finally {
			await other.close();
		}
	});
});
