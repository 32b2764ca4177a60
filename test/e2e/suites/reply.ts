import { describe, expect, test } from '@jest/globals';
import { activate } from '../../../playground/src/n8n/example-workflows.ts';
import { callGateway, listWebhooks } from '../../../playground/src/gateway/client.ts';
import { callN8n } from '../../../playground/src/n8n/client.ts';
import { until } from '../../../playground/src/process/until.ts';
import { executionIdsWithOutput, finishedExecution, waitForExecutionStatus } from '../support/executions.ts';
import { ADA, GRACE, receiveMessage, waitForStatus } from '../support/messages.ts';
import type { TestPlayground } from '../support/test-playground.ts';
import { waitForWebhookCount } from '../support/trigger.ts';
import { ACTION, byId, createWorkflow, TRIGGER } from '../support/workflows.ts';

const instanceId = byId('={{ $json.instanceId }}');

/** Asks GRACE to approve a request that begins with the text, and reports her decision to the requester. */
const approval = (begin: string) => [
	{
		name: 'When somebody wishes',
		type: TRIGGER,
		parameters: { events: ['message.received'], filters: { textMatches: `^${begin}` } },
	},
	{
		name: 'Ask Grace',
		type: ACTION,
		parameters: {
			resource: 'message',
			operation: 'sendAndWait',
			instanceId,
			to: byId(GRACE),
			message: '{{ $json.contactName }} says: {{ $json.content }}. May they?',
			responseType: 'approval',
		},
	},
	{
		name: 'Tell them',
		type: ACTION,
		parameters: {
			resource: 'message',
			operation: 'sendText',
			instanceId,
			to: byId(ADA),
			message: '={{ $json.data.approved ? "Granted" : "Not granted" }}',
		},
	},
];

export function replySuite(playground: () => TestPlayground): void {
	describe('an execution that waits for a reply', () => {
		test('survives a crash of n8n and of the gateway, and ends with the reply', async () => {
			const { session, services } = playground();
			const before = (await listWebhooks(playground().gateway)).length;
			const workflow = await createWorkflow(playground(), 'Approval by reply', approval('I wish'));
			await activate(session, workflow);
			await waitForWebhookCount(playground(), workflow, 1);
			await receiveMessage(playground(), ADA, 'I wish for a new keyboard');
			const waiting = await waitForExecutionStatus(session, workflow, 'waiting');

			await services.killN8n();
			await services.killGateway();
			await services.startGateway();
			await services.startN8n();

			await receiveMessage(playground(), GRACE, 'Which one?');
			await receiveMessage(playground(), ADA, 'Yes');
			await receiveMessage(playground(), GRACE, 'YES!');
			const execution = await finishedExecution(session, workflow, ({ id }) => id === waiting, 60);
			expect(execution.status).toBe('success');
			expect(execution.output['Ask Grace']).toMatchObject({
				approved: true,
				data: { approved: true, text: 'YES!' },
				responder: { phone: GRACE },
			});
			expect(await executionIdsWithOutput(session, workflow, 'When somebody wishes')).toEqual([waiting]);

			const notice = String(execution.output['Tell them']?.messageId);
			await waitForStatus(playground().gateway, notice, 'read');
			const { data } = (await callGateway(playground().gateway, 'GET', `/v1/messages/${notice}`)) as {
				data: { content: string };
			};
			expect(data.content).toBe('Granted');
			// Only the trigger's webhook is left; the reply webhook is deleted.
			expect(await listWebhooks(playground().gateway)).toHaveLength(before + 1);
		}, 240_000);

		test('gets no further replies once it is stopped', async () => {
			const { session, gateway } = playground();
			const workflow = await createWorkflow(playground(), 'Stopped approval', approval('I would like'));
			await activate(session, workflow);
			await waitForWebhookCount(playground(), workflow, 1);
			const known = new Set((await listWebhooks(gateway)).map(({ id }) => id));
			await receiveMessage(playground(), ADA, 'I would like a new chair');
			const waiting = await waitForExecutionStatus(session, workflow, 'waiting');
			const [reply] = (await listWebhooks(gateway)).filter(({ id }) => !known.has(id));
			expect(reply?.status).toBe('active');

			await callN8n(session, 'POST', `/rest/executions/${waiting}/stop`);
			await receiveMessage(playground(), GRACE, 'Yes');
			await until({ what: 'the webhook of the reply to be inactive', seconds: 30 }, async () => {
				const webhook = (await listWebhooks(gateway)).find(({ id }) => id === reply?.id);
				return webhook?.status === 'inactive';
			});
			expect(await waitForExecutionStatus(session, workflow, 'canceled')).toBe(waiting);
			await callGateway(gateway, 'DELETE', `/v1/webhooks/${String(reply?.id)}`);
		}, 120_000);
	});
}
