import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Answer } from '../../../support/client.ts';
import {
	connectedInstance,
	sendText,
	startTestGateway,
	statusOf,
	type TestGateway,
} from '../../../support/gateway.ts';
import { at } from '../../../support/json.ts';
import { createManualClock } from '../../../support/manual-clock.ts';
import { authorization, mediaOf, reached } from '../../../support/media.ts';
import { PNG } from '../../../support/sample-files.ts';
import { until } from '../../../support/until.ts';

describe('manual phone', () => {
	const clock = createManualClock();
	let gateway: TestGateway;
	let instanceId: string;
	let phones = 0;

	beforeAll(async () => {
		gateway = await startTestGateway({ clock });
		instanceId = await connectedInstance(gateway);
	});
	afterAll(() => gateway.close());

	/** Creates a new manual phone. */
	async function createPhone(settings: Record<string, unknown> = {}): Promise<string> {
		phones += 1;
		const number = `49151${1_000_000 + phones * 11}`;
		const answer = await gateway.put(`/simulator/v1/phones/${number}`, settings);
		expect(answer.status).toBe(200);
		return number;
	}

	const path = (number: string, rest = ''): string => `/simulator/v1/phones/${number}${rest}`;
	const write = (number: string, body: Record<string, unknown>): Promise<Answer> =>
		gateway.post(path(number, '/messages'), { instanceId, ...body });
	const shownMessages = async (number: string, groupId?: string): Promise<Record<string, unknown>[]> => {
		const query = groupId === undefined ? '' : `&groupId=${groupId}`;
		const answer = await gateway.get(path(number, `/messages?instanceId=${instanceId}${query}`));
		expect(answer.status).toBe(200);
		return answer.at('data') as Record<string, unknown>[];
	};
	const chatsOf = async (number: string): Promise<Record<string, unknown>[]> =>
		(await gateway.get(path(number, '/chats'))).at('data') as Record<string, unknown>[];
	const errorOf = (answer: Answer): unknown[] => [answer.status, answer.at('error.code')];

	it('has a name from the directory until it gets another', async () => {
		const number = await createPhone();
		const { body } = await gateway.get(path(number));
		expect(at(body, 'data')).toEqual({
			number,
			name: expect.stringMatching(/\w+ \w+/),
			online: true,
			reads: 'automatically',
			blocked: [],
		});
		await gateway.put(path(number), { name: 'Ada' });
		expect((await gateway.get(path(number))).at('data.name')).toBe('Ada');
		const list = (await gateway.get('/simulator/v1/phones')).at('data');
		expect(list).toContainEqual(expect.objectContaining({ number, name: 'Ada' }));
	});

	it.each(['0000', '0001', '0002', '0003'])('rejects a number that ends in %s', async (end) => {
		const answer = await gateway.put(path(`4915199${end}`), {});
		expect(errorOf(answer)).toEqual([400, 'invalid_phone_number']);
	});

	it('answers 404 before it is created and after it is released', async () => {
		const number = '4915177777777';
		const requests = [
			() => gateway.get(path(number)),
			() => gateway.get(path(number, '/chats')),
			() => write(number, { content: 'Hello' }),
			() => gateway.post(path(number, '/block'), { instanceId, blocked: true }),
			() => gateway.delete(path(number)),
		];
		for (const request of requests) expect(errorOf(await request())).toEqual([404, 'contact_not_found']);
		await gateway.put(path(number), {});
		expect((await gateway.delete(path(number))).status).toBe(200);
		for (const request of requests) expect(errorOf(await request())).toEqual([404, 'contact_not_found']);
	});

	it('sends texts under its name and shows when the instance has read them', async () => {
		const number = await createPhone({ name: 'Ada' });
		const messageId = (await write(number, { content: 'Hello 👋' })).text('data.messageId');
		const stored = (await gateway.get(`/v1/messages/${messageId}`)).at('data');
		expect(stored).toMatchObject({ content: 'Hello 👋', from: number, contactName: 'Ada' });
		const [mine] = await shownMessages(number);
		expect(mine).toMatchObject({ messageId, fromMe: true, from: number, status: 'delivered' });

		const chatId = at(stored, 'chatId') as string;
		await gateway.post(`/v1/messages/chats/${chatId}/read`, { instanceId });
		expect((await shownMessages(number))[0]).toMatchObject({ messageId, status: 'read' });
	});

	it('shows messages of the instance, replies to them and receives replies', async () => {
		const number = await createPhone();
		const first = await sendText(gateway, instanceId, number, 'Are you there?');
		await reached(gateway, first, 'read');
		const reply = (await write(number, { content: 'Yes', quotedMessageId: first })).text('data.messageId');
		expect((await gateway.get(`/v1/messages/${reply}`)).at('data.quotedMessageId')).toBe(first);
		const second = await sendText(gateway, instanceId, number, 'Good', { quotedMessageId: reply });
		await reached(gateway, second, 'read');

		expect(await shownMessages(number)).toMatchObject([
			{ messageId: second, fromMe: false, content: 'Good', quotedMessageId: reply },
			{ messageId: reply, fromMe: true, content: 'Yes', quotedMessageId: first },
			{ messageId: first, fromMe: false, content: 'Are you there?', quotedMessageId: null, status: 'read' },
		]);
		const older = await gateway.get(
			path(number, `/messages?instanceId=${instanceId}&limit=1&before=${second}`),
		);
		expect(older.body).toMatchObject({
			data: [{ messageId: reply }],
			pagination: { hasMore: true, nextCursor: reply },
		});
	});

	it('rejects a reply to a message of another chat', async () => {
		const number = await createPhone();
		const elsewhere = await sendText(gateway, instanceId, await createPhone());
		const answer = await write(number, { content: 'Yes', quotedMessageId: elsewhere });
		expect(errorOf(answer)).toEqual([404, 'message_not_found']);
	});

	it('sends an uploaded picture', async () => {
		const number = await createPhone();
		const body = new FormData();
		body.set('file', new Blob([new Uint8Array(PNG)]), 'cat.png');
		const uploaded = await gateway.request('/v1/media', { method: 'POST', headers: { authorization }, body });
		const mediaUrl = uploaded.text('data.mediaUrl');
		const answer = await write(number, { type: 'image', mediaUrl, content: 'My cat' });
		expect(answer.status).toBe(201);
		expect((await shownMessages(number))[0]).toMatchObject({
			type: 'image',
			content: 'My cat',
			media: { mimeType: 'image/png', filename: 'cat.png', caption: 'My cat', available: true },
		});
		const file = await mediaOf(gateway, answer.text('data.messageId'));
		expect(Buffer.from(await file.arrayBuffer())).toEqual(Buffer.from(PNG));
		const asDocument = await write(number, { type: 'document', mediaUrl });
		expect(errorOf(asDocument)).toEqual([415, 'unsupported_media_type']);
	});

	it('marks messages as read by hand when set to', async () => {
		const number = await createPhone({ reads: 'by_hand' });
		const messageId = await sendText(gateway, instanceId, number);
		await reached(gateway, messageId, 'delivered');
		expect((await chatsOf(number))[0]).toMatchObject({ instanceId, unreadCount: 1 });
		await gateway.post(path(number, '/read'), { instanceId });
		expect(at(await statusOf(gateway, messageId), 'status')).toBe('read');
		expect((await chatsOf(number))[0]).toMatchObject({ instanceId, unreadCount: 0 });

		const second = await sendText(gateway, instanceId, number);
		await reached(gateway, second, 'delivered');
		await gateway.put(path(number), { reads: 'automatically' });
		await reached(gateway, second, 'read');
	});

	it('receives the messages sent while it was offline', async () => {
		const number = await createPhone({ online: false });
		const messageId = await sendText(gateway, instanceId, number);
		await reached(gateway, messageId, 'sent');
		// The same instance continues to send to others.
		await reached(gateway, await sendText(gateway, instanceId, await createPhone()), 'read');
		expect(at(await statusOf(gateway, messageId), 'status')).toBe('sent');
		expect(await shownMessages(number)).toEqual([]);
		for (const [action, body] of [
			['messages', { content: 'Hello' }],
			['read', {}],
			['typing', {}],
		] as const) {
			const answer = await gateway.post(path(number, `/${action}`), { instanceId, ...body });
			expect(errorOf(answer)).toEqual([409, 'phone_offline']);
		}
		await gateway.put(path(number), { online: true });
		await reached(gateway, messageId, 'read');
		expect(await shownMessages(number)).toHaveLength(1);
	});

	it('rejects messages of a blocked instance, and of no other', async () => {
		const number = await createPhone();
		const blocked = await gateway.post(path(number, '/block'), { instanceId, blocked: true });
		expect(blocked.at('data.blocked')).toEqual([instanceId]);
		const failed = await reached(gateway, await sendText(gateway, instanceId, number), 'failed');
		expect(at(failed, 'error.code')).toBe('recipient_blocked');
		const other = await connectedInstance(gateway, 'Other');
		await reached(gateway, await sendText(gateway, other, number), 'read');
		await gateway.post(path(number, '/block'), { instanceId, blocked: false });
		await reached(gateway, await sendText(gateway, instanceId, number), 'read');
		expect(await shownMessages(number)).toHaveLength(1);
	});

	it('shows the instance typing for five seconds or until its message arrives', async () => {
		const number = await createPhone();
		const messageId = (await write(number, { content: 'Hello' })).text('data.messageId');
		const { chatId } = (await gateway.get(`/v1/messages/${messageId}`)).at('data') as { chatId: string };
		const own = (await gateway.get(`/v1/instances/${instanceId}`)).at('data.phone');
		const type = () => gateway.post(`/v1/messages/chats/${chatId}/typing`, { instanceId });
		await type();
		expect((await chatsOf(number))[0]).toMatchObject({ typing: [own] });
		clock.advance(5000);
		expect((await chatsOf(number))[0]).toMatchObject({ typing: [] });
		await type();
		await reached(gateway, await sendText(gateway, instanceId, number), 'read');
		expect((await chatsOf(number))[0]).toMatchObject({ typing: [] });
	});

	it('shows its groups and writes in them', async () => {
		const [ada, bob] = [await createPhone({ name: 'Ada' }), await createPhone({ name: 'Bob' })];
		const groups = `/simulator/v1/instances/${instanceId}/groups`;
		const made = await gateway.post(groups, { from: ada, name: 'Neighbours', participants: [] });
		const groupId = made.text('data.id');
		expect(errorOf(await write(bob, { groupId, content: 'Hello' }))).toEqual([404, 'group_not_found']);
		await gateway.post(`${groups}/${groupId}/participants`, { action: 'add', participants: [bob] });
		const messageId = (await write(bob, { groupId, content: 'Hello all' })).text('data.messageId');
		expect((await chatsOf(ada))[0]).toMatchObject({ groupId, name: 'Neighbours' });
		expect((await shownMessages(ada, groupId))[0]).toMatchObject({ messageId, fromMe: false, from: bob });
		const stored = (await gateway.get(`/v1/messages/${messageId}`)).at('data');
		expect(stored).toMatchObject({ chatId: groupId, isGroup: true, from: bob });

		await gateway.post(path(bob, '/typing'), { instanceId, groupId });
		expect((await chatsOf(ada))[0]).toMatchObject({ groupId, typing: [bob] });
		expect((await chatsOf(bob))[0]).toMatchObject({ groupId, typing: [] });
		await gateway.post(`${groups}/${groupId}/participants`, { action: 'remove', participants: [bob] });
		expect(errorOf(await write(bob, { groupId, content: 'Hello' }))).toEqual([404, 'group_not_found']);
	});

	it('writes in an announcement group only as an admin', async () => {
		const [ada, bob] = [await createPhone(), await createPhone()];
		const groups = `/simulator/v1/instances/${instanceId}/groups`;
		const group = { from: ada, name: 'News', participants: [bob], announce: true };
		const groupId = (await gateway.post(groups, group)).text('data.id');
		expect(errorOf(await write(bob, { groupId, content: 'Hello' }))).toEqual([403, 'not_admin']);
		expect((await write(ada, { groupId, content: 'Hello' })).status).toBe(201);
	});

	it('answers with an error for an instance that is not connected', async () => {
		const number = await createPhone();
		const ended = await connectedInstance(gateway, 'Ended');
		await gateway.post(`/simulator/v1/instances/${ended}/logout`);
		for (const [action, body] of [
			['messages', { content: 'Hello' }],
			['read', {}],
			['typing', {}],
			['block', { blocked: true }],
		] as const) {
			const answer = await gateway.post(path(number, `/${action}`), { instanceId: ended, ...body });
			expect(errorOf(answer)).toEqual([409, 'instance_disconnected']);
		}
		expect(await chatsOf(number)).toContainEqual(
			expect.objectContaining({ instanceId: ended, connected: false }),
		);
	});

	it('receives and reads automatically after it is released', async () => {
		const number = await createPhone({ online: false });
		const messageId = await sendText(gateway, instanceId, number);
		await reached(gateway, messageId, 'sent');
		await gateway.delete(path(number));
		await reached(gateway, messageId, 'read');
	});
});

