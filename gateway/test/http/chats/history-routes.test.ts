import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { file, startFileServer } from '../../support/file-server.ts';
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

describe('the history', () => {
	let gateway: TestGateway;
	let instanceId: string;
	/** Oldest first. */
	const ids: string[] = [];

	beforeAll(async () => {
		gateway = await startTestGateway();
		instanceId = await connectedInstance(gateway);
		for (let index = 0; index < 6; index += 1) {
			const arrived = await gateway.post(`/simulator/v1/instances/${instanceId}/messages`, {
				from: index % 2 === 0 ? ADA : BOB,
				contactName: index % 2 === 0 ? 'Ada' : 'Bob',
				content: `in ${index}`,
			});
			ids.push(arrived.text('data.messageId'));
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

	it('shows both directions, newest first, each with its own fields', async () => {
		const { ids: shown, items, pagination } = await page('');
		expect(shown).toEqual(newestFirst(6, 5, 4, 3, 2, 1, 0));
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

	it('goes on where the cursor says, until there is no more', async () => {
		const seen: unknown[] = [];
		let query = '&limit=3';
		for (;;) {
			const { ids: shown, pagination } = await page(query);
			seen.push(...shown);
			if (at(pagination, 'hasMore') !== true) break;
			expect(at(pagination, 'nextCursor')).toBe(shown.at(-1));
			query = `&limit=3&before=${String(at(pagination, 'nextCursor'))}`;
		}
		expect(seen).toEqual(newestFirst(6, 5, 4, 3, 2, 1, 0));
	});

	it('can be limited to what is strictly older and strictly newer', async () => {
		expect((await page(`&before=${ids[2]}`)).ids).toEqual(newestFirst(1, 0));
		expect((await page(`&after=${ids[4]}`)).ids).toEqual(newestFirst(6, 5));
		expect((await page(`&after=${ids[1]}&before=${ids[4]}`)).ids).toEqual(newestFirst(3, 2));
	});

	it('can be limited to a chat, by its id or by the phone', async () => {
		expect((await page(`&phone=${BOB}`)).ids).toEqual(newestFirst(5, 3, 1));
		expect((await page(`&chatId=${ADA}@s.whatsapp.net`)).ids).toEqual(newestFirst(6, 4, 2, 0));
	});

	it.each([
		['no instance', '?limit=5', 400, 'invalid_parameters'],
		['an unknown instance', '?instanceId=inst_x', 404, 'invalid_instance'],
		['chat and phone together', `&chatId=a&phone=${ADA}`, 400, 'invalid_parameters'],
		['a phone that is none', '&phone=ada', 400, 'invalid_phone_number'],
		['a limit over 100', '&limit=101', 400, 'invalid_parameters'],
		['a cursor that is none', '&before=yesterday', 400, 'invalid_parameters'],
	])('refuses %s', async (_what, query, status, code) => {
		const full = query.startsWith('?') ? query : `?instanceId=${instanceId}${query}`;
		const answer = await gateway.get(`/v1/messages${full}`);
		expect([answer.status, answer.at('error.code')]).toEqual([status, code]);
	});
});

describe('one message', () => {
	let gateway: TestGateway;
	let instanceId: string;

	beforeAll(async () => {
		gateway = await startTestGateway();
		instanceId = await connectedInstance(gateway);
	});
	afterAll(() => gateway.close());

	const get = (messageId: string) => gateway.get(`/v1/messages/${messageId}`);
	const arrive = async (message: Record<string, unknown>) => {
		const arrived = await gateway.post(`/simulator/v1/instances/${instanceId}/messages`, message);
		return arrived.text('data.messageId');
	};
	const aTime = expect.stringMatching(/Z$/);

	it('that was received is shown with its sender and its chat', async () => {
		const messageId = await arrive({ from: ADA, contactName: 'Ada', content: 'Hello' });
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
				timestamp: aTime,
				status: 'delivered',
				quotedMessageId: null,
				metadata: null,
				media: null,
				sentAt: null,
				deliveredAt: aTime,
				readAt: null,
				failedAt: null,
			},
		});
	});

	it('that was sent is shown with what it answers, its metadata, and when it came how far', async () => {
		const quotedMessageId = await arrive({ from: ADA, content: 'Is it there?' });
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
			sentAt: aTime,
			deliveredAt: aTime,
			readAt: aTime,
			failedAt: null,
		});
		const times = ['timestamp', 'sentAt', 'deliveredAt', 'readAt'].map((name) => answer.text(`data.${name}`));
		expect(times.toSorted()).toEqual(times);
		expect(answer.at('data')).not.toHaveProperty('from');
		expect(answer.at('data')).not.toHaveProperty('error');
	});

	it('that failed says when and why', async () => {
		const messageId = await sendText(gateway, instanceId, '4915100000000', 'Nobody is there');
		await reached(gateway, messageId, 'failed');
		expect((await get(messageId)).at('data')).toMatchObject({
			status: 'failed',
			failedAt: aTime,
			sentAt: null,
			error: { code: 'recipient_not_found', message: expect.stringMatching(/\.$/) },
		});
	});

	it('with a file says what the file is, and whether it is there', async () => {
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
		const without = await arrive({ from: ADA, type: 'image', content: 'A picture that was not kept' });
		expect((await get(without)).at('data.media')).toEqual({
			mimeType: null,
			filename: null,
			caption: null,
			available: false,
		});
	});

	it('of a group is shown with the group', async () => {
		const group = await gateway.post('/v1/groups', { instanceId, name: 'Team', participants: [ADA] });
		const chatId = group.text('data.id');
		const messageId = await sendText(gateway, instanceId, chatId, 'Hello all');
		expect((await get(messageId)).at('data')).toMatchObject({ chatId, isGroup: true, to: null });
	});

	it.each(['msg_00000000000000000000000000', 'send', 'nothing%20like%20it'])(
		'that does not exist is not found: %s',
		async (messageId) => {
			const answer = await get(messageId);
			expect([answer.status, answer.at('error.code')]).toEqual([404, 'message_not_found']);
		},
	);
});

