import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { connectedInstance, startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { openOwner, type Browser } from '../../support/owner.ts';
import { recordedEvents } from '../../support/report.ts';
import { limitedInstance, patch, refusal } from '../../support/requests.ts';

const ADA = '4915100000011';
const BOB = '4915100000022';
const ADA_ID = `${ADA}@s.whatsapp.net`;

describe('changes of chats', () => {
	const clock = createManualClock();
	let gateway: TestGateway;
	let owner: Browser;
	let instanceId: string;

	beforeAll(async () => {
		gateway = await startTestGateway({ clock });
		owner = await openOwner(gateway);
	});
	beforeEach(async () => {
		instanceId = await connectedInstance(gateway);
		for (const from of [BOB, ADA]) await receive(from);
	});
	afterAll(() => gateway.close());

	const receive = (from: string) =>
		gateway.post(`/simulator/v1/instances/${instanceId}/messages`, { from, content: 'Hello' });
	const change = (changes: object, chatId = ADA_ID) =>
		patch(gateway, `/v1/chats/${chatId}`, { instanceId, ...changes });
	const list = async (query = '') => {
		const answer = await gateway.get(`/v1/chats?instanceId=${instanceId}${query}`);
		const chats = answer.at('data') as { chatId: string }[];
		return { ids: chats.map(({ chatId }) => chatId).toSorted(), total: answer.at('pagination.total') };
	};

	describe('PATCH /v1/chats/:chatId', () => {
		it('archives, pins and mutes a chat, and answers with the chat', async () => {
			const mutedUntil = new Date(clock.now() + 3_600_000).toISOString();
			const answer = await change({ archived: true, pinned: true, mutedUntil });
			expect(answer.status).toBe(200);
			expect(answer.at('data')).toMatchObject({
				chatId: ADA_ID,
				archived: true,
				pinned: true,
				unread: true,
				unreadCount: 1,
				mutedUntil,
			});
			const unmuted = await change({ pinned: false, mutedUntil: null });
			expect(unmuted.at('data')).toMatchObject({ archived: true, pinned: false, mutedUntil: null });
			const listed = await gateway.get(`/v1/messages/chats?instanceId=${instanceId}&search=${ADA}`);
			expect(listed.at('data.0')).toEqual(unmuted.at('data'));
		});

		it('marks a chat as read for the other side too, and as unread', async () => {
			const read = await change({ unread: false });
			expect(read.at('data')).toMatchObject({ unread: false, unreadCount: 0 });
			const phone = await gateway.get(`/simulator/v1/instances/${instanceId}/chats/${ADA_ID}`);
			expect(JSON.stringify(phone.at('data'))).toContain('"readAt":"2');
			expect((await change({ unread: true })).at('data')).toMatchObject({ unread: true, unreadCount: 0 });
			await gateway.post(`/v1/messages/chats/${ADA_ID}/read`, { instanceId });
			expect((await change({ pinned: false })).at('data.unread')).toBe(false);
		});

		it('filters the list by what is archived, with the right total', async () => {
			await change({ archived: true });
			expect(await list()).toEqual({ ids: [ADA_ID, `${BOB}@s.whatsapp.net`], total: 2 });
			expect(await list('&archived=true')).toEqual({ ids: [ADA_ID], total: 1 });
			expect(await list('&archived=false')).toEqual({ ids: [`${BOB}@s.whatsapp.net`], total: 1 });
			expect(await list(`&archived=false&search=${ADA}`)).toEqual({ ids: [], total: 0 });
		});

		it.each([
			['nothing to change', {}],
			['an unknown field', { favourite: true }],
			['a text as a flag', { archived: 'true' }],
			['a time that is over', { mutedUntil: '2020-01-01T00:00:00Z' }],
			['no time', { mutedUntil: 'for ever' }],
			['the 61st second of a minute', { mutedUntil: '2090-12-31T23:59:60Z' }],
		])('refuses %s', async (_what, changes) => {
			expect(refusal(await change(changes))).toEqual([400, 'invalid_parameters']);
		});

		it('refuses an unknown chat, and an instance of the official API', async () => {
			expect(refusal(await change({ archived: true }, 'nobody'))).toEqual([404, 'chat_not_found']);
			const official = await limitedInstance(gateway);
			const answer = await patch(gateway, `/v1/chats/${ADA_ID}`, { instanceId: official, archived: true });
			expect(refusal(answer)).toEqual([409, 'official_api_instance']);
		});
	});

	describe('POST /v1/chats/:chatId/presence', () => {
		const subscribe = (chatId = ADA_ID, instance = instanceId) =>
			gateway.post(`/v1/chats/${chatId}/presence`, { instanceId: instance });
		const isTyping = (from: string) =>
			gateway.post(`/simulator/v1/instances/${instanceId}/presence`, { from, state: 'typing' });

		it('reports who types in the chat from then on', async () => {
			await isTyping(ADA);
			const answer = await subscribe();
			const until = new Date(clock.now() + 86_400_000).toISOString();
			expect(answer.at('data')).toEqual({ chatId: ADA_ID, until });
			for (const from of [ADA, BOB]) await isTyping(from);
			expect(await recordedEvents(owner, instanceId, 'presence.updated')).toMatchObject([
				{ chatId: ADA_ID, senderId: ADA_ID, from: ADA, state: 'typing' },
			]);
		});

		it('refuses an unknown chat, and an instance of the official API', async () => {
			expect(refusal(await subscribe('nobody'))).toEqual([404, 'chat_not_found']);
			const official = await limitedInstance(gateway);
			expect(refusal(await subscribe(ADA_ID, official))).toEqual([409, 'official_api_instance']);
		});
	});
});
