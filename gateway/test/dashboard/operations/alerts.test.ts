import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Locator } from 'playwright-core';
import { connectedInstance } from '../../support/gateway.ts';
import { startMailServer, type MailServer } from '../../support/servers/mail-server.ts';
import { accessibilityViolations } from '../support/accessibility-violations.ts';
import { layoutFaults } from '../support/layout-faults.ts';
import { startSignedIn, type Visit } from '../support/visit.ts';

describe.each(['light', 'dark'] as const)('the screen of alerts in the %s theme', (colorScheme) => {
	let visit: Visit;
	let mail: MailServer;
	beforeAll(async () => {
		mail = await startMailServer();
		mail.mood = 'greylists';
		visit = await startSignedIn({
			GATEWAY_SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
			GATEWAY_ALERT_MAIL_FROM: 'gateway@example.com',
			GATEWAY_ALERT_MAIL_TO: 'ops@example.com',
			GATEWAY_ALERT_DISK_FREE: 'off',
		});
		await visit.page.emulateMedia({ colorScheme });
	});
	afterAll(async () => {
		await visit.close();
		await mail.close();
	});

	async function press(target: Locator): Promise<void> {
		await target.focus();
		await visit.page.keyboard.press('Enter');
	}

	it('is led to by a live number, and says what to do and why no mail was sent', async () => {
		const { page, gateway, open } = visit;
		await open('/alerts');
		await page.getByRole('heading', { name: 'All is well' }).waitFor();
		const instanceId = await connectedInstance(gateway, 'Shop');
		await gateway.post(`/simulator/v1/instances/${instanceId}/logout`);
		await page.locator('.sidebar .alert-mark').getByText('1 firing alert').waitFor({ state: 'attached' });
		const alert = page.getByRole('article', { name: /The instance “Shop” is disconnected/ });
		await alert.getByText('Scan a new QR code').waitFor();
		await alert.getByText('Greylisted').waitFor();
		expect(await accessibilityViolations(page)).toEqual([]);
	});

	it('acknowledges, mutes and unmutes by keyboard', async () => {
		const { page } = visit;
		await press(page.getByRole('button', { name: 'Acknowledge' }));
		await page.getByText('Acknowledged', { exact: true }).waitFor();
		await press(page.getByRole('button', { name: 'Mute for a day' }));
		await page.getByText('Muted', { exact: true }).waitFor();
		await press(page.getByRole('button', { name: 'Unmute' }));
		await page.getByText('Acknowledged', { exact: true }).waitFor();
	});

	it('sends a test mail by keyboard, and says what the server answered', async () => {
		const { page } = visit;
		const button = page.getByRole('button', { name: 'Send a test mail' });
		await press(button);
		await page.getByRole('alert').getByText('Greylisted').waitFor();
		mail.mood = 'accepts';
		await press(button);
		await page.getByText('The mail server accepted the test mail for ops@example.com.').waitFor();
		expect(mail.mails.at(-1)).toContain('Subject: Test');
	});

	it('leads to the screen of the instance, and fits a narrow window', async () => {
		const { page, open } = visit;
		await page.setViewportSize({ width: 320, height: 800 });
		expect(await layoutFaults(page)).toEqual([]);
		await page.setViewportSize({ width: 1280, height: 860 });
		await press(page.getByRole('link', { name: 'Show it' }));
		await page.getByRole('heading', { level: 1, name: 'Shop' }).waitFor();
		await open('/alerts');
		expect(visit.consoleErrors.filter((line) => !line.includes('/test-mail'))).toEqual([]);
	});
});
