import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { callGateway, getInstanceStatus } from '../../../../playground/src/gateway/client.ts';
import { setUpExample, smtpCredential } from '../../support/examples.ts';
import { finishedExecution } from '../../support/executions.ts';
import { createConnectedInstance, deleteInstance, logOut, getQrCode, scan } from '../../support/instances.ts';
import { openMailbox, type Mailbox } from '../../support/mail/mailbox.ts';
import type { TestPlayground } from '../../support/test-playground.ts';

/** Whoever names an instance, e.g. in the form of an onboarding, writes no HTML into the mail. */
const NAME = 'Fish & <b>Chips';

export function disconnectAlertSuite(playground: () => TestPlayground): void {
	describe('alert on disconnect', () => {
		const opened: { mailbox?: Mailbox } = {};

		beforeAll(async () => {
			opened.mailbox = await openMailbox();
		});
		const workflow = setUpExample(playground, 'alert-on-disconnect.json', () => ({
			smtp: smtpCredential(opened.mailbox),
		}));
		afterAll(() => opened.mailbox?.close());

		test('mails the name of the logged-out instance with a QR code that connects it again', async () => {
			const { gateway } = playground();
			const { id } = await createConnectedInstance(gateway, NAME);
			await logOut(gateway, id);

			const alert = await opened.mailbox?.waitForMail('you@example.com', `"${NAME}" is disconnected`);
			expect(alert?.html).toContain('<b>Fish &amp; &lt;b>Chips</b>');
			expect(alert?.html).toContain('Reason: logged_out.');
			expect(alert?.files[0]?.bytes.equals(await getQrCode(gateway, id))).toBe(true);

			await scan(gateway, id);
			expect(await getInstanceStatus(gateway, id)).toBe('connected');
			await deleteInstance(gateway, id);
		});

		test('does not report an instance that was disconnected by request', async () => {
			const { gateway, session } = playground();
			const { id } = await createConnectedInstance(gateway, 'Old phone');
			await callGateway(gateway, 'POST', `/v1/instances/${id}/disconnect`);
			const { output } = await finishedExecution(
				session,
				workflow(),
				(execution) => execution.output['When an instance is disconnected']?.instanceId === id,
			);
			expect(output['When an instance is disconnected']).toMatchObject({ reason: 'user_request' });
			expect(opened.mailbox?.subjects()).toEqual([`"${NAME}" is disconnected`]);
			await deleteInstance(gateway, id);
		});
	});
}
