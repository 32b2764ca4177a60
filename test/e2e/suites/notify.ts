import { describe, expect, test } from '@jest/globals';
import { finishedExecution } from '../support/executions.ts';
import { ADA, GRACE, waitForStatus, NOBODY, sendText } from '../support/messages.ts';
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
