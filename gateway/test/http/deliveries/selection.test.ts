import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { setQueueSettings } from '../../support/storage/chat-queues.ts';
import { at } from '../../support/json.ts';
import { until } from '../../support/until.ts';
import { startDeliveryStage, statusAndCode, type DeliveryStage } from './delivery-stage.ts';

describe('many deliveries at once', () => {
	let stage: DeliveryStage;

	beforeEach(async () => {
		stage = await startDeliveryStage();
	});
	afterEach(() => stage.close());

	/** Receives messages whose deliveries fail once and wait for their next attempt; returns their ids, newest first. */
	async function failing(count: number): Promise<string[]> {
		stage.receiver.answer((response) => response.writeHead(500).end());
		for (let index = 0; index < count; index += 1) {
			await stage.receiveMessage(`Message ${index}`);
			await stage.waitForNewest('pending', 1);
		}
		return stage.ids();
	}

	it('previews a retry, and changes nothing', async () => {
		const failed = await stage.exhaustRetries();
		const ids = await failing(2);
		const sent = stage.receiver.requests.length;
		const preview = await stage.gateway.post(`${stage.path}/preview`, { deliveryIds: ids });
		expect(preview.at('data')).toEqual({
			deliveries: 3,
			more: false,
			finished: 1,
			byEvent: [{ event: 'message.received', deliveries: 3 }],
			oldestAt: at((await stage.list()).at(-1), 'createdAt'),
			newestAt: at((await stage.list()).at(0), 'createdAt'),
			chats: [
				{
					instanceId: stage.instanceId,
					chatId: '4915112345678@s.whatsapp.net',
					contactName: null,
					deliveries: 3,
				},
			],
			moreChats: false,
		});
		const since = new Date(0).toISOString();
		const recovery = await stage.gateway.post(`${stage.path}/preview`, { since });
		expect(recovery.at('data')).toMatchObject({ deliveries: 1, finished: 1 });
		expect(await stage.ids('?status=failed')).toEqual([failed]);
		expect(stage.receiver.requests).toHaveLength(sent);
	});

	it('retries those that wait for their next attempt, and finished ones', async () => {
		const failed = await stage.exhaustRetries();
		const waiting = await failing(2);
		stage.receiver.answer((response) => response.end());
		const retried = await stage.gateway.post(`${stage.path}/retry`, {
			deliveryIds: [...waiting, 'dlv_00000000000000000000000000'],
		});
		expect(retried.body).toEqual({ success: true, data: { retried: 3 } });
		await until('all to be delivered', async () => (await stage.ids('?status=success')).length === 3);
		expect(waiting).toContain(failed);
	});

	it('attempts the first of a chat when one behind it is retried', async () => {
		await setQueueSettings(stage.gateway.folder, stage.webhookId, { ordered: true });
		stage.receiver.answer((response) => response.writeHead(500).end());
		await stage.receiveMessage('first');
		await stage.waitForNewest('pending', 1);
		await stage.receiveMessage('second');
		const second = String(at(await stage.waitForNewest('waiting', 0), 'id'));
		stage.receiver.answer((response) => response.end());
		await stage.gateway.post(`${stage.path}/retry`, { deliveryIds: [second] });
		await until('both to be delivered', async () => (await stage.ids('?status=success')).length === 2);
		const texts = stage.receiver.requests.map(({ raw }) => /"content":"(\w+)"/.exec(raw)?.[1]);
		expect(texts).toEqual(['first', 'first', 'second']);
	});

	it('skips those that are open', async () => {
		await stage.receiveMessage();
		await stage.waitForNewest('success', 1);
		const ids = await failing(2);
		const skipped = await stage.gateway.post(`${stage.path}/skip`, { deliveryIds: ids });
		expect(skipped.body).toEqual({ success: true, data: { skipped: 2 } });
		expect(await stage.list()).toMatchObject([
			{ status: 'cancelled' },
			{ status: 'cancelled' },
			{ status: 'success' },
		]);
	});

	it('refuses a selection that is none', async () => {
		const [id = ''] = await failing(1);
		const since = new Date(0).toISOString();
		for (const body of [
			{},
			{ until: since },
			{ deliveryIds: [id], since },
			{ since: '2016-12-31T23:59:60Z' },
		]) {
			const answer = await stage.gateway.post(`${stage.path}/preview`, body);
			expect(statusAndCode(answer)).toEqual([400, 'invalid_parameters']);
		}
		for (const deliveryIds of [[], [id, id], ['dlv_1'], Array.from({ length: 101 }, () => id)]) {
			for (const action of ['preview', 'retry', 'skip']) {
				const answer = await stage.gateway.post(`${stage.path}/${action}`, { deliveryIds });
				expect(statusAndCode(answer)).toEqual([400, 'invalid_parameters']);
			}
		}
		await stage.gateway.put(`/v1/webhooks/${stage.webhookId}`, { status: 'inactive' });
		const inactive = await stage.gateway.post(`${stage.path}/retry`, { deliveryIds: [id] });
		expect(statusAndCode(inactive)).toEqual([400, 'invalid_parameters']);
	});

	it('sends an edited payload once, signed and marked as a test, and counts it nowhere', async () => {
		await stage.receiveMessage('Hello');
		const delivery = await stage.waitForNewest('success', 1);
		const id = String(at(delivery, 'id'));
		const before = await stage.gateway.get(`${stage.path}/${id}`);
		const statistics = `/v1/webhooks/${stage.webhookId}/statistics`;
		const counted = (await stage.gateway.get(statistics)).body;
		stage.receiver.answer((response) => response.writeHead(422, { 'x-reason': 'test' }).end('no such order'));

		const payload = {
			event: 'message.received',
			eventId: at(delivery, 'eventId'),
			data: { content: 'Grüße' },
		};
		const sent = await stage.gateway.post(`${stage.path}/${id}/test`, { payload });
		const [, request] = await stage.receiver.count(2);
		const eventId = sent.text('data.eventId');
		expect(eventId).not.toBe(at(delivery, 'eventId'));
		expect(JSON.parse(request?.raw ?? '')).toEqual({ ...payload, eventId, test: true });
		expect(request?.headers['webhook-id']).toBe(eventId);
		const secret = (await stage.gateway.get(`/v1/webhooks/${stage.webhookId}`)).text('data.secret');
		const signature = createHmac('sha256', secret)
			.update(request?.raw ?? '')
			.digest('hex');
		expect(request?.headers['x-service-signature']).toBe(`sha256=${signature}`);
		expect(sent.at('data')).toMatchObject({
			body: request?.raw,
			statusCode: 422,
			error: null,
			response: { headers: expect.objectContaining({ 'x-reason': 'test' }), body: 'no such order' },
		});

		stage.clock.advance(7 * 3_600_000);
		expect((await stage.gateway.get(`${stage.path}/${id}`)).body).toEqual(before.body);
		expect(await stage.ids()).toEqual([id]);
		const after = await stage.gateway.get(statistics);
		expect([after.at('data.succeeded'), after.at('data.failed')]).toEqual([1, 0]);
		expect(counted).toMatchObject({ data: { succeeded: 1, failed: 0 } });
		expect(stage.receiver.requests).toHaveLength(2);
	});
});
