import { describe, expect, test } from '@jest/globals';
import { finishedExecution } from '../support/executions.ts';
import { ADA, messageArrives, messageReaches } from '../support/messages.ts';
import type { TestPlayground } from '../support/test-playground.ts';

export function echoSuite(playground: () => TestPlayground): void {
	describe('echo bot', () => {
		test('a message that arrives starts the workflow, and its reply is read', async () => {
			const { session, echo, instanceId } = playground();
			const messageId = await messageArrives(playground(), ADA, 'Is anybody there?');

			const execution = await finishedExecution(
				session,
				echo,
				({ output }) => output['When a message arrives']?.messageId === messageId,
			);
			expect(execution.status).toBe('success');
			expect(execution.output['When a message arrives']).toMatchObject({
				event: 'message.received',
				eventId: expect.stringMatching(/^evt_/),
				instanceId,
				from: ADA,
				type: 'text',
				content: 'Is anybody there?',
				contactName: 'Ada',
				isGroup: false,
			});

			const reply = execution.output['Send it back'];
			expect(reply).toMatchObject({ success: true, status: 'queued' });
			await messageReaches(playground().gateway, String(reply?.messageId), 'read');
		});
	});
}
