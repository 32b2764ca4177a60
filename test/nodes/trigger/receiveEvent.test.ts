import { createHmac, randomUUID } from 'node:crypto';

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';

import type { Gateway } from '../support/gateway.ts';
import { startGateway } from '../support/gateway.ts';
import { createConnectedInstance, receiveMessage } from '../support/instances.ts';
import type { Listener } from '../support/n8nHost.ts';
import { N8nHost } from '../support/n8nHost.ts';

const UNAUTHORIZED = {
	status: 401,
	body: {
		error: {
			code: 'invalid_signature',
			message: 'The signature is missing or wrong, or older than five minutes.',
		},
	},
};

let gateway: Gateway;
let instanceId: string;
let host: N8nHost;

beforeAll(async () => {
	gateway = await startGateway();
	instanceId = await createConnectedInstance(gateway, 'Support');
});

afterAll(async () => {
	await gateway.stop();
});

beforeEach(async () => {
	host = new N8nHost({ baseUrl: gateway.url, apiKey: gateway.apiKey }, { events: ['message.received'] });
	await host.listen();
	await host.activate('production');
});

afterEach(async () => {
	await host.call('production', 'delete');
	await host.close();
});

function envelope(changes: object = {}, data: object = {}): string {
	return JSON.stringify({
		event: 'message.received',
		eventId: `evt_${randomUUID()}`,
		timestamp: '2026-11-20T12:00:00.000Z',
		data: { instanceId, messageId: 'msg_01jd2c7v9qk3m5x8w4t6r1y0za', content: 'Grüße', ...data },
		...changes,
	});
}

function storedSecret(listener: Listener): string {
	const stored = host.staticData[listener]['node:messagingGatewayTrigger'] as
		| Record<Listener, { secret: string }>
		| undefined;
	return stored?.[listener].secret ?? '';
}

/** Returns the headers of a delivery, signed by the specification with the secret that the trigger stored. */
function signedHeaders(body: string, listener: Listener = 'production'): Record<string, string> {
	return {
		'content-type': 'application/json',
		'x-service-signature': `sha256=${createHmac('sha256', storedSecret(listener)).update(body).digest('hex')}`,
	};
}

/** Returns the headers of a delivery, signed by the library of Standard Webhooks as many seconds ago. */
function standardHeaders(body: string, secondsAgo = 0): Record<string, string> {
	const at = new Date(Date.now() - secondsAgo * 1000);
	return {
		'content-type': 'application/json',
		'webhook-id': 'evt_1',
		'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
		'webhook-signature': new Webhook(storedSecret('production')).sign('evt_1', at, body),
	};
}

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

describe('a delivery without a valid signature', () => {
	afterEach(() => {
		expect(host.starts).toEqual([]);
		expect(host.failures).toEqual([]);
	});

	it('gets a 401 without a signature', async () => {
		expect(await host.post('production', envelope())).toEqual(UNAUTHORIZED);
	});

	it('gets a 401 when a byte of the body changed', async () => {
		const body = envelope();

		expect(await host.post('production', body.replace('Grüße', 'Grüsse'), signedHeaders(body))).toEqual(
			UNAUTHORIZED,
		);
	});

	it('gets a 401 when the same JSON was formatted differently', async () => {
		const body = envelope();
		const rewritten = JSON.stringify(JSON.parse(body), null, 1);

		expect(await host.post('production', rewritten, signedHeaders(body))).toEqual(UNAUTHORIZED);
	});

	it.each([
		['of another length', () => 'sha256=00'],
		['empty', () => ''],
		['without its prefix', (right: string) => right.slice('sha256='.length)],
		['in capitals', (right: string) => right.toUpperCase()],
		['of another secret', () => `sha256=${createHmac('sha256', 'guess').update(envelope()).digest('hex')}`],
		['with a suffix', (right: string) => `${right}0`],
	])('gets a 401 when the signature is %s', async (_case, change) => {
		const body = envelope();
		const headers = signedHeaders(body);
		headers['x-service-signature'] = change(headers['x-service-signature'] ?? '');

		expect(await host.post('production', body, headers)).toEqual(UNAUTHORIZED);
	});

	it.each([
		['is six minutes old', {}, 360],
		['is of the future', {}, -360],
		['has another time', { 'webhook-timestamp': String(Math.floor(Date.now() / 1000) + 1) }, 0],
		['has a time that is no number', { 'webhook-timestamp': 'now' }, 0],
		['has another id', { 'webhook-id': 'evt_2' }, 0],
		['is empty', { 'webhook-signature': '' }, 0],
		['has another version', { 'webhook-signature': 'v1a,x' }, 0],
	])('gets a 401 when the signature of Standard Webhooks %s', async (_case, change, secondsAgo) => {
		const body = envelope();
		const headers = { ...signedHeaders(body), ...standardHeaders(body, secondsAgo), ...change };

		expect(await host.post('production', body, headers)).toEqual(UNAUTHORIZED);
	});

	it('gets a 401 when no secret is stored, even if it is signed with an empty secret', async () => {
		const stored = host.staticData.production;
		host.staticData.production = {};
		const body = envelope();

		expect(await host.post('production', body, signedHeaders(body))).toEqual(UNAUTHORIZED);
		host.staticData.production = stored;
	});

	it('gets a 401 at the test URL with the production secret, and vice versa', async () => {
		await host.activate('test');
		const body = envelope();

		expect(await host.post('test', body, signedHeaders(body, 'production'))).toEqual(UNAUTHORIZED);
		expect(await host.post('production', body, signedHeaders(body, 'test'))).toEqual(UNAUTHORIZED);
		await host.call('test', 'delete');
	});

	it('gets a 401 when its body cannot be read, without a failed execution', async () => {
		const form = new FormData();
		form.set('event', 'message.received');

		expect(await host.post('production', form, { 'x-service-signature': 'sha256=00' })).toEqual(UNAUTHORIZED);
	});
});
