import { afterAll, beforeAll, describe, test } from '@jest/globals';
import { callGateway } from '../../../../playground/src/gateway/client.ts';
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
			const answer = await callGateway(gateway, 'POST', '/v1/webhooks', {
				name: 'Bookkeeping',
				url: `${receiver.server?.url}/events`,
				events: ['message.received'],
			});
			const { id } = (answer as { data: { id: string } }).data;
			const start = await receiveMessage(playground(), ADA, 'A first message');
			for (let sent = 1; sent < FAILURES; sent++) await receiveMessage(playground(), ADA, 'One more');
			await waitForReadMessage(playground(), GRACE, 'Deliveries to Bookkeeping fail since', start);

			receiver.status = 200;
			await receiveMessage(playground(), ADA, 'A last message');
			await waitForReadMessage(playground(), GRACE, 'Bookkeeping accepts deliveries again.', start);
			await callGateway(gateway, 'DELETE', `/v1/webhooks/${id}`);
		});
	});
}
