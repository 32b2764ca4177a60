import { describe, expect, test } from '@jest/globals';
import { callGateway } from '../../../playground/src/gateway/client.ts';
import { finishedExecution } from '../support/executions.ts';
import { ADA, GRACE, waitForReadMessage, waitForStatus, NOBODY, sendText } from '../support/messages.ts';
import type { TestPlayground } from '../support/test-playground.ts';

export function notifySuite(playground: () => TestPlayground): void {
	describe('notify on delivery', () => {
		test.each([
			{ to: ADA, event: 'message.delivered', outcome: 'a delivered message' },
			{ to: NOBODY, event: 'message.failed', outcome: 'a failed message' },
		])('reports $outcome to the phone in its metadata', async ({ to, event }) => {
			const { session, notify } = playground();
			const messageId = await sendText(playground(), to, 'Your parcel is on its way.', { notify: GRACE });

			const execution = await finishedExecution(
				session,
				notify,
				({ output }) => output['When delivered or failed']?.messageId === messageId,
			);
			expect(execution.status).toBe('success');
			expect(execution.output['When delivered or failed']).toMatchObject({ event, to });
			const notice = execution.output['Tell them'];
			await waitForStatus(playground().gateway, String(notice?.messageId), 'read');
		});

		test('names the chat of a message to a group', async () => {
			const { session, gateway, instanceId, notify } = playground();
			const groups = await callGateway(gateway, 'GET', `/v1/groups?instanceId=${instanceId}`);
			const group = (groups as { data: { id: string; isAdmin: boolean }[] }).data.find(
				({ isAdmin }) => isAdmin,
			);
			const to = String(group?.id);
			const messageId = await sendText(playground(), to, 'We are closed today.', { notify: GRACE });

			await finishedExecution(
				session,
				notify,
				({ output }) => output['When delivered or failed']?.messageId === messageId,
			);
			await waitForReadMessage(playground(), GRACE, `Your message to ${to} was delivered.`, messageId);
		});

		test('does not report a message without that metadata', async () => {
			const { session, notify } = playground();
			const messageId = await sendText(playground(), ADA, 'Nobody needs to know.');

			const execution = await finishedExecution(
				session,
				notify,
				({ output }) => output['When delivered or failed']?.messageId === messageId,
			);
			expect(execution.status).toBe('success');
			expect(execution.output).not.toHaveProperty('Tell them');
		});
	});
}
