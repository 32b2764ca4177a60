import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { findInstance, getInstanceStatus } from '../../../../playground/src/gateway/client.ts';
import { setUpExample, smtpCredential } from '../../support/examples.ts';
import { openForm, submitForm } from '../../support/form-trigger.ts';
import { deleteInstance, getQrCode, scan } from '../../support/instances.ts';
import { openMailbox, type Mailbox } from '../../support/mail/mailbox.ts';
import type { TestPlayground } from '../../support/test-playground.ts';

const ADDRESS = 'ada@example.com';

export function onboardingSuite(playground: () => TestPlayground): void {
	describe('QR onboarding by mail', () => {
		const opened: { mailbox?: Mailbox } = {};
		const waitForMail: Mailbox['waitForMail'] = async (address, subject) => {
			if (opened.mailbox === undefined) throw new Error('The mailbox could not be opened.');
			return opened.mailbox.waitForMail(address, subject);
		};

		beforeAll(async () => {
			opened.mailbox = await openMailbox();
		});
		const workflow = setUpExample(playground, 'qr-onboarding-by-mail.json', () => ({
			smtp: smtpCredential(opened.mailbox),
		}));
		afterAll(() => opened.mailbox?.close());

		test('creates an instance from the form, mails its QR code and confirms the scan', async () => {
			const { session, gateway } = playground();
			const form = await openForm(session, workflow());
			await submitForm(form, ['Support line', ADDRESS]);

			const invitation = await waitForMail(ADDRESS, 'Scan this code to connect "Support line"');
			const instance = await findInstance(gateway, 'Support line');
			if (instance === undefined) throw new Error('The workflow created no instance.');
			const [code] = invitation.files;
			expect(code?.type).toBe('image/png');
			expect(code?.bytes.equals(await getQrCode(gateway, instance.id))).toBe(true);
			expect(invitation.html).toContain('<img src="cid:data"');

			await scan(gateway, instance.id);
			const confirmation = await waitForMail(ADDRESS, '"Support line" is connected');
			expect(confirmation.html).toMatch(/Your account \d+ is connected now\./);
			expect(await getInstanceStatus(gateway, instance.id)).toBe('connected');
			await deleteInstance(gateway, instance.id);
		});
	});
}
