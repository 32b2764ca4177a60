import { createHmac } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { connectedInstance, startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { startReceiver, type Receiver } from '../../support/servers/receiver.ts';
import { until } from '../../support/until.ts';

/** Most attempts that run at a fast receiver at the same time. */
const ROOM = 96;
const WAITING = 60;

describe('deliveries to a fast receiver that has no room left', () => {
	let gateway: TestGateway;
	let receiver: Receiver;
	let instanceId: string;
	let webhookId: string;
	/** The responses that the receiver holds back. */
	let held: ServerResponse[];

	beforeEach(async () => {
		// Time stands still, so that the receiver stays a fast one while it holds responses back.
		gateway = await startTestGateway({ clock: createManualClock() });
		receiver = await startReceiver();
		instanceId = await connectedInstance(gateway);
		webhookId = (
			await gateway.post('/v1/webhooks', { url: receiver.url, events: ['message.received'] })
		).text('data.id');
		await receive(['first']);
		await until('the first delivery', async () => (await countOf('success')) === 1);
		held = [];
		receiver.answer((response) => held.push(response));
		await receive(Array.from({ length: ROOM + WAITING }, (_, index) => `Message ${index}`));
		await receiver.count(1 + ROOM);
	});
	afterEach(async () => {
		answerAll();
		await gateway.close();
		await receiver.close();
	});

	const receive = (contents: readonly string[]) =>
		Promise.all(
			contents.map((content) =>
				gateway.post(`/simulator/v1/instances/${instanceId}/messages`, { from: '4915112345678', content }),
			),
		);
	const answerAll = () => {
		receiver.answer((response) => response.end());
		for (const response of held.splice(0)) response.end();
	};
	const countOf = async (status: string) => {
		const path = `/v1/webhooks/${webhookId}/deliveries?limit=100&status=${status}`;
		const first = await gateway.get(path);
		const deliveries = first.at('data.deliveries') as unknown[];
		const cursor = first.at('data.pagination.nextCursor') as string | null;
		if (cursor === null) return deliveries.length;
		const rest = await gateway.get(`${path}&before=${cursor}`);
		return deliveries.length + (rest.at('data.deliveries') as unknown[]).length;
	};

	it('are attempted once each, when there is room', async () => {
		expect(receiver.requests).toHaveLength(1 + ROOM);
		answerAll();
		await until('all deliveries', async () => (await countOf('success')) === 1 + ROOM + WAITING);
		expect(new Set(receiver.requests.map((request) => request.at('eventId'))).size).toBe(1 + ROOM + WAITING);
		expect(receiver.requests).toHaveLength(1 + ROOM + WAITING);
		expect(new Set(receiver.requests.map(({ headers }) => headers['x-service-attempt']))).toEqual(
			new Set(['1']),
		);
	});

	it('are not attempted any more when the webhook is deactivated', async () => {
		await gateway.put(`/v1/webhooks/${webhookId}`, { status: 'inactive' });
		answerAll();
		await until('the end of all deliveries', async () => (await countOf('success')) === 1 + ROOM);
		expect(await countOf('cancelled')).toBe(WAITING);
		expect(receiver.requests).toHaveLength(1 + ROOM);
	});

	it('go to the new URL of the webhook', async () => {
		const other = await startReceiver();
		await gateway.put(`/v1/webhooks/${webhookId}`, { url: other.url });
		answerAll();
		await other.count(WAITING);
		expect(receiver.requests).toHaveLength(1 + ROOM);
		await other.close();
	});

	it('are signed with a new secret too', async () => {
		const rotated = await gateway.post(`/v1/webhooks/${webhookId}/rotate-secret`);
		answerAll();
		await receiver.count(1 + ROOM + WAITING);
		const signatureOf = (raw: string) =>
			`sha256=${createHmac('sha256', rotated.text('data.secret')).update(raw).digest('hex')}`;
		for (const { raw, headers } of receiver.requests.slice(1 + ROOM)) {
			expect(headers['x-service-signature']).toBe(signatureOf(raw));
		}
	});

	it('are attempted for the first time by the next start', async () => {
		answerWhenStopped();
		gateway = await gateway.restart();
		await receiver.count(1 + ROOM + WAITING);
		const later = receiver.requests.slice(1 + ROOM);
		expect(new Set(later.map(({ headers }) => headers['x-service-attempt']))).toEqual(new Set(['1']));
	});

	/** Answers the running attempts once the gateway that waits for them has stopped accepting requests. */
	function answerWhenStopped(): void {
		void until('the gateway to stop', async () => {
			const { status } = await fetch(`${gateway.url}/livez`).catch(() => ({ status: 0 }));
			return status !== 200;
		}).then(answerAll);
	}
});
