import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startGateway, type GatewayProcess } from '../../conformance/server/gateway-process.ts';
import { fillMessages } from '../read/fill.ts';
import { createInstanceWithMessage } from '../read/filled-gateway.ts';
import { contactName, contactPhone } from '../read/people.ts';
import { createClient, registerWebhook } from '../server/client.ts';
import { fillDeliveries } from './fill-deliveries.ts';

export interface FilledGateway {
	gateway: GatewayProcess;
	instanceId: string;
	webhookId: string;
	messageId: string;
	deliveryId: string;
}

/** Starts a gateway with this number of messages and webhook deliveries. */
export async function startFilledGateway(messages: number, deliveries: number): Promise<FilledGateway> {
	const first = await startGateway();
	const receiver = createServer((request, response) => {
		request.resume();
		response.end('{"message":"Workflow was started"}');
	});
	await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
	const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
	const client = createClient(first.url, first.key);
	const instanceId = await createInstanceWithMessage(client);
	const { id: webhookId } = await registerWebhook(client, url, ['message.received']);
	const message = { from: contactPhone(0), contactName: contactName(0), content: 'Is it open on Sunday?' };
	await client.must('POST', `/simulator/v1/instances/${instanceId}/messages`, message);
	let delivered = false;
	while (!delivered) {
		const path = `/v1/webhooks/${webhookId}/deliveries?status=success`;
		const page = (await client.must('GET', path)) as { data: { deliveries: unknown[] } };
		delivered = page.data.deliveries.length > 0;
	}
	await first.stop('keep');
	receiver.close();
	const deliveryId = fillDeliveries(first.folder, deliveries);
	const ids = fillMessages(first.folder, instanceId, messages);
	const gateway = await startGateway({}, first.folder);
	return { gateway, instanceId, webhookId, messageId: ids.at(-1) ?? '', deliveryId };
}
