import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Locator } from 'playwright-core';
import { hasFocus } from '../support/elements.ts';
import { startSignedIn, type Visit } from '../support/visit.ts';

/** More presses of Tab than any screen should need. */
const MOST_PRESSES = 60;

describe('dashboard by keyboard', () => {
	let visit: Visit;
	beforeAll(async () => {
		visit = await startSignedIn();
	});
	afterAll(() => visit.close());

	/** Moves to a control by Tab and checks that its focus is visible. */
	async function tabTo(target: Locator): Promise<void> {
		await target.waitFor();
		for (let presses = 0; presses < MOST_PRESSES; presses += 1) {
			if (await hasFocus(target)) {
				expect(await hasFocus(target, ':focus-visible')).toBe(true);
				return;
			}
			await visit.page.keyboard.press('Tab');
		}
		throw new Error(`Not reached by Tab: ${String(target)}`);
	}

	it('skips the navigation', async () => {
		const { page, open } = visit;
		await open('/instances');
		await page.reload();
		await page.getByRole('button', { name: 'Create an instance' }).waitFor();
		await page.keyboard.press('Tab');
		expect(await hasFocus(page.getByRole('button', { name: 'Skip to the content' }))).toBe(true);
		await page.keyboard.press('Enter');
		await page.keyboard.press('Tab');
		expect(await hasFocus(page.getByRole('button', { name: 'Create an instance' }))).toBe(true);
	});

	it('creates an instance and connects it by QR code', async () => {
		const { page, gateway } = visit;
		await page.keyboard.press('Enter');
		await page.getByRole('dialog', { name: 'Create an instance' }).waitFor();
		await page.keyboard.type('Support');
		await page.keyboard.press('Enter');
		await tabTo(page.getByRole('button', { name: 'Show the QR code' }));
		await page.keyboard.press('Enter');
		await page.getByAltText('QR code to scan').waitFor();
		const id = page.url().split('/').at(-1) ?? '';
		await gateway.post(`/simulator/v1/instances/${id}/scan`);
		await page.getByText('Connected. The instance can send and receive messages now.').waitFor();
	});

	it('sends a message to a number and shows its status', async () => {
		const { page } = visit;
		await tabTo(page.getByRole('link', { name: 'Open its chats' }));
		await page.keyboard.press('Enter');
		await tabTo(page.getByRole('button', { name: 'Write to a number' }));
		await page.keyboard.press('Enter');
		await page.getByRole('dialog').waitFor();
		await page.keyboard.type('4915112345678');
		await page.keyboard.press('Tab');
		await page.keyboard.type('Hello');
		await page.keyboard.press('Tab');
		await page.keyboard.press('Enter');
		await page.getByRole('heading', { level: 1, name: 'Sent message' }).waitFor();
		await tabTo(page.getByRole('link', { name: 'The chat it is in' }));
		await page.keyboard.press('Enter');
		await tabTo(page.getByRole('link', { name: 'Details of this message' }));
		expect(visit.consoleErrors).toEqual([]);
	});

	it('keeps its place while a button works, and when the question for the identity is cancelled', async () => {
		const { page, open } = visit;
		await open('/account');
		const setUp = page.getByRole('button', { name: 'Set up an app' });
		await tabTo(setUp);
		await page.keyboard.press('Enter');
		await page.getByRole('dialog', { name: 'Confirm that it is you' }).waitFor();
		await page.keyboard.press('Escape');
		await page.getByRole('dialog').waitFor({ state: 'detached' });
		expect(await hasFocus(setUp)).toBe(true);

		let asked = 0;
		const answered = Promise.withResolvers<undefined>();
		await page.route('**/admin/v1/account/totp', async (route) => {
			asked += 1;
			await answered.promise;
			await route.continue();
		});
		await page.keyboard.press('Enter');
		await page.keyboard.press('Enter');
		await setUp.and(page.locator('[aria-busy=true]')).waitFor();
		expect(await hasFocus(setUp)).toBe(true);
		expect(await setUp.isDisabled()).toBe(true);
		answered.resolve(undefined);
		await page.getByRole('dialog', { name: 'Confirm that it is you' }).waitFor();
		expect(asked).toBe(1);
	});
});
