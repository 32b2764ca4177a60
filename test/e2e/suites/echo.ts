import { describe, expect, test } from '@jest/globals';
import { finishedExecution } from '../support/executions.ts';
import { ADA, receiveMessage, waitForStatus } from '../support/messages.ts';
import type { TestPlayground } from '../support/test-playground.ts';

export function echoSuite(playground: () => TestPlayground): void {
	describe('echo bot', () => {
		test('sends a reply to a received message, which is read', async () => {
			const { session, echo, instanceId } = playground();
			const messageId = await receiveMessage(playground(), ADA, 'Is anybody there?');

			const execution = await finishedExecution(
				session,
				echo,
				({ output }) => output['When a message arrives']?.messageId === messageId,
			);
			expect(execution.status).toBe('success');
			expect(execution.output['When a message arrives']).toMatchObject({
				event: 'message.received',
				instanceId,
				from: ADA,
				type: 'text',
				content: 'Is anybody there?',
				contactName: 'Ada',
			});

			const reply = execution.output['Send it back'];
			expect(reply).toMatchObject({ success: true, status: 'queued' });
			await waitForStatus(playground().gateway, String(reply?.messageId), 'read');
		});
	});
}
