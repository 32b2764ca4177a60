import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { until } from '../../../gateway/test/support/until.ts';
import type { GatewayCredential } from '../support/credentials.ts';
import type { Gateway } from '../support/gateway.ts';
import { startGateway } from '../support/gateway.ts';
import { readBody, serve } from '../support/httpServer.ts';
import { createConnectedInstance } from '../support/instances.ts';
import { startProxy } from '../support/proxy.ts';
import { runNode } from '../support/runNode.ts';

interface Message {
	messageId: string;
	content: string;
	to: string;
}

const CHATS = ['491515000011', '491515000012', '491515000014'];

let gateway: Gateway;
let credential: GatewayCredential;
let instanceId: string;

beforeAll(async () => {
	gateway = await startGateway();
	credential = { baseUrl: gateway.url, apiKey: gateway.apiKey };
	instanceId = await createConnectedInstance(gateway, 'Support');
});

afterAll(async () => {
	await gateway.stop();
});

function sendTexts(items: IDataObject[], options: INodeParameters = {}, baseUrl = gateway.url) {
	const parameters: INodeParameters = {
		resource: 'message',
		operation: 'sendText',
		instanceId: { __rl: true, mode: 'id', value: instanceId },
		to: { __rl: true, mode: 'id', value: '={{ $json.to }}' },
		message: '={{ $json.text }}',
		options,
	};
	return runNode({ ...credential, baseUrl }, parameters, items, 'continueErrorOutput');
}

/** What the gateway holds of a chat, the oldest first. */
async function contentsOf(phone: string): Promise<string[]> {
	const { body } = await gateway.request<{ data: Message[] }>(
		'GET',
		`/v1/messages?instanceId=${instanceId}&phone=${phone}&limit=100`,
	);
	return body.data.map(({ content }) => content).reverse();
}

/** Sixty items, to three chats in turn. */
function bulk(name: string): { to: string; text: string }[] {
	return Array.from({ length: 60 }, (_, index) => ({ to: CHATS[index % 3] ?? '', text: `${name} ${index}` }));
}

describe('sixty messages to three chats', () => {
	it('are sent in the order of the items within each chat, and put out in the order of the items', async () => {
		const items = bulk('Ordered');

		const run = await sendTexts(items);

		expect(run.items.map(({ pairedItem }) => pairedItem)).toEqual(items.map((_, item) => ({ item })));
		for (const phone of CHATS) {
			const wanted = items.filter(({ to }) => to === phone).map(({ text }) => text);
			expect(await contentsOf(phone)).toEqual(wanted);
		}
	});

	it('are each sent once although the gateway refuses every third request for a moment', async () => {
		const body = JSON.stringify({
			error: { code: 'rate_limit_exceeded', message: 'Too many.', retryAfter: 0.01 },
		});
		const proxy = await startProxy(gateway.url, (request) =>
			request % 3 === 0 ? { status: 429, body } : undefined,
		);
		const items = bulk('Throttled').map((item) => ({ ...item, to: '491515000015' }));

		const run = await sendTexts(items, {}, proxy.url);

		expect(run.errorItems).toEqual([]);
		expect(await contentsOf('491515000015')).toEqual(items.map(({ text }) => text));
		await proxy.close();
	});

	it('put only those out of the error output that failed', async () => {
		const items = bulk('Mixed').map((item, index) => (index % 20 === 7 ? { ...item, to: 'my aunt' } : item));

		const run = await sendTexts(items);

		expect(run.items).toHaveLength(57);
		expect(run.errorItems).toMatchObject(
			[7, 27, 47].map((item) => ({
				json: { error: 'The recipient is not a phone number', text: `Mixed ${item}` },
				pairedItem: { item },
			})),
		);
	});
});

