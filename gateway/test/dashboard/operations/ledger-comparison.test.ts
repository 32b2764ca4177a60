import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Route } from 'playwright-core';
import { storeCountedHours } from '../../support/storage/counted-hours.ts';
import { until } from '../../support/until.ts';
import { accessibilityViolations } from '../support/accessibility-violations.ts';
import { startSignedIn, type Visit } from '../support/visit.ts';

const HOURS = 24;
/** In these hours there are more instances than a page of them has. */
const INSTANCES = 90;
const RECOUNT = /\/v1\/ledger\?.*recount=true/;

describe('the ledger of many instances on the page', () => {
	let visit: Visit;
	beforeAll(async () => {
		visit = await startSignedIn();
		const { gateway } = visit;
		for (let count = 0; count < INSTANCES; count += 1) await gateway.post('/v1/instances', { name: 'One' });
		await storeCountedHours(gateway.folder, HOURS);
	});
	afterAll(() => visit.close());

	const rows = () => visit.page.getByRole('region', { name: 'Hours' }).locator('tbody tr');
	const compare = () => visit.page.getByRole('button', { name: 'Compare again' });
	const status = (text: string | RegExp) => visit.page.getByRole('status').getByText(text);
	/** The hours in which something was counted. */
	async function countedHours(): Promise<number> {
		const hours = (await visit.gateway.get('/v1/ledger?groupBy=hour')).at('data') as { checked: number }[];
		return hours.filter(({ checked }) => checked > 0).length;
	}

	it('has all hours, with what all instances have together', async () => {
		const { page, open } = visit;
		await open('/ledger');
		await rows().first().waitFor();
		expect(await rows().count()).toBe(await countedHours());
		expect(await rows().first().getByRole('cell').allTextContents()).toEqual([
			'180 of 1,800 missing',
			'270',
			'180',
			'360',
			'450',
			'990',
			'1,080',
			'1,080',
		]);
		await status(/^Something is missing: \d,\d+ of \d+,\d+ missing\.$/).waitFor();
		await page.getByText(/^\d,\d+ more are not shown here\./).waitFor();
	});

	it('keeps the hours while they are compared again, and replaces those that are done', async () => {
		const { page, open, consoleErrors } = visit;
		const held: Route[] = [];
		await page.route(RECOUNT, (route) => {
			held.push(route);
		});
		const nextHeld = () => until('the next request', () => Promise.resolve(held.shift()));
		await open('/ledger');
		await rows().first().waitFor();
		const before = await rows().count();

		await compare().click();
		await status('Comparing the rows again: 0 of 24 hours').waitFor();
		expect(await rows().count()).toBe(before);
		expect(await compare().isDisabled()).toBe(true);
		expect(await page.locator('[aria-busy="true"]', { has: rows().first() }).count()).toBe(1);
		for (const colorScheme of ['light', 'dark'] as const) {
			await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
			expect(await accessibilityViolations(page)).toEqual([]);
		}

		// None of these hours has a row to compare, so that nothing happened in them.
		await (await nextHeld()).continue();
		await status('Comparing the rows again: 3 of 24 hours').waitFor();
		expect(await rows().count()).toBeLessThan(before);
		expect(await rows().count()).toBeGreaterThanOrEqual(HOURS - 4);

		const aborted = page.waitForEvent('requestfailed', (request) => RECOUNT.test(request.url()));
		await nextHeld();
		await page.getByRole('link', { name: 'Overview' }).click();
		await aborted;
		await page.unroute(RECOUNT);
		expect(consoleErrors).toEqual([]);
	});

	it('has the result of all hours at the end', async () => {
		const { page, open } = visit;
		await open('/ledger');
		await rows().first().waitFor();
		await compare().click();
		await page.getByRole('heading', { name: 'Nothing happened in these hours' }).waitFor();
		await status('Nothing is missing: 0 of 0 missing.').waitFor();
		expect(await compare().isEnabled()).toBe(true);
	});
});
