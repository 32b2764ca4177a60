import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Locator } from 'playwright-core';
import { runSql } from '../support/database.ts';
import { startReceiver, type Receiver } from '../support/receiver.ts';
import { hasFocus } from './support/elements.ts';
import { fillScreens, type ScreenIds } from './support/fill-screens.ts';
import { startSignedIn, type Visit } from './support/visit.ts';

/** More presses of Tab than the screen should need. */
const MOST_PRESSES = 60;

describe('the ledger on the page', () => {
	let visit: Visit;
	let receiver: Receiver;
	let ids: ScreenIds;
	beforeAll(async () => {
		visit = await startSignedIn();
		receiver = await startReceiver();
		ids = await fillScreens(visit.gateway, receiver.url, 'Shop');
	});
	afterAll(async () => {
		await visit.close();
		await receiver.close();
	});

	async function tabTo(target: Locator): Promise<void> {
		await target.waitFor();
		for (let presses = 0; presses < MOST_PRESSES && !(await hasFocus(target)); presses += 1) {
			await visit.page.keyboard.press('Tab');
		}
		expect(await hasFocus(target, ':focus-visible')).toBe(true);
	}

	it('says by hour that nothing is missing, and keeps its filters in the address', async () => {
		const { page, open } = visit;
		await open('/ledger');
		await page
			.getByRole('status')
			.getByText(/^Nothing is missing: 0 of \d+ missing\.$/)
			.waitFor();
		const row = page.getByRole('region', { name: 'Hours' }).getByRole('row').nth(1);
		await row.getByText(/^0 of \d+ missing$/).waitFor();
		await page.getByLabel('Time').selectOption('Last 48 hours');
		await page.getByLabel('Instance').selectOption({ value: ids.waitingId });
		await page.getByRole('heading', { name: 'Nothing happened in these hours' }).waitFor();
		expect(page.url()).toContain(`instance=${ids.waitingId}`);
		expect(page.url()).toContain('hours=48');
	});

	it('leads from what is missing to what is left, by keyboard and in both colours', async () => {
		const { page, gateway, open } = visit;
		await runSql(
			gateway.folder,
			`delete from events where kind = 'message.failed' and body like '%"messageId":"${ids.failedId}"%'`,
		);
		for (const colorScheme of ['light', 'dark'] as const) {
			await page.emulateMedia({ colorScheme });
			await open('/ledger');
			await tabTo(page.getByRole('button', { name: 'Compare again' }));
			await page.keyboard.press('Enter');
			await page
				.getByRole('status')
				.getByText(/^Something is missing: 1 of \d+ missing\.$/)
				.waitFor();
			await page.getByRole('heading', { name: 'Missing' }).waitFor();
			const folder = process.env.SCREENSHOTS;
			if (folder !== undefined) await page.screenshot({ path: `${folder}/ledger-${colorScheme}.png` });
			await tabTo(page.getByRole('link', { name: ids.failedId }));
			await page.keyboard.press('Enter');
			await page.getByRole('heading', { level: 1, name: 'Sent message' }).waitFor();
		}
		expect(visit.consoleErrors).toEqual([]);
	});
});
