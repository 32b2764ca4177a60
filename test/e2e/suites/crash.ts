import { describe, expect, test } from '@jest/globals';
import { finishedExecution, finishedExecutions, type Execution } from '../support/executions.ts';
import { ADA, GRACE, waitForStatus, sendText } from '../support/messages.ts';
import type { TestPlayground } from '../support/test-playground.ts';

export function crashSuite(playground: () => TestPlayground): void {
	describe('a crash of the gateway', () => {
		test('delivers an accepted message after the restart, with one event to n8n', async () => {
			const { session, services, notify } = playground();
			await services.stopGateway();
			// The latency ensures that the message is accepted but not delivered at the crash.
			await services.startGateway({ GATEWAY_SIMULATOR_LATENCY_MS: '60000,60000,60000' });
			const messageId = await sendText(playground(), ADA, 'Accepted before the crash', {
				notify: GRACE,
			});
			await services.killGateway();
			await services.startGateway();

			await waitForStatus(playground().gateway, messageId, 'read');
			const matches = ({ output }: Execution) => output['When delivered or failed']?.messageId === messageId;
			const execution = await finishedExecution(session, notify, matches);
			expect(execution.output['When delivered or failed']).toMatchObject({ event: 'message.delivered' });
			await waitForStatus(playground().gateway, String(execution.output['Tell them']?.messageId), 'read');
			expect(await finishedExecutions(session, notify, matches)).toHaveLength(1);
		});
	});
}