describe('manual phones across a restart', () => {
	it('keep their settings: offline, read by hand, and blocked instances', async () => {
		const first = await startTestGateway();
		const instanceId = await connectedInstance(first);
		const [away, blocking] = ['4915122222222', '4915133333333'];
		await first.put(`/simulator/v1/phones/${away}`, { name: 'Ada', online: false, reads: 'by_hand' });
		await first.put(`/simulator/v1/phones/${blocking}`, {});
		await first.post(`/simulator/v1/phones/${blocking}/block`, { instanceId, blocked: true });
		await first.put('/simulator/v1/phones/4915144444444', {});
		await first.delete('/simulator/v1/phones/4915144444444');
		const waiting = await sendText(first, instanceId, away);
		await reached(first, waiting, 'sent');

		const gateway = await first.restart();
		try {
			await until('the connection', async () => {
				const { body } = await gateway.get(`/v1/instances/${instanceId}/status`);
				return at(body, 'data.status') === 'connected';
			});
			expect((await gateway.get('/simulator/v1/phones')).at('data')).toMatchObject([
				{ number: away, name: 'Ada', online: false, reads: 'by_hand', blocked: [] },
				{ number: blocking, online: true, blocked: [instanceId] },
			]);
			await reached(gateway, await sendText(gateway, instanceId, blocking), 'failed');
			expect(at(await statusOf(gateway, waiting), 'status')).toBe('sent');
			await gateway.put(`/simulator/v1/phones/${away}`, { online: true });
			await reached(gateway, waiting, 'delivered');
		} finally {
			await gateway.close();
		}
	});
});
