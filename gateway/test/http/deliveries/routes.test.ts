import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { TestGateway } from '../../support/gateway.ts';
import { at } from '../../support/json.ts';
import type { ManualClock } from '../../support/manual-clock.ts';
import type { Receiver } from '../../support/servers/receiver.ts';
import { until } from '../../support/until.ts';
import { startDeliveryStage, statusAndCode, type DeliveryStage } from './delivery-stage.ts';

const UNKNOWN_DELIVERY = 'dlv_00000000000000000000000000';

describe('webhook deliveries', () => {
	let stage: DeliveryStage;
	let clock: ManualClock;
	let gateway: TestGateway;
	let receiver: Receiver;
	let instanceId: string;
	let webhookId: string;
	let path: string;

	beforeEach(async () => {
		stage = await startDeliveryStage();
		({ clock, gateway, receiver, instanceId, webhookId, path } = stage);
	});
	afterEach(() => stage.close());

	it('lists deliveries newest first, by status and event kind, in pages', async () => {
		for (const content of ['one', 'two', 'three']) {
			await stage.receiveMessage(content);
			await stage.waitForNewest('success', 1);
		}
		receiver.answer((response) => response.writeHead(503).end());
		await gateway.post(`/simulator/v1/instances/${instanceId}/logout`);
		const waiting = await stage.waitForNewest('pending', 1);
		expect(waiting).toEqual({
			id: expect.stringMatching(/^dlv_/),
			eventId: expect.stringMatching(/^evt_/),
			event: 'instance.disconnected',
			test: false,
			instanceId,
			chatId: null,
			contactName: null,
			messageId: null,
			messageText: null,
			status: 'pending',
			attempts: 1,
			createdAt: new Date(clock.now()).toISOString(),
			nextAttemptAt: expect.stringMatching(/Z$/),
			finishedAt: null,
			lastStatusCode: 503,
			lastError: null,
			lastResponseTime: expect.any(Number),
			waitsFor: null,
			joinedInto: null,
		});
		const all = await stage.ids();
		expect(all).toHaveLength(4);
		expect([...all].sort().reverse()).toEqual(all);
		expect(await stage.ids('?status=pending')).toEqual(all.slice(0, 1));
		expect(await stage.ids('?status=success')).toEqual(all.slice(1));
		expect(await stage.ids('?event=message.received')).toEqual(all.slice(1));
		expect(await stage.ids('?event=message.received&status=pending')).toEqual([]);

		const first = await gateway.get(`${path}?limit=3`);
		expect(first.at('data.pagination')).toEqual({ hasMore: true, nextCursor: all[2] });
		const second = await gateway.get(`${path}?limit=3&before=${first.text('data.pagination.nextCursor')}`);
		expect(second.at('data.deliveries')).toEqual([expect.objectContaining({ id: all[3] })]);
		expect(second.at('data.pagination')).toEqual({ hasMore: false, nextCursor: null });
	});

	it.each(['status=lost', 'event=message.lost', 'limit=0', 'limit=101', 'before=now'])(
		'answers 400 for the query %s',
		async (query) => {
			expect(statusAndCode(await gateway.get(`${path}?${query}`))).toEqual([400, 'invalid_parameters']);
		},
	);

	it('returns the body, and the request and the response of each attempt', async () => {
		receiver.answer((response) => {
			const failing = receiver.requests.length === 1;
			response.writeHead(failing ? 503 : 201, { 'x-answer': 'mine', 'set-cookie': ['a=1', 'b=2'] });
			response.end(failing ? 'not now' : 'done');
		});
		await stage.receiveMessage('Grüße');
		await stage.waitForNewest('pending', 1);
		clock.advance(33_000);
		await stage.waitForNewest('success', 2);
		const [first, second] = receiver.requests;
		const [id] = await stage.ids();
		const { body } = await gateway.get(`${path}/${id ?? ''}`);
		expect(at(body, 'data')).toMatchObject({
			id,
			status: 'success',
			lastStatusCode: 201,
			body: first?.raw,
			attempts: [
				{
					number: 1,
					duration: 0,
					statusCode: 503,
					error: null,
					request: { url: receiver.url },
					response: { headers: { 'x-answer': 'mine', 'set-cookie': ['a=1', 'b=2'] }, body: 'not now' },
				},
				{ number: 2, statusCode: 201, response: { body: 'done' } },
			],
		});
		const sent = at(body, 'data.attempts.1.request.headers') as Record<string, string>;
		expect(Object.keys(sent)).toContain('x-service-signature');
		expect(second?.headers).toMatchObject(sent);
		expect(JSON.stringify(body)).not.toContain('whsec_');
	});

	it('stores the beginning of a long response, without null characters', async () => {
		receiver.answer((response) => response.end(`a\0b${'x'.repeat(19_996)}€${'y'.repeat(100_000)}`));
		await stage.receiveMessage();
		await stage.waitForNewest('success', 1);
		const [id] = await stage.ids();
		const { body } = await gateway.get(`${path}/${id ?? ''}`);
		expect(at(body, 'data.attempts.0.response.body')).toBe(`a\uFFFDb${'x'.repeat(19_996)}`);
	});

	it('returns the reason when the receiver sent no response', async () => {
		await gateway.put(`/v1/webhooks/${webhookId}`, { url: 'http://127.0.0.1:1/' });
		await stage.receiveMessage();
		await stage.waitForNewest('pending', 1);
		const [newest] = await stage.list();
		const reason = 'The receiver refused the connection.';
		expect(newest).toMatchObject({ lastStatusCode: null, lastError: reason });
		const { body } = await gateway.get(`${path}/${String(at(newest, 'id'))}`);
		expect(at(body, 'data.attempts')).toMatchObject([{ statusCode: null, response: null, error: reason }]);
	});

	it('answers 404 for a delivery of another webhook and for an unknown webhook', async () => {
		await stage.receiveMessage();
		const id = String(at(await stage.waitForNewest('success', 1), 'id'));
		const other = await gateway.post('/v1/webhooks', { url: receiver.url, events: ['message.read'] });
		const elsewhere = `/v1/webhooks/${other.text('data.id')}/deliveries`;
		for (const answer of [
			await gateway.get(`${path}/${UNKNOWN_DELIVERY}`),
			await gateway.post(`${path}/${UNKNOWN_DELIVERY}/retry`),
			await gateway.get(`${elsewhere}/${id}`),
			await gateway.post(`${elsewhere}/${id}/retry`),
		]) {
			expect(statusAndCode(answer)).toEqual([404, 'not_found']);
		}
		for (const answer of [
			await gateway.get('/v1/webhooks/wh_0/deliveries'),
			await gateway.get(`/v1/webhooks/wh_0/deliveries/${id}`),
			await gateway.post(`/v1/webhooks/wh_0/deliveries/${id}/retry`),
			await gateway.post('/v1/webhooks/wh_0/deliveries/recover', { since: new Date(0).toISOString() }),
		]) {
			expect(statusAndCode(answer)).toEqual([404, 'webhook_not_found']);
		}
	});

	it("reads and retries the deliveries of an instance's own webhook, but does not update or delete it", async () => {
		const created = await gateway.post('/v1/instances', { name: 'Own', webhookUrl: receiver.url });
		const own = created.text('data.webhookId');
		const ownInstance = created.text('data.id');
		expect((await gateway.get(`/v1/instances/${ownInstance}`)).at('data.webhookId')).toBe(own);
		await gateway.post(`/v1/instances/${ownInstance}/connect`, { method: 'qrcode' });
		const delivery = await until('a delivery', async () => {
			const { body } = await gateway.get(`/v1/webhooks/${own}/deliveries?status=success`);
			return (at(body, 'data.deliveries') as unknown[])[0];
		});
		expect(delivery).toMatchObject({ event: 'instance.qr_updated' });
		const retried = await gateway.post(`/v1/webhooks/${own}/deliveries/${String(at(delivery, 'id'))}/retry`);
		expect(retried.status).toBe(200);
		expect((await gateway.get(`/v1/webhooks/${own}/health`)).status).toBe(200);
		for (const answer of [
			await gateway.put(`/v1/webhooks/${own}`, { name: 'x' }),
			await gateway.delete(`/v1/webhooks/${own}`),
		]) {
			expect(statusAndCode(answer)).toEqual([404, 'webhook_not_found']);
			expect(answer.text('error.message')).toContain(`PATCH /v1/instances/${ownInstance}`);
		}
	});

	it('deletes the deliveries with their webhook or their instance', async () => {
		await stage.receiveMessage();
		await stage.waitForNewest('success', 1);
		await gateway.delete(`/v1/webhooks/${webhookId}`);
		expect(statusAndCode(await gateway.get(path))).toEqual([404, 'webhook_not_found']);
		const created = await gateway.post('/v1/instances', { name: 'Own', webhookUrl: receiver.url });
		await gateway.delete(`/v1/instances/${created.text('data.id')}`);
		const own = await gateway.get(`/v1/webhooks/${created.text('data.webhookId')}/deliveries`);
		expect(statusAndCode(own)).toEqual([404, 'webhook_not_found']);
	});
});
