import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connectedInstance, sendText } from '../../support/gateway.ts';
import { accessibilityViolations } from '../support/accessibility-violations.ts';
import { startPhonePanel, type PhonePanel } from '../support/phone-panel.ts';

const ADA = '4915110000011';

describe("the phone panel's time", () => {
	let panel: PhonePanel;
	let instanceId: string;

	beforeAll(async () => {
		panel = await startPhonePanel();
		const { gateway, open } = panel.visit;
		instanceId = await connectedInstance(gateway, 'Shop');
		await gateway.put(`/simulator/v1/phones/${ADA}`, { name: 'Ada Lovelace' });
		await open('/');
		await panel.press('Phone');
		await time().waitFor();
	});
	afterAll(() => panel.close());

	const time = () => panel.root().getByRole('region', { name: 'Time' });
	const button = (name: string) => time().getByRole('button', { name, exact: true });

	it.each(['light', 'dark'] as const)('is moved by keyboard, in the %s theme', async (colorScheme) => {
		const { page, gateway } = panel.visit;
		await page.emulateMedia({ colorScheme });
		const clock = await gateway.get('/simulator/v1/clock');
		const at = Date.parse(clock.text('data.now'));
		const sendAt = (hours: number) => new Date(at + hours * 3_600_000).toISOString();
		await sendText(gateway, instanceId, ADA, 'In two hours', { sendAt: sendAt(2) });
		await sendText(gateway, instanceId, ADA, 'In thirty hours', { sendAt: sendAt(30) });

		await button('+1 min').focus();
		await page.keyboard.press('Enter');
		await time().getByText('Nothing fell due.').waitFor();
		await time()
			.getByText(/ahead of the real time/)
			.waitFor();
		await page.keyboard.press('Tab');
		await page.keyboard.press('Tab');
		expect(await time().locator('button:focus').textContent()).toBe('+24 h');
		await page.keyboard.press('Enter');
		await time().getByRole('list', { name: 'What fell due' }).getByText('Scheduled message').waitFor();
		await time().getByText('Next: Scheduled message').waitFor();

		await button('Other…').focus();
		await page.keyboard.press('Enter');
		await time().getByRole('textbox', { name: 'Forward by' }).fill('6h30m');
		expect(await accessibilityViolations(page)).toEqual([]);
		await page.keyboard.press('Enter');
		await time().getByText('Next:').waitFor({ state: 'detached' });
		await panel.root().getByRole('button', { name: /^Shop/ }).getByText('In thirty hours').waitFor();
	});

	it('records how the time was moved', async () => {
		await panel.press('Record');
		await button('+1 h').click();
		await panel.root().getByRole('button', { name: 'Stop (1 step)' }).click();
		await panel.press('Discard the recording');
	});
});
