import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createClient } from '../../support/client.ts';
import { PASSWORD, startSignedIn, type Visit } from '../support/visit.ts';

describe('API keys screen', () => {
	let visit: Visit;
	let value: string;
	beforeAll(async () => {
		visit = await startSignedIn();
		await visit.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
	});
	afterAll(() => visit.close());
	const key = (name: string) => visit.page.getByRole('article', { name, exact: true });

	it('creates a key by keyboard and shows its value once', async () => {
		const { page, open } = visit;
		await open('/keys');
		await page.getByRole('button', { name: 'Create a key' }).focus();
		await page.keyboard.press('Enter');
		await page.getByRole('dialog', { name: 'Create a key' }).waitFor();
		await page.keyboard.type('n8n');
		await page.keyboard.press('Enter');
		await page.getByRole('dialog', { name: 'Confirm that it is you' }).waitFor();
		await page.keyboard.type(PASSWORD);
		await page.keyboard.press('Enter');
		await page.getByText('Copy it now.').waitFor();
		visit.consoleErrors.length = 0;
		value = (await page.locator('.shown-value code').textContent()) ?? '';
		expect(value).toMatch(/^mgw_[0-9A-Za-z]{36}$/);
		await page.getByRole('button', { name: 'Copy the key' }).press('Enter');
		await page.getByText('Copied', { exact: true }).waitFor();
		expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe(value);
		await page.getByRole('button', { name: 'I have copied it' }).press('Enter');
		await key('n8n').getByText('Full access').waitFor();
	});

	it('does not show the value of a key again', async () => {
		const { page } = visit;
		expect((await page.content()).includes(value)).toBe(false);
		await page.reload();
		await key('n8n').waitFor();
		expect((await page.content()).includes(value)).toBe(false);
	});

	it('shows when a key was last used', async () => {
		const { page, gateway } = visit;
		await key('n8n').getByText('Never used').waitFor();
		expect((await createClient(gateway.url, value).get('/v1/health')).status).toBe(200);
		await page.reload();
		await key('n8n').getByText('Used').waitFor();
	});

	it('creates a key with scopes, an expiry date and allowed addresses', async () => {
		const { page, consoleErrors } = visit;
		await page.getByRole('button', { name: 'Create a key' }).click();
		await page.getByLabel('Name').fill('Reports');
		await page.getByLabel('Access').selectOption('Only what I choose');
		await page.getByRole('button', { name: 'Create the key', disabled: true }).waitFor();
		await page.getByLabel('messages:read').check();
		await page.getByLabel('Expires').selectOption('In 30 days');
		await page.getByLabel('Allowed addresses').fill('not an address');
		await page.getByRole('button', { name: 'Create the key' }).click();
		await page.getByRole('alert').filter({ hasText: 'CIDR' }).waitFor();
		consoleErrors.length = 0;
		await page.getByLabel('Allowed addresses').fill('203.0.113.0/24, 127.0.0.1/32');
		await page.getByRole('button', { name: 'Create the key' }).click();
		await page.getByRole('button', { name: 'I have copied it' }).click();
		const text = await key('Reports').textContent();
		expect(text).toContain('messages:read');
		expect(text).toContain('Only from 203.0.113.0/24, 127.0.0.1/32');
		expect(text).toContain('Expires');
	});

	it('creates a key for some instances', async () => {
		const { page, gateway } = visit;
		const instanceId = (await gateway.post('/v1/instances', { name: 'Support' })).text('data.id');
		await page.getByRole('button', { name: 'Create a key' }).click();
		await page.getByLabel('Name').fill('Support only');
		await page.getByLabel('Instances', { exact: true }).selectOption('Only those I choose');
		await page.getByRole('button', { name: 'Create the key', disabled: true }).waitFor();
		await page.getByLabel('Support').check();
		await page.getByRole('button', { name: 'Create the key' }).click();
		await page.getByRole('button', { name: 'I have copied it' }).click();
		await key('Support only').getByText(`Only for ${instanceId}`).waitFor();
	});

	it('revokes a key', async () => {
		const { page, gateway, consoleErrors } = visit;
		await page.getByRole('button', { name: 'Revoke n8n' }).click();
		await page.getByRole('dialog').getByRole('button', { name: 'Revoke the key' }).click();
		await key('n8n').getByText('Revoked').waitFor();
		expect((await createClient(gateway.url, value).get('/v1/health')).status).toBe(401);
		expect(consoleErrors).toEqual([]);
	});
});
