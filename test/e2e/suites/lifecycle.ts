import { describe, expect, test } from '@jest/globals';
import { activate, deactivate } from '../../../playground/src/example-workflows.ts';
import { callGateway } from '../../../playground/src/gateway-client.ts';
import { finishedExecutions, finishedExecution, type Execution } from '../support/executions.ts';
import { ADA, messageArrives, messageReaches } from '../support/messages.ts';
import type { TestPlayground } from '../support/test-playground.ts';
import { untilWebhooks, webhooksOf } from '../support/trigger.ts';

export function lifecycleSuite(playground: () => TestPlayground): void {
	describe('webhook of a trigger', () => {
		test('goes when the workflow is deactivated, and comes back when it is activated', async () => {
			const { session, echo } = playground();
			await untilWebhooks(playground(), echo, 1);
			await deactivate(session, echo);
			await untilWebhooks(playground(), echo, 0);
			await activate(session, { ...echo, active: false });
			const [webhook] = await untilWebhooks(playground(), echo, 1);
			expect(webhook).toMatchObject({ events: ['message.received'], status: 'active' });
		});

		test('is the only one left of several with the same address', async () => {
			const { gateway, session, echo } = playground();
			const [webhook] = await untilWebhooks(playground(), echo, 1);
			for (const secret of ['a secret planted by hand', 'another secret planted by hand']) {
				const duplicate = { url: webhook?.url, events: ['message.received'], secret };
				await callGateway(gateway, 'POST', '/v1/webhooks', duplicate);
			}
			await untilWebhooks(playground(), echo, 3);

			await deactivate(session, echo);
			await untilWebhooks(playground(), echo, 0);
			await activate(session, { ...echo, active: false });
			await untilWebhooks(playground(), echo, 1);
		});

		test('comes back when the workflow is activated again after it was lost at the gateway', async () => {
			const { gateway, session, echo } = playground();
			for (const { id } of await untilWebhooks(playground(), echo, 1)) {
				await callGateway(gateway, 'DELETE', `/v1/webhooks/${id}`);
			}
			await deactivate(session, echo);
			await activate(session, { ...echo, active: false });
			await untilWebhooks(playground(), echo, 1);
		});

		test('is still the only one after n8n was away, and brings what arrived meanwhile', async () => {
			const { session, services, echo, notify } = playground();
			await services.stopN8n();
			const messageId = await messageArrives(playground(), ADA, 'While n8n is away');
			await services.killGateway();
			await services.startGateway();
			await services.startN8n();

			const isMeant = ({ output }: Execution) => output['When a message arrives']?.messageId === messageId;
			const execution = await finishedExecution(session, echo, isMeant, 60);
			await messageReaches(playground().gateway, String(execution.output['Send it back']?.messageId), 'read');
			expect(await finishedExecutions(session, echo, isMeant)).toHaveLength(1);
			expect(await webhooksOf(playground(), echo)).toHaveLength(1);
			expect(await webhooksOf(playground(), notify)).toHaveLength(1);
		});
	});
}
