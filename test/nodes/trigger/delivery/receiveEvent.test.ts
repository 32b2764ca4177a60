import { describe, expect, it } from '@jest/globals';

import { hangUp } from '../../support/hangUp.ts';
import { receiveMessage } from '../../support/instances.ts';
import type { Listener } from '../../support/n8nHost.ts';
import {
	envelope,
	gateway,
	host,
	instanceId,
	signedHeaders,
	standardHeaders,
	useRegisteredTrigger,
} from './deliverySuite.ts';

useRegisteredTrigger();

describe('a received message', () => {
	it('starts the workflow with its fields on the top level', async () => {
		await receiveMessage(gateway, instanceId, {
			from: '4915112345678',
			contactName: 'Ada',
			content: 'Grüße aus Köln',
		});

		const items = await host.nextStart();

		expect(items).toHaveLength(1);
		expect(items[0]?.json).toEqual({
			event: 'message.received',
			instanceId,
			messageId: expect.stringMatching(/^msg_/),
			chatId: '4915112345678@s.whatsapp.net',
			senderId: '4915112345678@s.whatsapp.net',
			from: '4915112345678',
			type: 'text',
			content: 'Grüße aus Köln',
			contactName: 'Ada',
			timestamp: expect.stringMatching(/Z$/),
		});
	});

	it('starts the workflow with the envelope when the output is raw', async () => {
		host.parameters = { events: ['message.received'], output: 'raw' };
		await receiveMessage(gateway, instanceId, { from: '4915112345678', content: 'Hello' });

		const [item] = await host.nextStart();

		expect(Object.keys(item?.json ?? {}).sort()).toEqual(['data', 'event', 'eventId', 'timestamp']);
		expect(item?.json.data).toMatchObject({ instanceId, content: 'Hello' });
	});

	it('starts the workflow when it came while n8n published a change of the workflow', async () => {
		await host.call('production', 'delete');
		await receiveMessage(gateway, instanceId, { from: '4915112345678', content: 'Meanwhile' });
		host.parameters = { events: ['message.received', 'message.read'] };
		await host.activate('production');
		expect(await host.nextStart()).toMatchObject([{ json: { content: 'Meanwhile' } }]);
	});

	it('does not start a test listener that began later', async () => {
		await host.activate('test');
		await host.call('test', 'delete');
		await receiveMessage(gateway, instanceId, { from: '4915112345678', content: 'Too early' });
		await host.nextStart();
		await host.activate('test');
		await receiveMessage(gateway, instanceId, { from: '4915112345678', content: 'Hello' });
		const starts = [await host.nextStart(), await host.nextStart()];
		expect(starts).toMatchObject(Array(2).fill([{ json: { content: 'Hello' } }]));
		await host.call('test', 'delete');
	});

	it('starts the workflow after a rotation of the secret, before and after the next activation', async () => {
		const { body } = await gateway.request<{ data: { id: string }[] }>('GET', '/v1/webhooks');
		await gateway.request('POST', `/v1/webhooks/${body.data[0]?.id ?? ''}/rotate-secret`);
		await receiveMessage(gateway, instanceId, { from: '4915112345678', content: 'Rotated' });
		expect(await host.nextStart()).toMatchObject([{ json: { content: 'Rotated' } }]);

		await host.activate('production');
		await receiveMessage(gateway, instanceId, { from: '4915112345678', content: 'Activated' });
		expect(await host.nextStart()).toMatchObject([{ json: { content: 'Activated' } }]);
	});

	it('starts the active workflow and a test listener, each with its own secret', async () => {
		await host.activate('test');
		await receiveMessage(gateway, instanceId, { from: '4915112345678', content: 'Both' });

		const contents = [await host.nextStart(), await host.nextStart()].map(([item]) => item?.json.content);

		expect(contents).toEqual(['Both', 'Both']);
		await host.call('test', 'delete');
	});
});

