import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { confirmIdentity, PASSWORD, signIn, startSignedIn, type Visit } from '../support/visit.ts';

const HEADER = 'X-Forwarded-User';
const SECRET = 'a-secret-of-the-proxy-0123456789';

describe('sign-in behind a proxy that names the user', () => {
	let visit: Visit;
	let theirs: Page;
	beforeAll(async () => {
		visit = await startSignedIn({
			GATEWAY_TRUST_PROXY: '127.0.0.1/32',
			GATEWAY_SIGN_IN_HEADER: HEADER,
			GATEWAY_SIGN_IN_SECRET: SECRET,
		});
		theirs = await visit.anotherTab({
			extraHTTPHeaders: { [HEADER]: 'Ada', 'X-Gateway-Sign-In-Secret': SECRET },
		});
	});
	afterAll(() => visit.close());

	it('says who is signed in and what to do where nobody has invited them', async () => {
		await theirs.goto(visit.url);
		await theirs.getByText('has signed you in as Ada').waitFor();
		await theirs.getByText('Nobody here is called "Ada"').waitFor();
		visit.consoleErrors.length = 0;
	});

	it('signs in by itself once they are invited', async () => {
		const { page, open } = visit;
		await open('/users');
		await page.getByRole('button', { name: 'Invite somebody' }).click();
		await page.getByLabel('Name').fill('Ada');
		await page.getByLabel('Role').selectOption('operator');
		await page.getByRole('button', { name: 'Make the link' }).click();
		await confirmIdentity(page);
		await page.getByText('Copy it now.').waitFor();
		visit.consoleErrors.length = 0;

		await theirs.reload();
		await theirs.getByRole('heading', { name: 'Overview' }).waitFor();
		await theirs.locator('.sidebar').getByText('Ada').waitFor();
		expect(visit.consoleErrors).toEqual([]);
	});

	it('does not sign in again by itself after a sign-out, and offers the password', async () => {
		await theirs.getByRole('button', { name: 'Sign out', exact: true }).click();
		await theirs.getByRole('button', { name: 'Sign in as Ada' }).waitFor();
		await theirs.getByRole('button', { name: 'Use a password instead' }).click();
		await theirs.getByLabel('Name').fill('owner');
		await theirs.getByLabel('Password').fill(PASSWORD);
		await theirs.keyboard.press('Enter');
		await theirs.locator('.sidebar').getByText('owner', { exact: true }).waitFor();
	});

	it('shows the form of the password where the proxy names nobody', async () => {
		const other = await visit.anotherTab();
		await signIn(other, visit.url, 'owner');
		await other.context().close();
	});
});
