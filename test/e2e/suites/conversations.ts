import { describe, expect, test } from '@jest/globals';
import { activate, deactivate } from '../../../playground/src/n8n/example-workflows.ts';
import { callGateway } from '../../../playground/src/gateway/client.ts';
import { executionIdsWithOutput, finishedExecution, type Execution } from '../support/executions.ts';
import { GRACE, listSentMessages, receiveMessage, waitForReadMessage } from '../support/messages.ts';
import type { TestPlayground } from '../support/test-playground.ts';
import { waitForWebhookCount } from '../support/trigger.ts';
import { createWorkflow, TRIGGER } from '../support/workflows.ts';

/** Collects the messages of a chat into one execution. */
const COLLECT = [
	{
		name: 'When somebody wrote',
		type: TRIGGER,
		parameters: {
			events: ['message.received'],
			filters: { senders: GRACE },
			options: { collectSeconds: 20 },
		},
	},
];
const BURST = ['Hello', 'I have', 'a question', 'about my', 'order'];

export function conversationsSuite(playground: () => TestPlayground): void {
	describe('a conversation', () => {
		test('is answered by the bot, then by a person, and by the bot again after the release', async () => {
			const { gateway, session, echo, instanceId } = playground();
			const setTakeover = (takeover: object | null) =>
				callGateway(gateway, 'PATCH', `/v1/instances/${instanceId}`, { settings: { takeover } });
			const executionOf = (messageId: string) =>
				finishedExecution(
					session,
					echo,
					({ output }: Execution) => output['When a message arrives']?.messageId === messageId,
				);
			await setTakeover({ releaseAfter: '30m' });

			const first = await receiveMessage(playground(), GRACE, 'Are you open today?');
			expect((await executionOf(first)).status).toBe('success');
			await waitForReadMessage(playground(), GRACE, 'Are you open today?', first);

			await callGateway(gateway, 'POST', `/simulator/v1/instances/${instanceId}/echoes`, {
				to: GRACE,
				content: 'Yes, until six. This is Tim.',
			});
			const second = await receiveMessage(playground(), GRACE, 'Thank you, Tim!');
			expect((await executionOf(second)).status).toBe('error');
			expect(await listSentMessages(playground(), GRACE, second)).toEqual([]);

			const chat = `/v1/chats/${GRACE}@s.whatsapp.net`;
			await callGateway(gateway, 'PUT', `${chat}/owner`, { instanceId, owner: 'bot' });
			const third = await receiveMessage(playground(), GRACE, 'And tomorrow?');
			expect((await executionOf(third)).status).toBe('success');
			await waitForReadMessage(playground(), GRACE, 'And tomorrow?', third);
			await setTakeover(null);
		});

		test('starts one execution for a burst of messages, although n8n and the gateway are killed in it', async () => {
			const { session, services } = playground();
			const workflow = await createWorkflow(playground(), 'Collected messages', COLLECT);
			await activate(session, workflow);
			await waitForWebhookCount(playground(), workflow, 1);
			for (const content of BURST.slice(0, 3)) await receiveMessage(playground(), GRACE, content);
			await services.killN8n();
			await services.killGateway();
			await services.startGateway();
			for (const content of BURST.slice(3)) await receiveMessage(playground(), GRACE, content);
			await services.startN8n();

			const trigger = 'When somebody wrote';
			const startedByBurst = ({ items }: Execution) => (items[trigger] ?? []).length > 0;
			const execution = await finishedExecution(session, workflow, startedByBurst, 90);
			expect(execution.output[trigger]).toMatchObject({
				content: BURST.join('\n'),
				messages: BURST.map((content) => ({ content })),
			});
			expect(await executionIdsWithOutput(session, workflow, trigger)).toEqual([execution.id]);
			await deactivate(session, workflow);
		}, 240_000);
	});
}
