import { describe, expect, test } from '@jest/globals';
import { finishedExecution, finishedExecutions, type Execution } from '../support/executions.ts';
import { ADA, GRACE, messageReaches, sendText } from '../support/messages.ts';
import type { TestPlayground } from '../support/test-playground.ts';

export function crashSuite(playground: () => TestPlayground): void {
	describe('crash of the gateway', () => {
		test('an accepted message outlives it: it is delivered, and n8n is told once', async () => {
			const { session, services, notify } = playground();
			await services.stopGateway();
			// A network so slow that the message is certainly accepted, and certainly not delivered, at the crash.
			await services.startGateway({ GATEWAY_SIMULATOR_LATENCY_MS: '60000,60000,60000' });
			const messageId = await sendText(playground(), ADA, 'Accepted, then the lights went out', {
				notify: GRACE,
			});
			await services.killGateway();
			await services.startGateway();

			await messageReaches(playground().gateway, messageId, 'read');
			const isMeant = ({ output }: Execution) => output['When delivered or failed']?.messageId === messageId;
			const execution = await finishedExecution(session, notify, isMeant);
			expect(execution.output['When delivered or failed']).toMatchObject({ event: 'message.delivered' });
			await messageReaches(playground().gateway, String(execution.output['Tell them']?.messageId), 'read');
			expect(await finishedExecutions(session, notify, isMeant)).toHaveLength(1);
		});
	});
}
