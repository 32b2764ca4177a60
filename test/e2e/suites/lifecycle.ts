import { describe, expect, test } from '@jest/globals';
import { activate, deactivate } from '../../../playground/src/n8n/example-workflows.ts';
import { callGateway } from '../../../playground/src/gateway/client.ts';
import { finishedExecutions, finishedExecution, type Execution } from '../support/executions.ts';
import { ADA, receiveMessage, waitForStatus } from '../support/messages.ts';
import type { TestPlayground } from '../support/test-playground.ts';
import { waitForWebhookCount, listTriggerWebhooks } from '../support/trigger.ts';

export function lifecycleSuite(playground: () => TestPlayground): void {
	describe("a trigger's webhook", () => {
		test('is deleted on deactivation and registered on activation', async () => {
			const { session, echo } = playground();
			await waitForWebhookCount(playground(), echo, 1);
			await deactivate(session, echo);
			await waitForWebhookCount(playground(), echo, 0);
			await activate(session, { ...echo, active: false });
			const [webhook] = await waitForWebhookCount(playground(), echo, 1);
			expect(webhook).toMatchObject({ events: ['message.received'], status: 'active' });
		});

		test('delivers messages received between deactivation and activation, as when a change is published', async () => {
			const { session, echo } = playground();
			await waitForWebhookCount(playground(), echo, 1);
			await deactivate(session, echo);
			await waitForWebhookCount(playground(), echo, 0);
			const messageId = await receiveMessage(playground(), ADA, 'Between two versions');
			await activate(session, { ...echo, active: false });

			const matches = ({ output }: Execution) => output['When a message arrives']?.messageId === messageId;
			await finishedExecution(session, echo, matches);
			expect(await finishedExecutions(session, echo, matches)).toHaveLength(1);
		});

		test('replaces other webhooks with the same URL', async () => {
			const { gateway, session, echo } = playground();
			const [webhook] = await waitForWebhookCount(playground(), echo, 1);
			for (const secret of ['a secret planted by hand', 'another secret planted by hand']) {
				const duplicate = { url: webhook?.url, events: ['message.received'], secret };
				await callGateway(gateway, 'POST', '/v1/webhooks', duplicate);
			}
			await waitForWebhookCount(playground(), echo, 3);

			await deactivate(session, echo);
			await waitForWebhookCount(playground(), echo, 0);
			await activate(session, { ...echo, active: false });
			await waitForWebhookCount(playground(), echo, 1);
		});

		test('is registered again on activation after it was deleted at the gateway', async () => {
			const { gateway, session, echo } = playground();
			for (const { id } of await waitForWebhookCount(playground(), echo, 1)) {
				await callGateway(gateway, 'DELETE', `/v1/webhooks/${id}`);
			}
			await deactivate(session, echo);
			await activate(session, { ...echo, active: false });
			await waitForWebhookCount(playground(), echo, 1);
		});

		test('delivers messages received during a downtime of n8n, without duplicates', async () => {
			const { session, services, echo, notify } = playground();
			await services.stopN8n();
			const messageId = await receiveMessage(playground(), ADA, 'While n8n is down');
			await services.killGateway();
			await services.startGateway();
			await services.startN8n();

			const matches = ({ output }: Execution) => output['When a message arrives']?.messageId === messageId;
			const execution = await finishedExecution(session, echo, matches, 90);
			await waitForStatus(playground().gateway, String(execution.output['Send it back']?.messageId), 'read');
			expect(await finishedExecutions(session, echo, matches)).toHaveLength(1);
			expect(await listTriggerWebhooks(playground(), echo)).toHaveLength(1);
			expect(await listTriggerWebhooks(playground(), notify)).toHaveLength(1);
		}, 240_000);
	});
}
