import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { confirmIdentity, startSignedIn, type Visit } from '../support/visit.ts';

/** Over plain HTTP, browsers treat only localhost as secure, and have no `navigator.clipboard` elsewhere. */
describe('the page over plain HTTP', () => {
	let visit: Visit;
	beforeAll(async () => {
		visit = await startSignedIn({ GATEWAY_ALLOWED_HOSTS: 'gateway.lan' }, { host: 'gateway.lan' });
	});
	afterAll(() => visit.close());

	it('copies a new key, and keeps it on show until the user has it', async () => {
		const { page, open, consoleErrors } = visit;
		await open('/keys');
		expect(await page.evaluate<boolean>('isSecureContext')).toBe(false);
		await page.getByRole('button', { name: 'Create a key' }).click();
		await page.getByLabel('Name').fill('n8n');
		await page.getByRole('button', { name: 'Create the key' }).click();
		await confirmIdentity(page);
		const value = (await page.locator('.shown-value code').textContent()) ?? '';
		consoleErrors.length = 0;
		await page.getByRole('button', { name: 'Copy the key' }).press('Enter');
		await page.getByText('Copied', { exact: true }).waitFor();
		for (let presses = 1; presses <= 3; presses += 1) await page.keyboard.press('Escape');
		await page.getByText(value).waitFor();
		await page.getByRole('button', { name: 'I have copied it' }).click();
		await page.getByRole('article', { name: 'n8n' }).waitFor();

		await page.getByRole('button', { name: 'Create a key' }).click();
		await page.getByLabel('Name').press('Control+V');
		expect(await page.getByLabel('Name').inputValue()).toBe(value);
		expect(consoleErrors).toEqual([]);
	});
});
