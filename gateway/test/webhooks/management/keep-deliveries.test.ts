import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { connectedInstance, startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { clientWith } from '../../support/keys.ts';
import { at } from '../../support/json.ts';
import { createManualClock, type ManualClock } from '../../support/manual-clock.ts';
import { openOwner } from '../../support/owner.ts';
import { startReceiver, type Receiver } from '../../support/servers/receiver.ts';
import { contents, receiveMessage, untilStatuses } from '../../support/storage/chat-queues.ts';

describe('a webhook that is deleted with keepDeliveries', () => {
	let clock: ManualClock;
	let gateway: TestGateway;
	let receiver: Receiver;
	let instanceId: string;
	let webhookId: string;

	beforeEach(async () => {
		clock = createManualClock();
		gateway = await startTestGateway({ clock });
		receiver = await startReceiver();
		instanceId = await connectedInstance(gateway);
		webhookId = await create();
	});
	afterEach(async () => {
		await receiver.close();
		await gateway.close();
	});

	const create = async (settings: object = {}, client: Pick<TestGateway, 'post'> = gateway) => {
		const webhook = { url: receiver.url, events: ['message.received'], ...settings };
		const created = await client.post('/v1/webhooks', webhook);
		expect(created.status).toBe(201);
		return created.text('data.id');
	};
	const receive = (content: string) =>
		receiveMessage(gateway, instanceId, { from: '4915112345678', content });

	/** Deletes the webhook while one message waits for its second attempt, and lets another one arrive. */
	const deleteWhileWaiting = async () => {
		receiver.answer((response) => response.writeHead(500).end());
		await receive('before');
		await receiver.count(1);
		await untilStatuses(gateway, webhookId, ['pending']);
		const deleted = await gateway.delete(`/v1/webhooks/${webhookId}?keepDeliveries=true`);
		expect(deleted.status).toBe(200);
		receiver.answer((response) => response.end());
		await receive('meanwhile');
	};

	it('is hidden from clients, and receives nothing', async () => {
		const owner = await openOwner(gateway);
		await deleteWhileWaiting();
		const [found, list, overview] = await Promise.all([
			gateway.get(`/v1/webhooks/${webhookId}`),
			gateway.get('/v1/webhooks'),
			owner.get('/admin/v1/overview'),
		]);
		expect(found.status).toBe(404);
		expect([list.at('data'), at(overview.body, 'data.webhooks')]).toEqual([[], []]);
		expect((await gateway.put(`/v1/webhooks/${webhookId}`, { status: 'active' })).status).toBe(404);
		clock.advance(33_000);
		expect(contents(receiver.requests)).toEqual(['before']);
	});

	it('hands its waiting deliveries over to one that is created with the same URL, under the settings of that one', async () => {
		await deleteWhileWaiting();
		clock.advance(1000);
		const createdAt = new Date(clock.now()).toISOString();
		const successor = await create({ secret: 'the secret of the successor', name: 'New' });
		expect(successor).toBe(webhookId);
		expect(contents(await receiver.count(2))).toEqual(['before', 'meanwhile']);
		await untilStatuses(gateway, successor, ['pending', 'success']);
		// The second attempt is due after 30 seconds and up to a tenth of them.
		clock.advance(33_000);
		expect(contents(await receiver.count(3))).toEqual(['before', 'meanwhile', 'before']);
		await untilStatuses(gateway, successor, ['success', 'success']);
		const shown = await gateway.get(`/v1/webhooks/${successor}`);
		expect(shown.at('data')).toMatchObject({
			name: 'New',
			secret: 'the secret of the successor',
			status: 'active',
			pausedAt: null,
			createdAt,
		});
	});

	it('hands over nothing after a minute, and its deliveries are deleted', async () => {
		await deleteWhileWaiting();
		clock.advance(61_000);
		const successor = await create();
		expect(successor).not.toBe(webhookId);
		await receive('after');
		expect(contents(await receiver.count(2))).toEqual(['before', 'after']);
	});

	it('hands over nothing to a webhook with another URL or of another instance', async () => {
		await deleteWhileWaiting();
		const others = [await create({ url: `${receiver.url}/other` }), await create({ instanceId })];
		expect(others).not.toContain(webhookId);
		await receive('after');
		const after = (await receiver.count(3)).slice(1);
		expect(contents(after)).toEqual(['after', 'after']);
	});

	it('hands over no messages to a key that may not read them', async () => {
		await deleteWhileWaiting();
		const client = await clientWith(gateway, { scopes: ['webhooks:read', 'webhooks:write'] });
		expect(await create({ events: ['instance.connected'] }, client)).not.toBe(webhookId);
		expect(contents(receiver.requests)).toEqual(['before']);
	});
});
