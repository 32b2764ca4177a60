import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { GatewayCredential } from '../support/credentials.ts';
import type { Gateway } from '../support/gateway.ts';
import { startGateway } from '../support/gateway.ts';
import { readBody, startHttpServer } from '../support/httpServer.ts';
import { createConnectedInstance } from '../support/instances.ts';
import { startProxy } from '../support/proxy.ts';
import { runNode, runNodeUntil } from '../support/runNode.ts';

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

function textOfItem(options: INodeParameters = {}): INodeParameters {
	return {
		resource: 'message',
		operation: 'sendText',
		instanceId: { __rl: true, mode: 'id', value: instanceId },
		to: { __rl: true, mode: 'id', value: '={{ $json.to }}' },
		message: '={{ $json.text }}',
		options,
	};
}

function sendTexts(items: IDataObject[], options: INodeParameters = {}, baseUrl = gateway.url) {
	return runNode({ ...credential, baseUrl }, textOfItem(options), items, 'continueErrorOutput');
}

/** Returns the contents of a chat's messages at the gateway, oldest first. */
async function getContents(phone: string): Promise<string[]> {
	const { body } = await gateway.request<{ data: Message[] }>(
		'GET',
		`/v1/messages?instanceId=${instanceId}&phone=${phone}&limit=100`,
	);
	return body.data.map(({ content }) => content).reverse();
}

/** Returns sixty items, to three chats in turn. */
function createItems(name: string): { to: string; text: string }[] {
	return Array.from({ length: 60 }, (_, index) => ({ to: CHATS[index % 3] ?? '', text: `${name} ${index}` }));
}

describe('sending sixty messages to three chats', () => {
	it('sends each chat its messages in the order of the items, and returns the output in that order', async () => {
		const items = createItems('Ordered');

		const run = await sendTexts(items);

		expect(run.items.map(({ pairedItem }) => pairedItem)).toEqual(items.map((_, item) => ({ item })));
		for (const phone of CHATS) {
			const expected = items.filter(({ to }) => to === phone).map(({ text }) => text);
			expect(await getContents(phone)).toEqual(expected);
		}
	});

	it('sends each message once when the gateway responds with 429 to every third request', async () => {
		const body = JSON.stringify({
			error: { code: 'rate_limit_exceeded', message: 'Too many.', retryAfter: 0.01 },
		});
		const proxy = await startProxy(gateway.url, (request) =>
			request % 3 === 0 ? { status: 429, body } : undefined,
		);
		const items = createItems('Throttled').map((item) => ({ ...item, to: '491515000015' }));

		const run = await sendTexts(items, {}, proxy.url);

		expect(run.errorItems).toEqual([]);
		expect(await getContents('491515000015')).toEqual(items.map(({ text }) => text));
		await proxy.close();
	});

	it('returns only failed items in the error output', async () => {
		const items = createItems('Mixed').map((item, index) =>
			index % 20 === 7 ? { ...item, to: 'my aunt' } : item,
		);

		const run = await sendTexts(items);

		expect(run.items).toHaveLength(57);
		expect(run.errorItems).toMatchObject(
			[7, 27, 47].map((item) => ({
				json: {
					error: expect.stringContaining('The recipient "my aunt" is not a phone number. '),
					text: `Mixed ${item}`,
				},
				pairedItem: { item },
			})),
		);
	});
});

describe('an option of the run whose expression fails', () => {
	const options = { concurrency: '={{ $("No such node").item.json.size }}' };

	it('fails every item when the node is set to continue', async () => {
		const run = await sendTexts(createItems('Failing'), options);

		expect(run.items).toEqual([]);
		expect(run.errorItems).toHaveLength(60);
		expect(run.errorItems[59]).toMatchObject({
			json: { error: expect.stringContaining("node doesn't exist"), text: 'Failing 59' },
			pairedItem: { item: 59 },
		});
	});
});

