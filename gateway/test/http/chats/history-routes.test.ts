import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { file, startFileServer } from '../../support/servers/file-server.ts';
import {
	connectedInstance,
	sendText,
	startTestGateway,
	statusOf,
	type TestGateway,
} from '../../support/gateway.ts';
import { at } from '../../support/json.ts';
import { reached } from '../../support/media.ts';
import { PDF } from '../../support/sample-files.ts';
import { until } from '../../support/until.ts';

const ADA = '4915100000011';
const BOB = '4915100000022';

describe('GET /v1/messages', () => {
	let gateway: TestGateway;
	let instanceId: string;
	/** Oldest first. */
	const ids: string[] = [];

	beforeAll(async () => {
		gateway = await startTestGateway();
		instanceId = await connectedInstance(gateway);
		for (let index = 0; index < 6; index += 1) {
			const received = await gateway.post(`/simulator/v1/instances/${instanceId}/messages`, {
				from: index % 2 === 0 ? ADA : BOB,
				contactName: index % 2 === 0 ? 'Ada' : 'Bob',
				content: `in ${index}`,
			});
			ids.push(received.text('data.messageId'));
		}
		ids.push(await sendText(gateway, instanceId, ADA, 'out'));
		await until('the message to be read', async () => {
			return at(await statusOf(gateway, ids[6] ?? ''), 'status') === 'read';
		});
	});
	afterAll(() => gateway.close());

	const page = async (query: string) => {
		const { body } = await gateway.get(`/v1/messages?instanceId=${instanceId}${query}`);
		const items = at(body, 'data') as unknown[];
		return { ids: items.map((item) => at(item, 'messageId')), items, pagination: at(body, 'pagination') };
	};
	const newestFirst = (...indices: number[]) => indices.map((index) => ids[index]);

	it('lists both directions, newest first, each with its own fields', async () => {
		const { ids: listed, items, pagination } = await page('');
		expect(listed).toEqual(newestFirst(6, 5, 4, 3, 2, 1, 0));
		expect(items[0]).toEqual({
			messageId: ids[6],
			direction: 'outbound',
			type: 'text',
			content: 'out',
			to: ADA,
			timestamp: expect.stringMatching(/Z$/),
			status: 'read',
			chatId: `${ADA}@s.whatsapp.net`,
		});
		expect(items[1]).toEqual({
			messageId: ids[5],
			direction: 'inbound',
			type: 'text',
			content: 'in 5',
			from: BOB,
			timestamp: expect.stringMatching(/Z$/),
			status: 'delivered',
			chatId: `${BOB}@s.whatsapp.net`,
			senderId: `${BOB}@s.whatsapp.net`,
		});
		expect(pagination).toEqual({ hasMore: false, nextCursor: null });
	});

	it('continues at the cursor until no message is left', async () => {
		const seen: unknown[] = [];
		let query = '&limit=3';
		for (;;) {
			const { ids: listed, pagination } = await page(query);
			seen.push(...listed);
			if (at(pagination, 'hasMore') !== true) break;
			expect(at(pagination, 'nextCursor')).toBe(listed.at(-1));
			query = `&limit=3&before=${String(at(pagination, 'nextCursor'))}`;
		}
		expect(seen).toEqual(newestFirst(6, 5, 4, 3, 2, 1, 0));
	});

	it('restricts the list to messages older and newer than a cursor', async () => {
		expect((await page(`&before=${ids[2]}`)).ids).toEqual(newestFirst(1, 0));
		expect((await page(`&after=${ids[4]}`)).ids).toEqual(newestFirst(6, 5));
		expect((await page(`&after=${ids[1]}&before=${ids[4]}`)).ids).toEqual(newestFirst(3, 2));
	});

	it('restricts the list to a chat by its id or its phone number', async () => {
		expect((await page(`&phone=${BOB}`)).ids).toEqual(newestFirst(5, 3, 1));
		expect((await page(`&chatId=${ADA}@s.whatsapp.net`)).ids).toEqual(newestFirst(6, 4, 2, 0));
	});

	it.each([
		['no instance', '?limit=5', 400, 'invalid_parameters'],
		['an unknown instance', '?instanceId=inst_x', 404, 'invalid_instance'],
		['chat and phone together', `&chatId=a&phone=${ADA}`, 400, 'invalid_parameters'],
		['an invalid phone number', '&phone=ada', 400, 'invalid_phone_number'],
		['a limit over 100', '&limit=101', 400, 'invalid_parameters'],
		['an invalid cursor', '&before=yesterday', 400, 'invalid_parameters'],
	])('answers an error for %s', async (_what, query, status, code) => {
		const full = query.startsWith('?') ? query : `?instanceId=${instanceId}${query}`;
		const answer = await gateway.get(`/v1/messages${full}`);
		expect([answer.status, answer.at('error.code')]).toEqual([status, code]);
	});
});

