import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { expect, it } from '@jest/globals';
import { connectedInstance, startTestGateway } from '../../../support/gateway.ts';

it.each([
	['HTTP/2, as the clients of Java do', { upgrade: 'h2c', 'http2-settings': 'AAEAAEAAAAIAAAABAAMAAABk' }],
	['a WebSocket, for a request that opens none', { upgrade: 'websocket' }],
])('ignores offers of other protocols: %s', async (_name, offer) => {
	const gateway = await startTestGateway();
	const instanceId = await connectedInstance(gateway);
	const body = JSON.stringify({ instanceId, to: '4915112345678', message: 'Hello' });
	const sending = request(`${gateway.url}/v1/messages/send`, {
		method: 'POST',
		headers: { ...gateway.headers, ...offer, connection: 'Upgrade, HTTP2-Settings' },
	});
	sending.end(body);
	const [answer] = (await once(sending, 'response')) as [IncomingMessage];
	answer.resume();
	expect(answer.statusCode).toBe(202);
	await gateway.close();
});
