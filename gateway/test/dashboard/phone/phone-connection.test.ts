import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startPhonePanel, type PhonePanel } from '../support/phone-panel.ts';

describe('an open phone', () => {
	let panel: PhonePanel;
	let instanceId: string;
	beforeAll(async () => {
		panel = await startPhonePanel();
		const { gateway, open } = panel.visit;
		await gateway.put('/simulator/v1/phones/4915110000011', { name: 'Ada Lovelace' });
		instanceId = (await gateway.post('/v1/instances', { name: 'Shop' })).text('data.id');
		await open(`/instances/${instanceId}`);
		await panel.press('Phone');
		await panel.root().getByText('No chats yet.').waitFor();
	});
	afterAll(() => panel.close());

	it('shows the chat with an instance as soon as its code is scanned on the screen beside it', async () => {
		const { page } = panel.visit;
		// The phone would cover the screen.
		await page.setViewportSize({ width: 1440, height: 900 });
		await panel.press('Show the QR code');
		await panel.press('Scan with a simulated phone');
		await panel.root().getByRole('button', { name: /^Shop/ }).click();
		await panel.send('Hello');
		await panel.bubble('You wrote: Hello').waitFor();
	});

	it('takes no message while the instance is disconnected', async () => {
		const { gateway, consoleErrors } = panel.visit;
		await gateway.post(`/v1/instances/${instanceId}/disconnect`, {});
		await panel.root().getByText('The instance is not connected.').waitFor();
		expect(await panel.root().getByRole('textbox').count()).toBe(0);
		await gateway.post(`/v1/instances/${instanceId}/connect`, { method: 'qrcode' });
		await gateway.post(`/simulator/v1/instances/${instanceId}/scan`, {});
		await panel.send('Hello again');
		await panel.bubble('You wrote: Hello again').waitFor();
		expect(consoleErrors).toEqual([]);
	});
});
