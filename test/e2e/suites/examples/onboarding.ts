import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Workflow } from '../../../../playground/src/n8n/example-workflows.ts';
import { findInstance, getInstanceStatus } from '../../../../playground/src/gateway/client.ts';
import type { N8nSession } from '../../../../playground/src/n8n/client.ts';
import { until } from '../../../../playground/src/process/until.ts';
import { setUpExample, smtpCredential } from '../../support/examples.ts';
import { deleteInstance, getQrCode, scan } from '../../support/instances.ts';
import { openMailbox, type Mailbox } from '../../support/mailbox.ts';
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
			const answers = new FormData();
			answers.append('field-0', 'Support line');
			answers.append('field-1', ADDRESS);
			const sent = await fetch(form, { method: 'POST', body: answers });
			expect(sent.status).toBe(200);

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

/** Waits until n8n serves the form of a workflow and returns its URL. */
async function openForm({ url }: N8nSession, { nodes }: Workflow): Promise<string> {
	const trigger = nodes.find(({ type }) => type === 'n8n-nodes-base.formTrigger');
	const form = `${url}/form/${trigger?.webhookId}`;
	return until({ what: 'the form', seconds: 30 }, async () => {
		const shown = await fetch(form);
		await shown.text();
		return shown.ok ? form : undefined;
	});
}
