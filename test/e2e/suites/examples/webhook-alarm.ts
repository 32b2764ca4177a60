import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { callGateway } from '../../../../playground/src/gateway/client.ts';
import { findFreePort } from '../../../../playground/src/process/ports.ts';
import { setUpExample } from '../../support/examples.ts';
import { startHttpServer, type HttpServer } from '../../support/http-server.ts';
import { ADA, GRACE, receiveMessage, waitForReadMessage } from '../../support/messages.ts';
import type { TestPlayground } from '../../support/test-playground.ts';

/** Failures in a row of which the gateway reports that a webhook is failing. */
const FAILURES = 5;

export function webhookAlarmSuite(playground: () => TestPlayground): void {
	describe('alarm when a webhook fails', () => {
		const receiver: { server?: HttpServer; status: number } = { status: 500 };

		beforeAll(async () => {
			receiver.server = await startHttpServer(() => ({ status: receiver.status }));
		});
		setUpExample(playground, 'alarm-when-webhook-fails.json');
		afterAll(() => receiver.server?.close());

		test('writes to the admin when a webhook fails, and when it works again', async () => {
			const { gateway } = playground();
			const { id, start } = await failToDeliver('Bookkeeping', `${receiver.server?.url}/events`);
			const alarm = await waitForReadMessage(
				playground(),
				GRACE,
				'Deliveries to Bookkeeping fail since',
				start,
			);
			expect(alarm.content).toMatch(/: HTTP 500\. The gateway repeats them\.$/);

			receiver.status = 200;
			await receiveMessage(playground(), ADA, 'A last message');
			await waitForReadMessage(playground(), GRACE, 'Bookkeeping accepts deliveries again.', start);
			await callGateway(gateway, 'DELETE', `/v1/webhooks/${id}`);
		});

		test('says why deliveries get no answer', async () => {
			const { id, start } = await failToDeliver(
				'Warehouse',
				`http://127.0.0.1:${await findFreePort()}/events`,
			);
			const alarm = await waitForReadMessage(
				playground(),
				GRACE,
				'Deliveries to Warehouse fail since',
				start,
			);
			expect(alarm.content).toMatch(/refused the connection\. The gateway repeats them\.$/);
			await callGateway(playground().gateway, 'DELETE', `/v1/webhooks/${id}`);
		});

		/** Registers a webhook and lets its first deliveries fail. Returns it and the first message. */
		async function failToDeliver(name: string, url: string): Promise<{ id: string; start: string }> {
			const answer = await callGateway(playground().gateway, 'POST', '/v1/webhooks', {
				name,
				url,
				events: ['message.received'],
			});
			const { id } = (answer as { data: { id: string } }).data;
			const start = await receiveMessage(playground(), ADA, 'A first message');
			for (let sent = 1; sent < FAILURES; sent++) await receiveMessage(playground(), ADA, 'One more');
			return { id, start };
		}
	});
}
