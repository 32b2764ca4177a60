import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connectedInstance, sendText, startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { reached } from '../../support/media.ts';
import { startReceiver, type Receiver } from '../../support/servers/receiver.ts';

const PHONE = '4915112345678';
const OTHER = '4915112345679';
const LID = '123456789012345@lid';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const CHANGES = ['message.reaction', 'message.edited', 'message.deleted', 'poll.voted', 'message.echo'];
const POLL = { question: 'When?', options: ['Monday', 'Tuesday'] };

describe('changes by people on the simulated network', () => {
	const clock = createManualClock();
	let gateway: TestGateway;
	let receiver: Receiver;
	let instanceId: string;
	let own: string;

	beforeAll(async () => {
		gateway = await startTestGateway({ clock });
		receiver = await startReceiver();
		instanceId = await connectedInstance(gateway);
		own = (await gateway.get(`/v1/instances/${instanceId}`)).text('data.phone');
		await gateway.post('/v1/webhooks', { url: receiver.url, events: CHANGES });
	});
	afterAll(async () => {
		await receiver.close();
		await gateway.close();
	});

	const path = (rest: string): string => `/simulator/v1/instances/${instanceId}/${rest}`;
	const receive = async (fields: Record<string, unknown> = {}): Promise<string> => {
		const body = { from: PHONE, ...(fields.poll === undefined ? { content: 'Hello' } : {}), ...fields };
		return (await gateway.post(path('messages'), body)).text('data.messageId');
	};
	const call = (method: string, rest: string, body?: object) =>
		gateway.request(path(rest), {
			method,
			headers: body === undefined ? { authorization: gateway.headers.authorization ?? '' } : gateway.headers,
			...(body === undefined ? {} : { body: JSON.stringify(body) }),
		});
	const codeOf = async (answer: ReturnType<typeof call>): Promise<unknown> => {
		const { status, at } = await answer;
		return status === 200 ? 200 : at('error.code');
	};
	const eventsOf = (messageId: string) =>
		receiver.requests.filter((request) => request.at('data.messageId') === messageId);
	const event = (kind: string, messageId: string) =>
		receiver.find(
			`${kind} of ${messageId}`,
			(one) => one.at('event') === kind && one.at('data.messageId') === messageId,
		);
	const newGroup = async (from: string): Promise<string> =>
		(await gateway.post(path('groups'), { from, name: 'Team', participants: [OTHER] })).text('data.id');

	it('react once, also when repeated, and remove the reaction', async () => {
		const messageId = await sendText(gateway, instanceId, PHONE);
		await reached(gateway, messageId, 'read');
		for (const emoji of ['👍', '👍', null]) {
			expect(await codeOf(call('PUT', `messages/${messageId}/reaction`, { emoji }))).toBe(200);
		}
		// The deliveries of the reactions precede that of the last event.
		await call('PUT', `messages/${messageId}/reaction`, { from: own, emoji: '🎉' });
		await receiver.find('the last', (one) => one.at('data.emoji') === '🎉');
		const reactions = eventsOf(messageId).map((one) => [one.at('data.emoji'), one.at('data.isFromMe')]);
		expect(new Set(reactions.map((reaction) => JSON.stringify(reaction)))).toEqual(
			new Set(['["👍",false]', '[null,false]', '["🎉",true]']),
		);
		expect(reactions).toHaveLength(3);
	});

	it('need a name in a group, and fit the chat otherwise', async () => {
		const messageId = await receive();
		const reaction = `messages/${messageId}/reaction`;
		expect(await codeOf(call('PUT', reaction, { from: OTHER, emoji: '👍' }))).toBe('invalid_parameters');
		const inGroup = await receive({ chatId: await newGroup(PHONE) });
		const groupReaction = `messages/${inGroup}/reaction`;
		expect(await codeOf(call('PUT', groupReaction, { emoji: '👍' }))).toBe('invalid_parameters');
		expect(await codeOf(call('PUT', groupReaction, { senderId: LID, emoji: '👍' }))).toBe(200);
		expect((await event('message.reaction', inGroup)).at('data')).toMatchObject({
			senderId: LID,
			from: null,
			isGroup: true,
			groupName: 'Team',
		});
	});

	it('edit texts of their own within 15 minutes', async () => {
		const messageId = await receive();
		clock.advance(15 * MINUTE);
		expect(await codeOf(call('PATCH', `messages/${messageId}`, { content: 'Hello there' }))).toBe(200);
		expect((await event('message.edited', messageId)).at('data.content')).toBe('Hello there');
		clock.advance(1);
		expect(await codeOf(call('PATCH', `messages/${messageId}`, { content: 'x' }))).toBe('message_too_old');
		const sent = await sendText(gateway, instanceId, PHONE);
		await reached(gateway, sent, 'read');
		const asPerson = call('PATCH', `messages/${sent}`, { from: PHONE, content: 'x' });
		expect(await codeOf(asPerson)).toBe('not_own_message');
		expect(await codeOf(call('PATCH', `messages/${sent}`, { from: own, content: 'x' }))).toBe(200);
		const poll = await receive({ poll: POLL });
		expect(await codeOf(call('PATCH', `messages/${poll}`, { content: 'x' }))).toBe('invalid_parameters');
	});

	it('delete messages of their own within 60 hours, once', async () => {
		const [messageId, old] = [await receive(), await receive()];
		expect(await codeOf(call('DELETE', `messages/${messageId}`))).toBe(200);
		expect(await codeOf(call('DELETE', `messages/${messageId}`))).toBe(200);
		expect((await event('message.deleted', messageId)).at('data.from')).toBe(PHONE);
		expect(await codeOf(call('PATCH', `messages/${messageId}`, { content: 'x' }))).toBe('message_deleted');
		clock.advance(60 * HOUR + 1);
		expect(await codeOf(call('DELETE', `messages/${old}`))).toBe('message_too_old');
	});

	it('delete messages of others in a group only as an admin', async () => {
		const chatId = await newGroup(PHONE);
		const messageId = await receive({ from: OTHER, chatId });
		const others = await receive({ chatId });
		expect(await codeOf(call('DELETE', `messages/${others}?from=${OTHER}`))).toBe('not_admin');
		expect(await codeOf(call('DELETE', `messages/${messageId}?from=${PHONE}`))).toBe(200);
		expect((await event('message.deleted', messageId)).at('data.from')).toBe(PHONE);
		const direct = await sendText(gateway, instanceId, PHONE);
		await reached(gateway, direct, 'read');
		expect(await codeOf(call('DELETE', `messages/${direct}?from=${PHONE}`))).toBe('not_own_message');
	});

	it('vote in polls, and change their votes', async () => {
		const messageId = await receive({ poll: POLL });
		const votes = `polls/${messageId}/votes`;
		expect(await codeOf(call('POST', votes, { options: ['Sunday'] }))).toBe('invalid_parameters');
		expect(await codeOf(call('POST', votes, { options: POLL.options }))).toBe('invalid_parameters');
		expect(await codeOf(call('POST', votes, { options: ['Monday'] }))).toBe(200);
		expect(await codeOf(call('POST', votes, { options: ['Tuesday'] }))).toBe(200);
		const changed = await receiver.find(
			'the second vote',
			(one) => one.at('data.messageId') === messageId && one.at('data.options.0') === 'Tuesday',
		);
		expect(changed.at('data.counts')).toEqual([
			{ option: 'Monday', votes: 0 },
			{ option: 'Tuesday', votes: 1 },
		]);
		const text = await receive();
		expect(await codeOf(call('POST', `polls/${text}/votes`, { options: [] }))).toBe('invalid_parameters');
	});

	it('cannot change what did not reach them, or does not exist', async () => {
		const failed = await sendText(gateway, instanceId, '4915112340000');
		await reached(gateway, failed, 'failed');
		const body = { emoji: '👍' };
		expect(await codeOf(call('PUT', `messages/${failed}/reaction`, body))).toBe('message_not_sent');
		expect(await codeOf(call('PUT', 'messages/msg_0/reaction', body))).toBe('message_not_found');
	});

	it('let the owner write on the phone, to people and groups', async () => {
		const chatId = await newGroup(PHONE);
		const first = await gateway.post(path('echoes'), { to: chatId, content: 'From my phone' });
		const echo = await event('message.echo', first.text('data.messageId'));
		expect(echo.at('data')).toMatchObject({ chatId, to: null, groupName: 'Team', isFromMe: true });
		const place = { location: { latitude: 1, longitude: 2 } };
		const second = (await gateway.post(path('echoes'), { to: PHONE, ...place })).text('data.messageId');
		expect((await reached(gateway, second, 'read')) as object).toMatchObject({ to: PHONE });
		expect((await gateway.get(`/v1/messages/${second}`)).at('data')).toMatchObject({
			direction: 'outbound',
			type: 'location',
			content: 'Location: 1, 2',
		});
		for (const [to, code] of [
			['4915112340000', 'contact_not_found'],
			['120363025246125486@g.us', 'group_not_found'],
		]) {
			expect((await gateway.post(path('echoes'), { to, content: 'x' })).at('error.code')).toBe(code);
		}
	});

	it('reveal the number of a person once, whose messages stay in one chat', async () => {
		const hidden = '223456789012345@lid';
		const number = '4915112345600';
		const before = await receive({ from: null, senderId: hidden });
		const reveal = (phone: string) => gateway.post(path(`contacts/${hidden}/reveal`), { phone });
		expect((await reveal(number)).status).toBe(200);
		expect((await reveal(number)).status).toBe(200);
		expect((await reveal('4915112345601')).at('error.code')).toBe('invalid_parameters');
		expect((await reveal('4915112340000')).at('error.code')).toBe('contact_not_found');
		const after = await receive({ from: null, senderId: hidden, quotedMessageId: before });
		const chatId = `${number}@s.whatsapp.net`;
		expect((await gateway.get(`/v1/messages/${after}`)).at('data')).toMatchObject({
			chatId,
			senderId: chatId,
			from: number,
			quotedMessageId: before,
		});
		expect(await codeOf(call('PATCH', `messages/${before}`, { content: 'Still me' }))).toBe(200);
	});
});
