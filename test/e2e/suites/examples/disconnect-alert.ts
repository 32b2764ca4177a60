import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { callGateway, instanceStatus } from '../../../../playground/src/gateway-client.ts';
import { importedExample, smtpOf } from '../../support/examples.ts';
import { finishedExecution } from '../../support/executions.ts';
import { connectedInstance, deleteInstance, logOut, qrCodeOf, scan } from '../../support/instances.ts';
import { openMailbox, type Mailbox } from '../../support/mailbox.ts';
import type { TestPlayground } from '../../support/test-playground.ts';

export function disconnectAlertSuite(playground: () => TestPlayground): void {
	describe('alert on disconnect', () => {
		const opened: { mailbox?: Mailbox } = {};

		beforeAll(async () => {
			opened.mailbox = await openMailbox();
		});
		const workflow = importedExample(playground, 'alert-on-disconnect.json', () => ({
			smtp: smtpOf(opened.mailbox),
		}));
		afterAll(() => opened.mailbox?.close());

		test('the mail says which instance was logged out, and its QR code brings it back', async () => {
			const { gateway } = playground();
			const { id } = await connectedInstance(gateway, 'Shop phone');
			await logOut(gateway, id);

			const alert = await opened.mailbox?.mailTo('you@example.com', '"Shop phone" is disconnected');
			expect(alert?.html).toContain('Reason: logged_out.');
			expect(alert?.files[0]?.bytes.equals(await qrCodeOf(gateway, id))).toBe(true);

			await scan(gateway, id);
			expect(await instanceStatus(gateway, id)).toBe('connected');
			await deleteInstance(gateway, id);
		});

		test('what was disconnected on purpose is not reported', async () => {
			const { gateway, session } = playground();
			const { id } = await connectedInstance(gateway, 'Old phone');
			await callGateway(gateway, 'POST', `/v1/instances/${id}/disconnect`);
			const { output } = await finishedExecution(
				session,
				workflow(),
				(execution) => execution.output['When an instance is disconnected']?.instanceId === id,
			);
			expect(output['When an instance is disconnected']).toMatchObject({ reason: 'user_request' });
			expect(opened.mailbox?.subjects()).toEqual(['"Shop phone" is disconnected']);
			await deleteInstance(gateway, id);
		});
	});
}