describe('the chats', () => {
	let gateway: TestGateway;
	let instanceId: string;
	const arrive = (from: string, contactName: string, content: string) =>
		gateway.post(`/simulator/v1/instances/${instanceId}/messages`, { from, contactName, content });

	beforeAll(async () => {
		gateway = await startTestGateway();
		instanceId = await connectedInstance(gateway);
		await arrive(BOB, 'Bob 100%', 'one');
		await arrive(ADA, 'Ada', 'two');
		await arrive(ADA, 'Ada', 'three');
		await sendText(gateway, instanceId, '4915100000033', 'hello');
	});
	afterAll(() => gateway.close());

	const list = async (query = '') => {
		const { body } = await gateway.get(`/v1/messages/chats?instanceId=${instanceId}${query}`);
		const chats = at(body, 'data') as unknown[];
		return { chats, phones: chats.map((chat) => at(chat, 'phone')), pagination: at(body, 'pagination') };
	};

	it('are listed by their latest message, with what the specification names', async () => {
		const { chats, phones, pagination } = await list();
		expect(phones).toEqual(['4915100000033', ADA, BOB]);
		expect(chats[1]).toEqual({
			chatId: `${ADA}@s.whatsapp.net`,
			phone: ADA,
			contactName: 'Ada',
			profilePicUrl: at(chats[1], 'profilePicUrl'),
			lastMessage: {
				messageId: expect.stringMatching(/^msg_/),
				content: 'three',
				timestamp: expect.stringMatching(/Z$/),
				isFromMe: false,
				type: 'text',
			},
			unreadCount: 2,
			isGroup: false,
			createdAt: expect.stringMatching(/Z$/),
		});
		expect(at(chats[0], 'lastMessage.isFromMe')).toBe(true);
		expect(pagination).toEqual({ total: 3, limit: 50, offset: 0, hasMore: false });
	});

	it('can be sorted, paged and limited to unread ones', async () => {
		expect((await list('&sortBy=unreadCount')).phones).toEqual([ADA, BOB, '4915100000033']);
		expect((await list('&sortBy=contactName&sortOrder=asc&unreadOnly=true')).phones).toEqual([ADA, BOB]);
		const second = await list('&limit=1&offset=1');
		expect(second.phones).toEqual([ADA]);
		expect(second.pagination).toEqual({ total: 3, limit: 1, offset: 1, hasMore: true });
	});

	it('are found by part of a name in any case, or of a phone, taken literally', async () => {
		expect((await list('&search=aD')).phones).toEqual([ADA]);
		expect((await list('&search=00022')).phones).toEqual([BOB]);
		expect((await list('&search=100%25')).phones).toEqual([BOB]);
		expect((await list('&search=_')).phones).toEqual([]);
	});

	it('are read once they are marked so', async () => {
		const answer = await gateway.post(`/v1/messages/chats/${ADA}@s.whatsapp.net/read`, { instanceId });
		expect(answer.body).toEqual({
			success: true,
			data: { chatId: `${ADA}@s.whatsapp.net`, unreadCount: 0 },
		});
		const ada = (await list()).chats.find((chat) => at(chat, 'phone') === ADA);
		expect(at(ada, 'unreadCount')).toBe(0);
		const history = await gateway.get(`/v1/messages?instanceId=${instanceId}&phone=${ADA}`);
		expect((history.at('data') as unknown[]).map((item) => at(item, 'status'))).toEqual(['read', 'read']);
	});

	it('show typing', async () => {
		const answer = await gateway.post(`/v1/messages/chats/${ADA}@s.whatsapp.net/typing`, { instanceId });
		expect(answer.body).toEqual({ success: true });
	});

	it.each(['read', 'typing'])('that are not there cannot be marked: %s', async (action) => {
		const answer = await gateway.post(`/v1/messages/chats/nobody/${action}`, { instanceId });
		expect([answer.status, answer.at('error.code')]).toEqual([404, 'chat_not_found']);
	});

	it('are refused while the instance is disconnected', async () => {
		const other = (await gateway.post('/v1/instances', { name: 'B' })).text('data.id');
		for (const answer of [
			await gateway.get(`/v1/messages/chats?instanceId=${other}`),
			await gateway.post('/v1/messages/chats/x/read', { instanceId: other }),
		]) {
			expect([answer.status, answer.at('error.code')]).toEqual([409, 'instance_disconnected']);
		}
	});

	it.each(['limit=0', 'sortBy=age', 'sortOrder=up', 'unreadOnly=perhaps', 'search='])(
		'refuse %s',
		async (query) => {
			const answer = await gateway.get(`/v1/messages/chats?instanceId=${instanceId}&${query}`);
			expect([answer.status, answer.at('error.code')]).toEqual([400, 'invalid_parameters']);
		},
	);
});
