import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connectedInstance } from '../../support/gateway.ts';
import { accessibilityViolations } from '../support/accessibility-violations.ts';
import { startSignedIn, type Visit } from '../support/visit.ts';

const ADA = '4915112345678';

describe.each(['light', 'dark'] as const)('contacts on the page in %s colours', (colorScheme) => {
	let visit: Visit;
	let instanceId: string;
	beforeAll(async () => {
		visit = await startSignedIn();
		await visit.page.emulateMedia({ colorScheme });
		instanceId = await connectedInstance(visit.gateway);
		// The names come before those of the simulated address book, which arrives at some time after the connection.
		for (const [from, contactName] of [
			[ADA, 'Ada Lovelace'],
			['4915112345688', 'Abigail Hopper'],
		]) {
			await visit.gateway.post(`/simulator/v1/instances/${instanceId}/messages`, {
				from,
				contactName,
				content: 'Hello',
			});
		}
	});
	afterAll(() => visit.close());

	it('are found by name, shown in full, blocked and unblocked by keyboard', async () => {
		const { page, open } = visit;
		await open(`/contacts/${instanceId}`);
		const list = page.getByRole('region', { name: 'List of contacts' });
		await list.getByRole('link', { name: 'Abigail Hopper' }).waitFor();
		await page.getByRole('searchbox', { name: 'Search by name or number' }).fill('lovel');
		await list.getByRole('link', { name: 'Abigail Hopper' }).waitFor({ state: 'detached' });
		expect(page.url()).toContain('search=lovel');
		expect(await accessibilityViolations(page)).toEqual([]);
		await list.getByRole('link', { name: 'Ada Lovelace' }).focus();
		await page.keyboard.press('Enter');
		await page.getByRole('heading', { level: 1, name: 'Ada Lovelace' }).waitFor();
		await page.getByRole('region', { name: 'On the network now' }).getByText('Business account').waitFor();
		await page.getByRole('button', { name: 'Block', exact: true }).focus();
		await page.keyboard.press('Enter');
		await page.getByRole('dialog').getByRole('button', { name: 'Block', exact: true }).focus();
		await page.keyboard.press('Enter');
		await page.getByText('Blocked', { exact: true }).waitFor();
		expect(await accessibilityViolations(page)).toEqual([]);
		await page.getByRole('button', { name: 'Unblock' }).focus();
		await page.keyboard.press('Enter');
		await page.getByText('Blocked', { exact: true }).waitFor({ state: 'detached' });
		await page.getByRole('link', { name: 'Write to this person' }).click();
		await page
			.getByRole('region', { name: /^Chat with/ })
			.getByText('Hello')
			.waitFor();
	});

	it('are reached from the search', async () => {
		const { page } = visit;
		await page.keyboard.press('Control+k');
		await page.getByRole('dialog', { name: 'Search' }).getByRole('combobox').waitFor();
		await page.keyboard.type('check numb');
		await page.getByRole('option', { name: 'Check numbers' }).waitFor();
		await page.keyboard.press('Enter');
		await page.getByLabel('Numbers', { exact: true }).waitFor();
	});

	it('show which numbers of a list are on the network, as a table and as CSV', async () => {
		const { page, open } = visit;
		await open(`/contacts/${instanceId}?tab=check`);
		await page
			.getByLabel('Numbers', { exact: true })
			.fill(`+49 151 1234 5678\n0049 (151) 1234-0000, nonsense;${ADA}`);
		await page.getByText('2 numbers. Left out, because it is no number: nonsense.').waitFor();
		await page.getByRole('button', { name: 'Check the numbers' }).focus();
		await page.keyboard.press('Enter');
		await page.getByText('1 of 2 numbers on the network.').waitFor();
		await page.getByRole('row', { name: `+${ADA} Yes` }).waitFor();
		await page.getByRole('row', { name: '+4915112340000 No' }).waitFor();
		expect(await accessibilityViolations(page)).toEqual([]);
		const saving = page.waitForEvent('download');
		await page.getByRole('button', { name: 'Save as CSV' }).click();
		const file = await (await saving).path();
		expect(await readFile(file, 'utf8')).toBe(
			`phone,exists,jid\r\n${ADA},yes,${ADA}@s.whatsapp.net\r\n4915112340000,no,\r\n`,
		);
	});
});
