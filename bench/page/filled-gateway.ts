import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startGateway, type GatewayProcess } from '../../conformance/server/gateway-process.ts';
import { createConnectedInstance } from '../read/filled-gateway.ts';
import { fill } from '../read/fill.ts';
import { contactName, contactPhone } from '../read/people.ts';
import { fillDeliveries } from './fill-deliveries.ts';

export interface FilledGateway {
	gateway: GatewayProcess;
	instanceId: string;
	webhookId: string;
	messageId: string;
	deliveryId: string;
}

/** A gateway that serves a database with as many messages and webhook deliveries. */
export async function serveFilled(messages: number, deliveries: number): Promise<FilledGateway> {
	const first = await startGateway();
	const receiver = createServer((request, response) => {
		request.resume();
		response.end('{"message":"Workflow was started"}');
	});
	await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
	const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
	const call = caller(first);
	const instanceId = await createConnectedInstance(first.url, first.key);
	const { data } = (await call('POST', '/v1/webhooks', { url, events: ['message.received'] })) as {
		data: { id: string };
	};
	const message = { from: contactPhone(0), contactName: contactName(0), content: 'Is it open on Sunday?' };
	await call('POST', `/simulator/v1/instances/${instanceId}/messages`, message);
	let delivered = false;
	while (!delivered) {
		const path = `/v1/webhooks/${data.id}/deliveries?status=success`;
		const answer = (await call('GET', path)) as { data: { deliveries: unknown[] } };
		delivered = answer.data.deliveries.length > 0;
	}
	await first.stop('keep');
	receiver.close();
	const deliveryId = fillDeliveries(first.folder, deliveries);
	const ids = fill(first.folder, instanceId, messages);
	const gateway = await startGateway({}, first.folder);
	return { gateway, instanceId, webhookId: data.id, messageId: ids.at(-1) ?? '', deliveryId };
}

function caller({ url, key }: GatewayProcess) {
	return async (method: string, path: string, body?: unknown): Promise<unknown> => {
		const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
		const init = body === undefined ? {} : { body: JSON.stringify(body), headers };
		const response = await fetch(url + path, {
			method,
			headers: { authorization: headers.authorization },
			...init,
		});
		if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
		return response.json();
	};
}