describe('a delivery with a valid signature', () => {
	it('starts the workflow', async () => {
		const body = envelope();

		expect(await host.post('production', body, signedHeaders(body))).toMatchObject({ status: 200 });

		expect(host.starts).toMatchObject([[{ json: { event: 'message.received', content: 'Grüße' } }]]);
	});

	it.each([
		['signed by the library of Standard Webhooks', (headers: Record<string, string>) => headers],
		[
			'whose other header is wrong',
			(headers: Record<string, string>) => ({ ...headers, 'x-service-signature': 'sha256=00' }),
		],
		[
			'with a second signature, of another secret',
			({ 'webhook-signature': right = '', ...headers }: Record<string, string>) => ({
				...headers,
				'webhook-signature': `v1,${Buffer.alloc(32).toString('base64')} v1a,x ${right}`,
			}),
		],
	])('starts the workflow for a delivery %s', async (_case, change) => {
		const body = envelope();

		expect(await host.post('production', body, change(standardHeaders(body)))).toMatchObject({ status: 200 });
		expect(host.starts).toHaveLength(1);
	});

	it('starts the workflow when it was signed four minutes ago, or its clock is four minutes ahead', async () => {
		for (const secondsAgo of [240, -240]) {
			const body = envelope();
			await host.post('production', body, standardHeaders(body, secondsAgo));
		}
		expect(host.starts).toHaveLength(2);
	});

	it('starts the workflow with the secret that an earlier version of the node stored', async () => {
		const secret = 'ab'.repeat(32);
		const stored = host.staticData.production['node:messagingGatewayTrigger'];
		const { production } = stored as Record<Listener, object>;
		Object.assign(stored ?? {}, { production: { ...production, secret } });
		const { body } = await gateway.request<{ data: { id: string }[] }>('GET', '/v1/webhooks');
		await gateway.request('PUT', `/v1/webhooks/${body.data[0]?.id ?? ''}`, { secret });

		await receiveMessage(gateway, instanceId, { from: '4915112345678', content: 'Earlier' });
		expect(await host.nextStart()).toMatchObject([{ json: { content: 'Earlier' } }]);
	});

	it('gets the timestamp of the envelope if the data has none, and marks a test event', async () => {
		const body = envelope({ test: true });

		await host.post('production', body, signedHeaders(body));

		expect(host.starts[0]?.[0]?.json).toMatchObject({ timestamp: '2026-11-20T12:00:00.000Z', test: true });
	});

	it('starts the workflow once per listener, even when it is repeated', async () => {
		await host.activate('test');
		const body = envelope();

		for (const listener of ['production', 'production', 'test', 'production', 'test'] as const) {
			expect(await host.post(listener, body, signedHeaders(body, listener))).toMatchObject({ status: 200 });
		}

		expect(host.starts).toHaveLength(2);
		await host.call('test', 'delete');
	});

	it('starts the workflow when it is repeated after n8n failed to start it', async () => {
		const body = envelope();
		host.acceptsExecutions = false;
		expect(await host.post('production', body, signedHeaders(body))).toMatchObject({ status: 500 });
		host.acceptsExecutions = true;

		expect(await host.post('production', body, signedHeaders(body))).toMatchObject({ status: 200 });
		expect(await host.post('production', body, signedHeaders(body))).toMatchObject({ status: 200 });

		expect(host.starts).toHaveLength(1);
	});

	it('starts the workflow when it is repeated after n8n failed so late that nobody waited any more', async () => {
		const body = envelope();
		const { signal, beforeResponse } = hangUp();
		const respondAtOnce = host.beforeResponse;
		host.acceptsExecutions = false;
		host.beforeResponse = beforeResponse;
		await expect(host.post('production', body, signedHeaders(body), signal)).rejects.toThrow('aborted');
		await host.waitForRequests();
		host.acceptsExecutions = true;
		host.beforeResponse = respondAtOnce;

		expect(await host.post('production', body, signedHeaders(body))).toMatchObject({ status: 200 });
		expect(host.starts).toHaveLength(1);
	});

	it('starts the workflow when it is repeated before n8n fails to start it, and once more afterwards', async () => {
		const body = envelope();
		const respondAtOnce = host.beforeResponse;
		const received = Promise.withResolvers<undefined>();
		const stored = Promise.withResolvers<undefined>();
		host.beforeResponse = async () => {
			received.resolve(undefined);
			await stored.promise;
		};
		const post = { method: 'POST', body, headers: signedHeaders(body) };
		const first = fetch(host.webhookUrl('production'), post);
		await received.promise;
		host.beforeResponse = respondAtOnce;

		const second = await fetch(host.webhookUrl('production'), post);
		host.acceptsExecutions = false;
		stored.resolve(undefined);

		expect(second.status).toBe(503);
		expect((await first).status).toBe(500);
		host.acceptsExecutions = true;
		expect(await host.post('production', body, signedHeaders(body))).toMatchObject({ status: 200 });
		expect(host.starts).toHaveLength(1);
	});

	it('starts the workflow once when it is repeated after a late response that nobody waited for', async () => {
		const body = envelope();
		const { signal, beforeResponse } = hangUp();
		const respondAtOnce = host.beforeResponse;
		host.beforeResponse = beforeResponse;
		await expect(host.post('production', body, signedHeaders(body), signal)).rejects.toThrow('aborted');
		await host.waitForRequests();
		host.beforeResponse = respondAtOnce;

		expect(await host.post('production', body, signedHeaders(body))).toMatchObject({ status: 200 });
		expect(host.starts).toHaveLength(1);
	});

	it.each([
		['an event that is not selected', { event: 'message.read' }],
		['an unknown event', { event: 'moon.phase' }],
	])('gets a 200 and starts nothing for %s', async (_case, changes) => {
		const body = envelope(changes);

		expect(await host.post('production', body, signedHeaders(body))).toMatchObject({ status: 200 });
		expect(host.starts).toEqual([]);
	});

	it('gets a 200 and starts nothing for another instance', async () => {
		host.parameters = {
			events: ['message.received'],
			instanceId: { __rl: true, mode: 'id', value: instanceId },
		};
		const selected = envelope();
		const others = envelope({}, { instanceId: 'inst_00000000000000000000000000' });

		expect(await host.post('production', others, signedHeaders(others))).toMatchObject({ status: 200 });
		expect(host.starts).toEqual([]);
		await host.post('production', selected, signedHeaders(selected));
		expect(host.starts).toHaveLength(1);
	});

	it.each(['{"event":"message.received"}', '[]', 'null', '{"event":1,"timestamp":"x","data":{}}'])(
		'gets a 400 for %s, which is not an event',
		async (body) => {
			expect(await host.post('production', body, signedHeaders(body))).toMatchObject({
				status: 400,
				body: { error: { code: 'invalid_parameters' } },
			});
			expect(host.starts).toEqual([]);
			expect(host.failures).toEqual([]);
		},
	);
});