describe('GET /v1/messages/:messageId', () => {
	let gateway: TestGateway;
	let instanceId: string;

	beforeAll(async () => {
		gateway = await startTestGateway();
		instanceId = await connectedInstance(gateway);
	});
	afterAll(() => gateway.close());

	const get = (messageId: string) => gateway.get(`/v1/messages/${messageId}`);
	const receiveMessage = async (message: Record<string, unknown>) => {
		const received = await gateway.post(`/simulator/v1/instances/${instanceId}/messages`, message);
		return received.text('data.messageId');
	};
	const isoTime = expect.stringMatching(/Z$/);

	it('returns a received message with its sender and its chat', async () => {
		const messageId = await receiveMessage({ from: ADA, contactName: 'Ada', content: 'Hello' });
		expect((await get(messageId)).body).toEqual({
			success: true,
			data: {
				messageId,
				instanceId,
				chatId: `${ADA}@s.whatsapp.net`,
				contactName: 'Ada',
				isGroup: false,
				direction: 'inbound',
				type: 'text',
				content: 'Hello',
				from: ADA,
				senderId: `${ADA}@s.whatsapp.net`,
				timestamp: isoTime,
				status: 'delivered',
				quotedMessageId: null,
				metadata: null,
				media: null,
				sentAt: null,
				deliveredAt: isoTime,
				readAt: null,
				failedAt: null,
			},
		});
	});

	it('returns a sent message with its quoted message, its metadata and the time of each status', async () => {
		const quotedMessageId = await receiveMessage({ from: ADA, content: 'Is it there?' });
		const metadata = { order: 4711, tags: ['a', 'b'], nothing: null };
		const messageId = await sendText(gateway, instanceId, ADA, 'It is.', { quotedMessageId, metadata });
		await reached(gateway, messageId, 'read');
		const answer = await get(messageId);
		expect(answer.at('data')).toMatchObject({
			direction: 'outbound',
			to: ADA,
			content: 'It is.',
			status: 'read',
			quotedMessageId,
			metadata,
			sentAt: isoTime,
			deliveredAt: isoTime,
			readAt: isoTime,
			failedAt: null,
		});
		const times = ['timestamp', 'sentAt', 'deliveredAt', 'readAt'].map((name) => answer.text(`data.${name}`));
		expect(times.toSorted()).toEqual(times);
		expect(answer.at('data')).not.toHaveProperty('from');
		expect(answer.at('data')).not.toHaveProperty('error');
	});

	it('returns the time and the error of a failed message', async () => {
		const messageId = await sendText(gateway, instanceId, '4915100000000', 'Nobody is there');
		await reached(gateway, messageId, 'failed');
		expect((await get(messageId)).at('data')).toMatchObject({
			status: 'failed',
			failedAt: isoTime,
			sentAt: null,
			error: { code: 'recipient_not_found', message: expect.stringMatching(/\.$/) },
		});
	});

	it('describes the file of a message and whether it is available', async () => {
		const files = await startFileServer();
		const mediaUrl = files.serve('/offer.pdf', file(PDF, 'application/pdf'));
		const answer = await gateway.post('/v1/messages/send', {
			instanceId,
			to: ADA,
			mediaUrl,
			mediaType: 'document',
			filename: 'Offer.pdf',
			caption: 'Have a look',
		});
		const messageId = answer.text('messageId');
		await reached(gateway, messageId, 'read');
		expect((await get(messageId)).at('data')).toMatchObject({
			type: 'document',
			content: 'Have a look',
			media: {
				mimeType: 'application/pdf',
				filename: 'Offer.pdf',
				caption: 'Have a look',
				available: true,
			},
		});
		await files.close();
		const without = await receiveMessage({
			from: ADA,
			type: 'image',
			content: 'A picture that was not kept',
		});
		expect((await get(without)).at('data.media')).toEqual({
			mimeType: null,
			filename: null,
			caption: null,
			available: false,
		});
	});

	it('returns a message of a group with the chat id of the group', async () => {
		const group = await gateway.post('/v1/groups', { instanceId, name: 'Team', participants: [ADA] });
		const chatId = group.text('data.id');
		const messageId = await sendText(gateway, instanceId, chatId, 'Hello all');
		expect((await get(messageId)).at('data')).toMatchObject({ chatId, isGroup: true, to: null });
	});

	it.each(['msg_00000000000000000000000000', 'send', 'nothing%20like%20it'])(
		'answers 404 for an unknown message: %s',
		async (messageId) => {
			const answer = await get(messageId);
			expect([answer.status, answer.at('error.code')]).toEqual([404, 'message_not_found']);
		},
	);
});
