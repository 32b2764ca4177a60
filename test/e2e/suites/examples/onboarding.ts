import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Workflow } from '../../../../playground/src/example-workflows.ts';
import { findInstance, instanceStatus } from '../../../../playground/src/gateway-client.ts';
import type { N8nSession } from '../../../../playground/src/n8n-client.ts';
import { until } from '../../../../playground/src/until.ts';
import { importedExample, smtpOf } from '../../support/examples.ts';
import { deleteInstance, qrCodeOf, scan } from '../../support/instances.ts';
import { openMailbox, type Mailbox } from '../../support/mailbox.ts';
import type { TestPlayground } from '../../support/test-playground.ts';

const ADDRESS = 'ada@example.com';

export function onboardingSuite(playground: () => TestPlayground): void {
	describe('QR onboarding by mail', () => {
		const opened: { mailbox?: Mailbox } = {};
		const mailTo: Mailbox['mailTo'] = async (address, subject) => {
			if (opened.mailbox === undefined) throw new Error('The mailbox could not be opened.');
			return opened.mailbox.mailTo(address, subject);
		};

		beforeAll(async () => {
			opened.mailbox = await openMailbox();
		});
		const workflow = importedExample(playground, 'qr-onboarding-by-mail.json', () => ({
			smtp: smtpOf(opened.mailbox),
		}));
		afterAll(() => opened.mailbox?.close());

		test('the form creates an instance, its QR code is mailed, and the scan is confirmed', async () => {
			const { session, gateway } = playground();
			const form = await openForm(session, workflow());
			const answers = new FormData();
			answers.append('field-0', 'Support line');
			answers.append('field-1', ADDRESS);
			const sent = await fetch(form, { method: 'POST', body: answers });
			expect(sent.status).toBe(200);

			const invitation = await mailTo(ADDRESS, 'Scan this code to connect "Support line"');
			const instance = await findInstance(gateway, 'Support line');
			if (instance === undefined) throw new Error('The workflow has created no instance.');
			const [code] = invitation.files;
			expect(code?.type).toBe('image/png');
			expect(code?.bytes.equals(await qrCodeOf(gateway, instance.id))).toBe(true);
			expect(invitation.html).toContain('<img src="cid:data"');

			await scan(gateway, instance.id);
			const confirmation = await mailTo(ADDRESS, '"Support line" is connected');
			expect(confirmation.html).toMatch(/Your account \d+ is connected now\./);
			expect(await instanceStatus(gateway, instance.id)).toBe('connected');
			await deleteInstance(gateway, instance.id);
		});
	});
}

/** Waits until n8n shows the form of a workflow; gives its address. */
async function openForm({ url }: N8nSession, { nodes }: Workflow): Promise<string> {
	const trigger = nodes.find(({ type }) => type === 'n8n-nodes-base.formTrigger');
	const form = `${url}/form/${trigger?.webhookId}`;
	return until({ what: 'the form', seconds: 30 }, async () => {
		const shown = await fetch(form);
		await shown.text();
		return shown.ok ? form : undefined;
	});
}
