import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { GatewayCredential } from '../../support/credentials.ts';
import type { Gateway } from '../../support/gateway.ts';
import { startGateway } from '../../support/gateway.ts';
import { createConnectedInstance, createInstance } from '../../support/instances.ts';
import { N8nHost } from '../../support/n8nHost.ts';
import { runNode } from '../../support/runNode.ts';

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

function byId(value: string): INodeParameters {
	return { instanceId: { __rl: true, mode: 'id', value } };
}

function sendText(parameters: INodeParameters, items?: IDataObject[]) {
	return runNode(
		credential,
		{ resource: 'message', operation: 'sendText', ...byId(instanceId), message: 'Hello', ...parameters },
		items,
	);
}

async function getStatus(messageId: unknown): Promise<{ to: string | null; chatId: string }> {
	const path = `/v1/messages/${String(messageId)}/status`;
	const { body } = await gateway.request<{ data: { to: string | null; chatId: string } }>('GET', path);
	return body.data;
}

async function getRecipient(messageId: unknown): Promise<string | null> {
	return (await getStatus(messageId)).to;
}

describe('Message > Send Text', () => {
	it('queues a message per item, paired with the item', async () => {
		const { items } = await sendText({ to: '={{ $json.phone }}' }, [
			{ phone: '4915112345671' },
			{ phone: 4915112345672 },
		]);

		expect(items).toMatchObject([
			{
				json: { success: true, messageId: expect.stringMatching(/^msg_/), status: 'queued' },
				pairedItem: { item: 0 },
			},
			{ json: { success: true, status: 'queued' }, pairedItem: { item: 1 } },
		]);
		expect(await getRecipient(items[0]?.json.messageId)).toBe('4915112345671');
		expect(await getRecipient(items[1]?.json.messageId)).toBe('4915112345672');
	});

	it.each([
		['+49 151 1234-5678', '4915112345678'],
		['+49 (151) 12345678', '4915112345678'],
		['+49 (0) 151 12345678', '4915112345678'],
		['4915112345678@s.whatsapp.net', '4915112345678'],
	])('sends to %s as %s', async (to, sent) => {
		const { items } = await sendText({ to });

		expect(await getRecipient(items[0]?.json.messageId)).toBe(sent);
	});

	it.each(['120363041234567890@g.us', '4915112345678-1400000000@g.us', '123456789012345@lid', 'US.1a@bsuid'])(
		'sends to the chat %s',
		async (to) => {
			const { items } = await sendText({ to });

			expect(await getStatus(items[0]?.json.messageId)).toMatchObject({ to: null, chatId: to });
		},
	);

	it('fails without a request for an invalid recipient', async () => {
		const { error } = await sendText({ to: 'my aunt' });

		expect(error).toMatchObject({
			name: 'NodeOperationError',
			message: 'The recipient "my aunt" is not a phone number',
			description: expect.stringContaining('with its country code'),
			context: { itemIndex: 0 },
		});
	});

	it('names the recipient that the gateway refuses', async () => {
		const { error } = await sendText({ to: '0151 23456789' });

		expect(error).toMatchObject({
			name: 'NodeApiError',
			message: 'The recipient "015123456789" is not a phone number',
			description: expect.stringContaining('with its country code'),
			context: { itemIndex: 0 },
		});
	});

	it('quotes another message, sends a number as text, and adds its metadata to the events', async () => {
		const host = new N8nHost(credential, { events: ['message.sent'], output: 'simplified' });
		await host.listen();
		await host.activate('production');
		const first = await sendText({ to: '4915112345673' });
		const quotedMessageId = first.items[0]?.json.messageId as string;
		await host.nextStart();

		const { items, error } = await sendText({
			to: '4915112345673',
			message: '={{ 40 + 2 }}',
			options: { quotedMessageId, metadata: '{ "orderId": 4711 }' },
		});

		expect(error).toBeUndefined();
		const [sent] = await host.nextStart();
		expect(sent?.json).toMatchObject({
			event: 'message.sent',
			messageId: items[0]?.json.messageId,
			content: '42',
			metadata: { orderId: 4711 },
		});
		await host.call('production', 'delete');
		await host.close();
	});

	it.each(['[1, 2]', 'orderId', '"text"'])(
		'fails for the metadata %s, which is not a JSON object',
		async (metadata) => {
			const { error } = await sendText({ to: '4915112345678', options: { metadata } });

			expect(error).toMatchObject({ message: 'The metadata is not a JSON object' });
		},
	);

	it('accepts an object from an expression as metadata, and ignores an empty one', async () => {
		const { items } = await sendText(
			{ to: '4915112345678', options: { metadata: '={{ $json.metadata }}' } },
			[{ metadata: { orderId: 1 } }, { metadata: {} }],
		);

		expect(items).toHaveLength(2);
	});

	it('fails for a disconnected instance, with how to connect it', async () => {
		const disconnected = await createInstance(gateway, 'Never connected');

		const { error } = await sendText({ ...byId(disconnected), to: '4915112345678' });

		expect(error).toMatchObject({
			name: 'NodeApiError',
			message: 'The instance is disconnected',
			description: expect.stringContaining('Connect it again: Instance > Connect, then scan the QR code.'),
			httpCode: '409',
		});
	});
});

describe('Message > Get Status', () => {
	it('returns the status of a message that was read', async () => {
		const host = new N8nHost(credential, { events: ['message.read'] });
		await host.listen();
		await host.activate('production');
		const { items } = await sendText({ to: '4915112345679' });
		const messageId = items[0]?.json.messageId as string;
		await host.nextStart();

		const status = await runNode(credential, { resource: 'message', operation: 'getStatus', messageId });

		expect(status.items).toMatchObject([
			{
				json: {
					messageId,
					status: 'read',
					to: '4915112345679',
					readAt: expect.stringMatching(/Z$/),
				},
				pairedItem: { item: 0 },
			},
		]);
		await host.call('production', 'delete');
		await host.close();
	});

	it('fails for an unknown and for an empty ID', async () => {
		const unknown = await runNode(credential, {
			resource: 'message',
			operation: 'getStatus',
			messageId: 'msg_00000000000000000000000000',
		});
		expect(unknown.error).toMatchObject({ message: 'The message does not exist', httpCode: '404' });

		const empty = await runNode(credential, { resource: 'message', operation: 'getStatus', messageId: ' ' });
		expect(empty.error).toMatchObject({ message: 'No message is selected' });
	});
});
