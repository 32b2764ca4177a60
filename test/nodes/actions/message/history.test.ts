import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';

import type { Fixture } from '../../operations/fixture.ts';
import { createFixture, locator, receiveMessage, sendMessage } from '../../operations/fixture.ts';
import { startGateway } from '../../support/gateway.ts';
import { runNodeWith } from '../../support/runNode.ts';

const FROM = '491520000011';

let fixture: Fixture;

beforeAll(async () => {
	fixture = await createFixture(await startGateway());
});

afterAll(async () => {
	await fixture.gateway.stop();
});

function read(operation: string, parameters: INodeParameters, typeVersion?: number) {
	return runNodeWith(
		fixture.credential,
		{ resource: 'message', operation, ...locator('instanceId', fixture.instanceId), ...parameters },
		[{ json: {} }],
		'stopWorkflow',
		undefined,
		typeVersion,
	);
}

describe('Output > Selected Fields', () => {
	it.each([
		['a text of names', '={{ "messageId, type" }}', ['messageId', 'type']],
		['nothing', '={{ null }}', []],
	])('takes %s from an expression', async (_case, fields, names) => {
		await receiveMessage(fixture, { from: '491515000031', content: 'Hello' });

		const { items, error } = await read('getAll', { output: 'fields', fields, limit: 1 });

		expect(error).toBeUndefined();
		expect(Object.keys(items[0]?.json ?? {})).toEqual(names);
	});
});

describe('Message > Get', () => {
	it('returns at most ten fields, and in version 1 those of before', async () => {
		const messageId = await receiveMessage(fixture, { from: FROM, content: 'Hi' });

		const [simplified] = (await read('get', locator('messageId', messageId))).items;
		const [ofVersion1] = (await read('get', locator('messageId', messageId), 1)).items;

		expect(Object.keys(simplified?.json ?? {})).toHaveLength(10);
		expect(Object.keys(ofVersion1?.json ?? {})).toEqual([
			'messageId',
			'direction',
			'chatId',
			'from',
			'senderId',
			'type',
			'content',
			'status',
			'timestamp',
			'instanceId',
			'contactName',
			'media',
			'quotedMessageId',
			'metadata',
			'deliveredAt',
			'readAt',
		]);
	});

	it('returns the parts of a message that are selected', async () => {
		const location = { latitude: 48.2, longitude: 16.3 };
		const messageId = await receiveMessage(fixture, { from: FROM, location });

		const { items } = await read('get', {
			...locator('messageId', messageId),
			output: 'fields',
			fields: ['type', 'location', 'poll'],
		});

		expect(items).toMatchObject([{ json: { type: 'location', location } }]);
		expect(items[0]?.json).not.toHaveProperty('poll');
	});
});

describe('Message > Get Many', () => {
	it('filters by a chat, which is a text in version 1', async () => {
		const to = '491520000012';
		const messageId = await sendMessage(fixture, to, 'In this chat');
		await sendMessage(fixture, '491520000013', 'In another chat');
		const url = `https://wa.me/${to}`;

		const found = [
			await read('getAll', { filters: { chatId: { __rl: true, mode: 'url', value: url } } }),
			await read('getAll', { filters: { chatId: to } }, 1),
		];

		for (const { items } of found) expect(items.map(({ json }) => json.messageId)).toEqual([messageId]);
	});

	it('returns the scheduled messages', async () => {
		const sendAt = new Date(Date.now() + 3_600_000).toISOString();
		await fixture.gateway.request('POST', '/v1/messages/send', {
			instanceId: fixture.instanceId,
			to: FROM,
			message: 'Later',
			sendAt,
		});

		const { items } = await read('getAll', { filters: { scheduled: true } });

		expect(items.map(({ json }) => json.content)).toEqual(['Later']);
	});
});
