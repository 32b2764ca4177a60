import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connectedInstance, sendText, startTestGateway, type TestGateway } from '../support/gateway.ts';
import { startReceiver, type Receiver } from '../support/servers/receiver.ts';

describe('POST /v1/instances/:instanceId/disconnect and DELETE /v1/instances/:instanceId', () => {
	let gateway: TestGateway;
	let receiver: Receiver;
	beforeAll(async () => {
		gateway = await startTestGateway();
		receiver = await startReceiver();
		await gateway.post('/v1/webhooks', { url: receiver.url, events: ['instance.disconnected'] });
	});
	afterAll(async () => {
		await receiver.close();
		await gateway.close();
	});

	it('ends the connection and the session with the reason user_request', async () => {
		const id = await connectedInstance(gateway);
		const answer = await gateway.post(`/v1/instances/${id}/disconnect`);
		expect(answer.status).toBe(200);
		expect(answer.at('data.status')).toBe('disconnected');
		const event = await receiver.find('the event', (request) => request.at('data.instanceId') === id);
		expect(event.at('data.reason')).toBe('user_request');

		const again = await gateway.post(`/v1/instances/${id}/disconnect`);
		expect([again.status, again.at('error.code')]).toEqual([409, 'instance_disconnected']);
		const connecting = await gateway.post(`/v1/instances/${id}/connect`, { method: 'qrcode' });
		expect(connecting.at('status')).toBe('qr_pending');
	});

	it('ends the wait for a scan', async () => {
		const id = (await gateway.post('/v1/instances', { name: 'A' })).text('data.id');
		await gateway.post(`/v1/instances/${id}/connect`, { method: 'qrcode' });
		expect((await gateway.post(`/v1/instances/${id}/disconnect`)).status).toBe(200);
		expect((await gateway.post(`/simulator/v1/instances/${id}/scan`)).status).toBe(409);
		const status = await gateway.get(`/v1/instances/${id}/status`);
		expect(status.at('data')).toMatchObject({ status: 'disconnected', qrCode: null });
	});

	it('disconnects a deleted instance, and deletes its webhooks and messages', async () => {
		const id = await connectedInstance(gateway);
		const webhook = await gateway.post('/v1/webhooks', {
			url: receiver.url,
			events: ['message.sent'],
			instanceId: id,
		});
		const messageId = await sendText(gateway, id, '4915112340001');
		expect((await gateway.delete(`/v1/instances/${id}`)).body).toEqual({
			success: true,
			message: 'The instance "Shop" was deleted.',
		});
		await receiver.find('the event', (request) => request.at('data.instanceId') === id);
		expect((await gateway.get(`/v1/instances/${id}`)).status).toBe(404);
		expect((await gateway.get(`/v1/webhooks/${webhook.text('data.id')}`)).status).toBe(404);
		expect((await gateway.get(`/v1/messages/${messageId}/status`)).status).toBe(404);
	});

	it('deletes all messages of a deleted instance, and none of another one', async () => {
		const [deleted, kept] = [await connectedInstance(gateway), await connectedInstance(gateway)];
		const history = { messages: 1000, chats: 3 };
		for (const id of [deleted, kept]) await gateway.post(`/simulator/v1/instances/${id}/history`, history);
		const newest = async (id: string) =>
			(await gateway.get(`/v1/messages?instanceId=${id}&limit=100`)).at('data');
		const before = await newest(kept);
		expect((await gateway.delete(`/v1/instances/${deleted}`)).status).toBe(200);
		expect((await gateway.get(`/v1/messages?instanceId=${deleted}`)).status).toBe(404);
		expect(before).toHaveLength(100);
		expect(await newest(kept)).toEqual(before);
	});
});
