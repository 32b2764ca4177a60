import { createHmac, randomUUID } from 'node:crypto';

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';

import type { Gateway } from '../support/gateway.ts';
import { startGateway } from '../support/gateway.ts';
import { createConnectedInstance, receiveMessage } from '../support/instances.ts';
import type { Listener } from '../support/n8nHost.ts';
import { N8nHost } from '../support/n8nHost.ts';

const UNAUTHORIZED = {
	status: 401,
	body: {
		error: { code: 'invalid_signature', message: 'The x-service-signature header is missing or wrong.' },
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

/** Signs as the specification says, with the secret that the trigger stored. */
function signed(body: string, listener: Listener = 'production'): Record<string, string> {
	const stored = host.staticData[listener]['node:messagingGatewayTrigger'] as
		| Record<Listener, { secret: string }>
		| undefined;
	const secret = stored?.[listener].secret ?? '';
	return {
		'content-type': 'application/json',
		'x-service-signature': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
	};
}

describe('a message that arrives at the gateway', () => {
	it('starts the workflow with its fields on the top level', async () => {
		await receiveMessage(gateway, instanceId, {
			from: '4915112345678',
			contactName: 'Ada',
			content: 'Grüße aus Köln',
		});

		const items = await host.nextStart();

		expect(items).toHaveLength(1);
		expect(items[0]?.json).toMatchObject({
			event: 'message.received',
			eventId: expect.stringMatching(/^evt_/),
			instanceId,
			messageId: expect.stringMatching(/^msg_/),
			chatId: '4915112345678@s.whatsapp.net',
			from: '4915112345678',
			type: 'text',
			content: 'Grüße aus Köln',
			contactName: 'Ada',
			isGroup: false,
			timestamp: expect.stringMatching(/Z$/),
		});
		expect(items[0]?.json).not.toHaveProperty('data');
	});

	it('starts the workflow with the envelope when the output is raw', async () => {
		host.parameters = { events: ['message.received'], output: 'raw' };
		await receiveMessage(gateway, instanceId, { from: '4915112345678', content: 'Hello' });

		const [item] = await host.nextStart();

		expect(Object.keys(item?.json ?? {}).sort()).toEqual(['data', 'event', 'eventId', 'timestamp']);
		expect(item?.json.data).toMatchObject({ instanceId, content: 'Hello' });
	});

	it('starts the workflow while its secret is being replaced, and after the next activation', async () => {
		const { body } = await gateway.request<{ data: { id: string }[] }>('GET', '/v1/webhooks');
		await gateway.request('POST', `/v1/webhooks/${body.data[0]?.id ?? ''}/rotate-secret`);
		await receiveMessage(gateway, instanceId, { from: '4915112345678', content: 'Rotated' });
		expect(await host.nextStart()).toMatchObject([{ json: { content: 'Rotated' } }]);

		await host.activate('production');
		await receiveMessage(gateway, instanceId, { from: '4915112345678', content: 'Activated' });
		expect(await host.nextStart()).toMatchObject([{ json: { content: 'Activated' } }]);
	});

	it('reaches the active workflow and a test at once, each with a secret of its own', async () => {
		await host.activate('test');
		await receiveMessage(gateway, instanceId, { from: '4915112345678', content: 'Both' });

		const contents = [await host.nextStart(), await host.nextStart()].map(([item]) => item?.json.content);

		expect(contents).toEqual(['Both', 'Both']);
		await host.call('test', 'delete');
	});
});

describe('a delivery with the right signature', () => {
	it('starts the workflow', async () => {
		const body = envelope();

		expect(await host.post('production', body, signed(body))).toMatchObject({ status: 200 });

		expect(host.starts).toMatchObject([[{ json: { event: 'message.received', content: 'Grüße' } }]]);
	});

	it('takes the time of the event where the data has none, and marks a test event', async () => {
		const body = envelope({ test: true });

		await host.post('production', body, signed(body));

		expect(host.starts[0]?.[0]?.json).toMatchObject({ timestamp: '2026-11-20T12:00:00.000Z', test: true });
	});

	it('starts the workflow once however often it is delivered, in each listener', async () => {
		await host.activate('test');
		const body = envelope();

		for (const listener of ['production', 'production', 'test', 'production', 'test'] as const) {
			expect(await host.post(listener, body, signed(body, listener))).toMatchObject({ status: 200 });
		}

		expect(host.starts).toHaveLength(2);
		await host.call('test', 'delete');
	});

	it('starts the workflow with its next delivery when n8n could not start it with the first', async () => {
		const body = envelope();
		host.canStart = false;
		expect(await host.post('production', body, signed(body))).toMatchObject({ status: 500 });
		host.canStart = true;

		expect(await host.post('production', body, signed(body))).toMatchObject({ status: 200 });
		expect(await host.post('production', body, signed(body))).toMatchObject({ status: 200 });

		expect(host.starts).toHaveLength(1);
	});

	it.each([
		['a kind that is not chosen', { event: 'message.read' }],
		['a kind that is not known', { event: 'moon.phase' }],
	])('is taken without a start for %s', async (_what, changes) => {
		const body = envelope(changes);

		expect(await host.post('production', body, signed(body))).toMatchObject({ status: 200 });
		expect(host.starts).toEqual([]);
	});

	it('is taken without a start for another instance', async () => {
		host.parameters = {
			events: ['message.received'],
			instanceId: { __rl: true, mode: 'id', value: instanceId },
		};
		const ours = envelope();
		const others = envelope({}, { instanceId: 'inst_00000000000000000000000000' });

		expect(await host.post('production', others, signed(others))).toMatchObject({ status: 200 });
		expect(host.starts).toEqual([]);
		await host.post('production', ours, signed(ours));
		expect(host.starts).toHaveLength(1);
	});

	it.each(['{"event":"message.received"}', '[]', 'null', '{"event":1,"timestamp":"x","data":{}}'])(
		'is refused for %s, which is no event',
		async (body) => {
			expect(await host.post('production', body, signed(body))).toMatchObject({
				status: 400,
				body: { error: { code: 'invalid_parameters' } },
			});
			expect(host.starts).toEqual([]);
			expect(host.failures).toEqual([]);
		},
	);
});

describe('a delivery without the right signature', () => {
	afterEach(() => {
		expect(host.starts).toEqual([]);
		expect(host.failures).toEqual([]);
	});

	it('is refused when the signature is missing', async () => {
		expect(await host.post('production', envelope())).toEqual(UNAUTHORIZED);
	});

	it('is refused when one byte of the body changed', async () => {
		const body = envelope();

		expect(await host.post('production', body.replace('Grüße', 'Grüsse'), signed(body))).toEqual(
			UNAUTHORIZED,
		);
	});

	it('is refused when the same JSON was written in another way', async () => {
		const body = envelope();
		const rewritten = JSON.stringify(JSON.parse(body), null, 1);

		expect(await host.post('production', rewritten, signed(body))).toEqual(UNAUTHORIZED);
	});

	it.each([
		['of another length', () => 'sha256=00'],
		['empty', () => ''],
		['without its prefix', (right: string) => right.slice('sha256='.length)],
		['in capitals', (right: string) => right.toUpperCase()],
		['of another secret', () => `sha256=${createHmac('sha256', 'guess').update(envelope()).digest('hex')}`],
		['with something after it', (right: string) => `${right}0`],
	])('is refused when the signature is %s', async (_what, change) => {
		const body = envelope();
		const headers = signed(body);
		headers['x-service-signature'] = change(headers['x-service-signature'] ?? '');

		expect(await host.post('production', body, headers)).toEqual(UNAUTHORIZED);
	});

	it('is refused when no secret is stored, even with the signature of an empty one', async () => {
		const stored = host.staticData.production;
		host.staticData.production = {};
		const body = envelope();

		expect(await host.post('production', body, signed(body))).toEqual(UNAUTHORIZED);
		host.staticData.production = stored;
	});

	it('is refused at the test URL with the secret of the active workflow, and the other way round', async () => {
		await host.activate('test');
		const body = envelope();

		expect(await host.post('test', body, signed(body, 'production'))).toEqual(UNAUTHORIZED);
		expect(await host.post('production', body, signed(body, 'test'))).toEqual(UNAUTHORIZED);
		await host.call('test', 'delete');
	});

	it('is refused when its body cannot be read as it came, without a failed execution', async () => {
		const form = new FormData();
		form.set('event', 'message.received');

		expect(await host.post('production', form, { 'x-service-signature': 'sha256=00' })).toEqual(UNAUTHORIZED);
	});
});