describe('the pace', () => {
	/** Holds every request until so many are there, and tells the most that ever were there at once. */
	async function startGate(size: number) {
		let waiting: (() => void)[] = [];
		let most = 0;
		const server = await serve((request, response) => {
			void readBody(request).then(() => {
				waiting.push(() => {
					response
						.writeHead(202, { 'content-type': 'application/json' })
						.end(JSON.stringify({ success: true, messageId: 'msg_1', status: 'queued', timestamp: '' }));
				});
				most = Math.max(most, waiting.length);
				if (waiting.length < size) return;
				for (const answer of waiting) answer();
				waiting = [];
			});
		});
		return { ...server, most: () => most };
	}

	const toMany = (count: number) =>
		Array.from({ length: count }, (_, index) => ({
			to: `4915151${String(index).padStart(4, '0')}`,
			text: 'Hello',
		}));

	it('is fifty chats at the same time when nothing else is said', async () => {
		const gate = await startGate(50);

		const { items } = await sendTexts(toMany(150), {}, gate.url);

		expect(items).toHaveLength(150);
		expect(gate.most()).toBe(50);
		await gate.close();
	});

	it('is as many as the option says', async () => {
		const gate = await startGate(3);

		await sendTexts(toMany(12), { concurrency: 3 }, gate.url);

		expect(gate.most()).toBe(3);
		await gate.close();
	});

	it('is never more than one within a chat', async () => {
		const gate = await startGate(1);
		const items = toMany(5).map((item) => ({ ...item, to: CHATS[0] }));

		await sendTexts(items, {}, gate.url);

		expect(gate.most()).toBe(1);
		await gate.close();
	});

	it('comes in batches', async () => {
		const gate = await startGate(4);

		await sendTexts(
			toMany(12),
			{ batching: { batch: { batchSize: 4, batchInterval: 1 } }, concurrency: 100 },
			gate.url,
		);

		expect(gate.most()).toBe(4);
		await gate.close();
	});
});

describe('a failure in the middle of a bulk', () => {
	it('ends it, and a retry of the execution sends only what was not sent', async () => {
		const to = '491515000016';
		const parameters: INodeParameters = {
			resource: 'message',
			operation: 'sendText',
			instanceId: { __rl: true, mode: 'id', value: instanceId },
			to: { __rl: true, mode: 'id', value: to },
			message: '={{ $json.text }}',
		};
		const items = ['One', 'Two', 'Three', 'Four'].map((text) => ({ text }));
		const broken = await startProxy(gateway.url, (request) =>
			request === 3
				? { status: 500, body: '{"error":{"code":"internal_error","message":"No."}}' }
				: undefined,
		);

		const failed = await runNode({ ...credential, baseUrl: broken.url }, parameters, items);
		expect(failed.error).toMatchObject({ context: { itemIndex: 2 } });
		expect(await contentsOf(to)).toEqual(['One', 'Two']);

		const retried = await failed.retry(credential);

		expect(retried.error).toBeUndefined();
		expect(retried.items).toHaveLength(4);
		expect(await contentsOf(to)).toEqual(['One', 'Two', 'Three', 'Four']);
		await broken.close();
	});
});

describe('an idempotency key of the form', () => {
	it('lets only one message through over several executions', async () => {
		const to = '491515000017';
		const options = { idempotencyKey: 'order-4711-shipped' };

		const first = await sendTexts([{ to, text: 'Shipped' }], options);
		const second = await sendTexts([{ to, text: 'Shipped' }], options);

		expect(second.items[0]?.json.messageId).toBe(first.items[0]?.json.messageId);
		await until('the message', async () => (await contentsOf(to)).length > 0);
		expect(await contentsOf(to)).toEqual(['Shipped']);
	});

	it.each([
		['заказ-4711', 'счёт-4711'],
		['王 4711', '李 4711'],
		['😀', '😎'],
		[`${'x'.repeat(300)}1`, `${'x'.repeat(300)}2`],
	])('may be what no header can hold: %s', async (key, anotherKey) => {
		const to = '491515000019';
		const send = async (idempotencyKey: string) =>
			(await sendTexts([{ to, text: key }], { idempotencyKey })).items[0]?.json.messageId;

		const messageId = await send(key);

		expect(messageId).toMatch(/^msg_/);
		expect(await send(key)).toBe(messageId);
		expect(await send(anotherKey)).not.toBe(messageId);
	});

	it('is refused for another message, with what to do', async () => {
		const options = { idempotencyKey: 'order-4712-shipped' };
		await sendTexts([{ to: '491515000018', text: 'Shipped' }], options);

		const { errorItems } = await sendTexts([{ to: '491515000018', text: 'Not shipped' }], options);

		expect(errorItems).toMatchObject([
			{ json: { error: 'The idempotency key was used for another message' } },
		]);
	});
});

describe('a number of chats that an expression does not give', () => {
	it.each(['={{ $json.chats }}', '={{ "many" }}', 0, -3])('sends all the same: %s', async (concurrency) => {
		const run = await sendTexts([{ to: '491515000098', text: 'Sent' }], { concurrency });

		expect(run.items).toMatchObject([{ json: { status: 'queued' } }]);
	});
});
