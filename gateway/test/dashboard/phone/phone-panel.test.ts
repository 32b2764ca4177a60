import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parseScenario } from '../../../../scenarios/src/format/parse-scenario.ts';
import { runGateway } from '../../support/gateway-process.ts';
import { API_KEY, connectedInstance } from '../../support/gateway.ts';
import { until } from '../../support/until.ts';
import { accessibilityViolations } from '../support/accessibility-violations.ts';
import { startPhonePanel, type PhonePanel } from '../support/phone-panel.ts';

describe('phone panel', () => {
	let panel: PhonePanel;
	let instanceId: string;

	beforeAll(async () => {
		panel = await startPhonePanel();
		const { gateway, open } = panel.visit;
		instanceId = await connectedInstance(gateway, 'Shop');
		await gateway.put('/simulator/v1/phones/4915110000011', { name: 'Ada Lovelace' });
		await gateway.put('/simulator/v1/phones/4915110000022', { name: 'Grace Hopper' });
		await open('/');
		await panel.press('Phone');
		await panel.root().getByRole('region', { name: 'Phone of Ada Lovelace' }).waitFor();
	});
	afterAll(() => panel.close());

	it('records a scenario, replays it and saves it for the command line', async () => {
		const { page, gateway } = panel.visit;
		await panel.press('Record');
		await panel.root().getByRole('button', { name: /^Shop/ }).click();
		await panel.send('Are you open today?');
		await panel.bubble('You wrote: Are you open today?').waitFor();
		await panel.root().getByRole('button', { name: 'Stop (2 steps)' }).click();
		const downloading = page.waitForEvent('download');
		await panel.press('Download');
		const file = await (await downloading).path();
		const { instance, steps } = parseScenario(await readFile(file, 'utf8'));
		expect(instance).toBe('Shop');
		expect(steps).toMatchObject([
			{ step: 'send', phone: 'ada', text: 'Are you open today?' },
			{ step: 'receive', phone: 'ada', text: 'You wrote: Are you open today?' },
		]);

		await panel.press('Replay');
		const dialog = page.getByRole('dialog');
		await dialog.getByText('Passed: every step came out as it should.').waitFor();
		expect(await dialog.getByText('Passed', { exact: true }).count()).toBe(2);
		await panel.press('Close');

		const simulated = await runGateway(['simulate', file, '--gateway', gateway.url], {
			GATEWAY_API_KEY: API_KEY,
		});
		expect(simulated.stdout).toContain('Passed: 2 of 2 steps.');
	});

	it('shows where a scenario failed and why a file is no scenario', async () => {
		const { page } = panel.visit;
		panel.answerWith(() => 'We are closed.');
		await panel.press('Replay');
		const dialog = page.getByRole('dialog');
		await dialog.getByText(/did not come within 10s. Instead came "We are closed."/).waitFor();
		await panel.press('Close');
		await panel
			.root()
			.getByLabel('Scenario to open')
			.setInputFiles({ name: 'mine.json', mimeType: 'application/json', buffer: Buffer.from('{}') });
		await panel
			.root()
			.getByRole('alert')
			.getByText('mine.json: "scenario" is missing; give a number.')
			.waitFor();
		panel.answerWith(null);
	});

	it('calls an instance, with or without video, and shows whether it was rejected', async () => {
		const { gateway } = panel.visit;
		await panel.press('Call');
		await panel.root().getByText('The instance was called. It answers no calls.').waitFor();
		await gateway.request(`/v1/instances/${instanceId}`, {
			method: 'PATCH',
			headers: gateway.headers,
			body: JSON.stringify({ settings: { rejectCalls: true } }),
		});
		await panel.press('Call with video');
		await panel.root().getByText('The instance rejected the call.').waitFor();
		await panel.root().getByText('call.received').nth(1).waitFor();
	});

	it('works by keyboard alone', async () => {
		const { page } = panel.visit;
		await panel.root().getByRole('button', { name: 'All chats' }).focus();
		await page.keyboard.press('Enter');
		await panel.root().getByRole('button', { name: /^Shop/ }).focus();
		await page.keyboard.press('Enter');
		await panel.root().getByRole('textbox').focus();
		await page.keyboard.type('Written with keys');
		await page.keyboard.press('Enter');
		await panel.bubble('Written with keys').waitFor();
		// The composer keeps the focus for the next message.
		await until('the focus', () =>
			panel
				.root()
				.getByRole('textbox')
				.evaluate((field) => (field as { matches: (selector: string) => boolean }).matches(':focus')),
		);
	});

	it.each(['light', 'dark'] as const)(
		'passes the accessibility checks in %s colours',
		async (colorScheme) => {
			const { page } = panel.visit;
			await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
			await panel.press('Emoji');
			expect(await accessibilityViolations(page)).toEqual([]);
			await panel.press('Emoji');
			await panel.root().getByRole('button', { name: 'All chats' }).click();
			expect(await accessibilityViolations(page)).toEqual([]);
			for (const name of ['Groups', 'Settings of this phone', 'Another phone', 'Scan a code', 'Replay']) {
				await panel.press(name);
				await page.getByRole('dialog').waitFor();
				expect(await accessibilityViolations(page)).toEqual([]);
				await page.keyboard.press('Escape');
				await page.getByRole('dialog').waitFor({ state: 'detached' });
			}
			await panel.root().getByRole('button', { name: /^Shop/ }).click();
			await panel.root().getByRole('textbox').waitFor();
		},
	);

	it('fits a page 320 pixels wide, above the screen', async () => {
		const { page } = panel.visit;
		await page.setViewportSize({ width: 320, height: 640 });
		const beyond = () => page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
		expect(await beyond()).toBeLessThanOrEqual(0);
		const inside = await panel.root().evaluate((element) => {
			const { scrollWidth, clientWidth } = element as { scrollWidth: number; clientWidth: number };
			return scrollWidth - clientWidth;
		});
		expect(inside).toBeLessThanOrEqual(0);
		await panel.root().getByRole('textbox').click();
		await panel.press('Close the phone');
		await panel.root().waitFor({ state: 'detached' });
		await page.setViewportSize({ width: 1280, height: 860 });
	});

	it('shows stored text as text and logs no error to the console', async () => {
		const { page, gateway, consoleErrors, open } = panel.visit;
		const hostile = '<img src=x onerror="document.title=\'taken\'">';
		const number = await panel.numberOf('Grace Hopper');
		await gateway.put(`/simulator/v1/phones/${number}`, { name: hostile });
		await gateway.post(`/simulator/v1/phones/${number}/messages`, { instanceId, content: hostile });
		await open('/');
		await panel.press('Phone');
		await panel.root().getByRole('navigation', { name: 'Phones' }).getByText(hostile).click();
		await panel.root().getByRole('button', { name: /^Shop/ }).click();
		await panel.bubble(hostile).waitFor();
		expect(await page.title()).toBe('Overview – Messaging Gateway');
		expect(consoleErrors).toEqual([]);
	});

	it('releases a phone', async () => {
		await panel.press('Settings of this phone');
		await panel.press('Put this phone away');
		await panel.root().getByRole('region', { name: 'Phone of Ada Lovelace' }).waitFor();
		expect((await panel.visit.gateway.get('/simulator/v1/phones')).at('data')).toHaveLength(1);
	});
});