describe('the concurrency', () => {
	/** Starts a server that responds to requests only when `size` of them wait. `maxConcurrent` returns the peak. */
	async function startGate(size: number) {
		let waiting: (() => void)[] = [];
		let maxConcurrent = 0;
		const server = await startHttpServer((request, response) => {
			void readBody(request).then(() => {
				waiting.push(() => {
					response
						.writeHead(202, { 'content-type': 'application/json' })
						.end(JSON.stringify({ success: true, messageId: 'msg_1', status: 'queued', timestamp: '' }));
				});
				maxConcurrent = Math.max(maxConcurrent, waiting.length);
				if (waiting.length < size) return;
				for (const respond of waiting) respond();
				waiting = [];
			});
		});
		return { ...server, maxConcurrent: () => maxConcurrent };
	}

	const createItemsForChats = (count: number) =>
		Array.from({ length: count }, (_, index) => ({
			to: `4915151${String(index).padStart(4, '0')}`,
			text: 'Hello',
		}));

	it('is fifty chats by default', async () => {
		const gate = await startGate(50);

		const { items } = await sendTexts(createItemsForChats(150), {}, gate.url);

		expect(items).toHaveLength(150);
		expect(gate.maxConcurrent()).toBe(50);
		await gate.close();
	});

	it('is the number in the option Concurrent Chats', async () => {
		const gate = await startGate(3);

		await sendTexts(createItemsForChats(12), { concurrency: 3 }, gate.url);

		expect(gate.maxConcurrent()).toBe(3);
		await gate.close();
	});

	it('is one within a chat', async () => {
		const gate = await startGate(1);
		const items = createItemsForChats(5).map((item) => ({ ...item, to: CHATS[0] }));

		await sendTexts(items, {}, gate.url);

		expect(gate.maxConcurrent()).toBe(1);
		await gate.close();
	});

	it('is limited by the batch size', async () => {
		const gate = await startGate(4);

		await sendTexts(
			createItemsForChats(12),
			{ batching: { batch: { batchSize: 4, batchInterval: 1 } }, concurrency: 100 },
			gate.url,
		);

		expect(gate.maxConcurrent()).toBe(4);
		await gate.close();
	});
});

describe('the batch size', () => {
	it.each([2.5, 0.4])('of an expression may have a fraction, %d: every item is sent', async (batchSize) => {
		const to = `4915150001${String(batchSize * 10).padStart(2, '0')}`;
		const items = ['One', 'Two', 'Three', 'Four', 'Five'].map((text) => ({ to, text }));

		const run = await sendTexts(items, {
			batching: { batch: { batchSize: `={{ ${batchSize} }}`, batchInterval: 1 } },
		});

		expect(run.items).toHaveLength(5);
		expect(await getContents(to)).toEqual(items.map(({ text }) => text));
	});
});

describe('a failure in the middle of the items', () => {
	it('stops the run, and a retry of the execution sends only the unsent messages', async () => {
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
		expect(await getContents(to)).toEqual(['One', 'Two']);

		const retried = await failed.retry(credential);

		expect(retried.error).toBeUndefined();
		expect(retried.items).toHaveLength(4);
		expect(await getContents(to)).toEqual(['One', 'Two', 'Three', 'Four']);
		await broken.close();
	});
});

describe('an execution that is stopped', () => {
	const items = ['One', 'Two', 'Three', 'Four'].map((text) => ({ to: '491515000020', text }));

	it.each(['stopWorkflow', 'continueErrorOutput'] as const)(
		'sends no further message and does not blame the gateway, with the setting %s',
		async (onError) => {
			const stop = new AbortController();
			const proxy = await startProxy(gateway.url, (request) => {
				if (request !== 2) return undefined;
				stop.abort();
				return { status: 503, body: '' };
			});

			const { error } = await runNodeUntil(
				stop.signal,
				{ ...credential, baseUrl: proxy.url },
				textOfItem({ concurrency: 1 }),
				items,
				onError,
			);

			expect(error?.message).toMatch(/cancell?ed/);
			expect(proxy.requestCount()).toBe(2);
			await proxy.close();
		},
	);

	it('ends in the pause between two batches', async () => {
		const batching = { batch: { batchSize: 1, batchInterval: 3_600_000 } };
		const to = '491515000021';

		await runNodeUntil(
			AbortSignal.timeout(1000),
			credential,
			textOfItem({ batching }),
			items.map((item) => ({ ...item, to })),
			'stopWorkflow',
		);

		expect(await getContents(to)).toEqual(['One']);
	});
});

describe('the option Concurrent Chats', () => {
	it.each(['={{ $json.chats }}', '={{ "many" }}', 0, -3])(
		'falls back to the default for %s',
		async (concurrency) => {
			const run = await sendTexts([{ to: '491515000098', text: 'Sent' }], { concurrency });

			expect(run.items).toMatchObject([{ json: { status: 'queued' } }]);
		},
	);

	it('may be larger than any number of items', async () => {
		const run = await sendTexts([{ to: '491515000098', text: 'Sent' }], { concurrency: '={{ 1e12 }}' });

		expect(run.items).toMatchObject([{ json: { status: 'queued' } }]);
	});
});
