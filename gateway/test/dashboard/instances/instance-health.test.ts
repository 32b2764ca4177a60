import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Locator } from 'playwright-core';
import { connectedInstance } from '../../support/gateway.ts';
import { until } from '../../support/until.ts';
import { accessibilityViolations } from '../support/accessibility-violations.ts';
import { hasFocus } from '../support/elements.ts';
import { layoutFaults } from '../support/layout-faults.ts';
import { startSignedIn, type Visit } from '../support/visit.ts';

describe.each(['light', 'dark'] as const)('the health of an instance by keyboard, in %s colours', (theme) => {
	let visit: Visit;
	let instanceId: string;

	beforeAll(async () => {
		visit = await startSignedIn();
		await visit.page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
		instanceId = await connectedInstance(visit.gateway);
		await receive();
	});
	afterAll(() => visit.close());

	const receive = () =>
		visit.gateway.post(`/simulator/v1/instances/${instanceId}/messages`, {
			from: '4915112345678',
			content: 'Hello',
		});

	/** Presses Tab until an element has the focus, then a key. */
	async function pressOn(element: Locator, key: string): Promise<void> {
		await element.waitFor();
		for (let presses = 0; presses < 80 && !(await hasFocus(element)); presses += 1) {
			await visit.page.keyboard.press('Tab');
		}
		expect(await hasFocus(element)).toBe(true);
		await visit.page.keyboard.press(key);
	}

	it('shows live when the instance was connected, and why it is not', async () => {
		const { page, gateway, open } = visit;
		await open(`/instances/${instanceId}`);
		const line = page.getByRole('group', { name: /Connection over time/ });
		await pressOn(line, 'End');
		await page.getByText(/^Connected: from .* to now/).waitFor();
		await gateway.post(`/simulator/v1/instances/${instanceId}/logout`);
		await page.getByText('Disconnected (removed on the phone)').first().waitFor({ state: 'attached' });
		await pressOn(line, 'End');
		await page.getByText(/^Disconnected \(removed on the phone\): from .* to now/).waitFor();
		await page.keyboard.press('ArrowLeft');
		await page.getByText(/^Connected: from /).waitFor();
		await pressOn(page.getByText('Connections as a table'), 'Enter');
		const cell = page.getByRole('cell', { name: 'Disconnected (removed on the phone)' });
		await cell.waitFor();
		expect(await accessibilityViolations(page)).toEqual([]);
	});

	it('counts messages, for the period that the address names', async () => {
		const { page } = visit;
		const chart = page.getByRole('group', { name: /Messages over time/ });
		await pressOn(chart, 'End');
		await page.getByText(/Received 1, Sent 0, Failed 0\. Connected .* of the time\./).waitFor();
		await page.getByLabel('Period').selectOption('Last hour');
		await until('the address to have the period', () => Promise.resolve(page.url().includes('period=1h')));
		await page.getByText('1 received').waitFor();
		await page.setViewportSize({ width: 320, height: 800 });
		expect(await layoutFaults(page)).toEqual([]);
		await page.setViewportSize({ width: 1280, height: 860 });
		expect(visit.consoleErrors).toEqual([]);
	});
});
