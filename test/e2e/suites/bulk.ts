import { describe, expect, test } from '@jest/globals';
import { activate, deactivate } from '../../../playground/src/n8n/example-workflows.ts';
import { callGateway } from '../../../playground/src/gateway/client.ts';
import { waitForNewExecution } from '../support/executions.ts';
import { postToWorkflow } from '../support/ordinary-webhook.ts';
import type { TestPlayground } from '../support/test-playground.ts';
import { ACTION, byId, createWorkflow } from '../support/workflows.ts';

const COUNT = 1000;
/** Fewer than the default of Concurrent Chats, so that the node sends to all chats at the same time. */
const CHATS = 40;
/** The gateway's rate limit in messages per minute. */
const LIMIT = 600;

/** Receives items at a webhook of n8n and sends them with one node. */
function steps(instanceId: string, path: string) {
	return [
		{
			name: 'List',
			type: 'n8n-nodes-base.webhook',
			typeVersion: 2,
			parameters: { httpMethod: 'POST', path, responseMode: 'onReceived' },
		},
		{
			name: 'Rows',
			type: 'n8n-nodes-base.splitOut',
			parameters: { fieldToSplitOut: 'body.rows' },
		},
		{
			name: 'Send',
			type: ACTION,
			parameters: {
				resource: 'message',
				operation: 'sendText',
				instanceId: byId(instanceId),
				to: byId('={{ $json.phone }}'),
				message: '={{ $json.text }}',
			},
		},
	];
}

interface Message {
	messageId: string;
	content: string;
	to: string;
}

export function bulkSuite(playground: () => TestPlayground): void {
	describe('sending a thousand items', () => {
		test('sends each item once and in order, although the gateway responds with 429 to many', async () => {
			const { session, services, instanceId } = playground();
			const rows = Array.from({ length: COUNT }, (_, index) => ({
				phone: `49170001${String((index % CHATS) * 10 + 5).padStart(4, '0')}`,
				text: `Row ${index}`,
			}));
			const workflow = await createWorkflow(playground(), 'Bulk', steps(instanceId, 'bulk'));
			await activate(session, workflow);

			await services.stopGateway();
			await services.startGateway({ GATEWAY_RATE_LIMITS: `messages=${LIMIT},general=${LIMIT * 10}` });
			await postToWorkflow(`${session.url}/webhook/bulk`, { rows });
			const execution = await waitForNewExecution(session, workflow, [], 150);
			expect(await countRejectedSends(playground())).toBeGreaterThan(0);
			await services.stopGateway();
			await services.startGateway();

			expect(execution.status).toBe('success');
			const sent = execution.items.Send ?? [];
			expect(sent.map(({ pairedItem }) => pairedItem)).toEqual(rows.map((_, item) => ({ item })));
			const stored = (await listMessages(playground())).filter(({ content }) => content.startsWith('Row '));
			expect(stored).toHaveLength(COUNT);
			const contents = new Map(
				stored.map(({ messageId, content, to }) => [messageId, { phone: to, text: content }]),
			);
			expect(sent.map(({ json }) => contents.get(String(json.messageId)))).toEqual(rows);
			for (const phone of new Set(rows.map((row) => row.phone))) {
				const inChat = stored.filter(({ to }) => to === phone).map(({ content }) => content);
				const expected = rows.filter((row) => row.phone === phone).map(({ text }) => text);
				expect(inChat).toEqual(expected);
			}
			await deactivate(session, workflow);
		}, 240_000);
	});
}

/** Returns how many sends the gateway rejected with 429. */
async function countRejectedSends({ gateway }: TestPlayground): Promise<number> {
	const metrics = await (await fetch(`${gateway.url}/metrics`)).text();
	const count =
		/^gateway_http_request_duration_seconds_count\{.*route="\/v1\/messages\/send".*status="429".*\} (\d+)$/m;
	return Number(count.exec(metrics)?.[1] ?? '0');
}

/** Returns all messages of the instance, oldest first. */
async function listMessages({ gateway, instanceId }: TestPlayground): Promise<Message[]> {
	const messages: Message[] = [];
	let before = '';
	do {
		const path = `/v1/messages?instanceId=${instanceId}&limit=100${before && `&before=${before}`}`;
		const page = (await callGateway(gateway, 'GET', path)) as {
			data: Message[];
			pagination: { nextCursor: string | null };
		};
		messages.push(...page.data);
		before = page.pagination.nextCursor ?? '';
	} while (before !== '');
	return messages.reverse();
}
