import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connectedInstance, sendText, startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { at } from '../../support/json.ts';
import { reached } from '../../support/media.ts';
import { startReceiver } from '../../support/servers/receiver.ts';

const ADA = '4915100000011';
const BOB = '4915100000022';
const LID = '123456789012345@lid';

describe('replies', () => {
	let gateway: TestGateway;
	let instanceId: string;

	beforeAll(async () => {
		gateway = await startTestGateway();
		instanceId = await connectedInstance(gateway);
	});
	afterAll(() => gateway.close());

	const receive = async (message: Record<string, unknown>, id = instanceId): Promise<string> => {
		const received = await gateway.post(`/simulator/v1/instances/${id}/messages`, message);
		return received.text('data.messageId');
	};
	const reply = (to: string, quotedMessageId: string) =>
		gateway.post('/v1/messages/send', { instanceId, to, message: 'Yes', quotedMessageId });

	it('show in the history and in the message which one they reply to', async () => {
		const quotedMessageId = await receive({ from: ADA, content: 'Is it there?' });
		const answer = await reply(ADA, quotedMessageId);
		expect(answer.status).toBe(202);
		const history = await gateway.get(`/v1/messages?instanceId=${instanceId}&phone=${ADA}`);
		expect(history.at('data.0.quotedMessageId')).toBe(quotedMessageId);
		expect(history.at('data.1')).not.toHaveProperty('quotedMessageId');
	});

	it('can refer to a sent message', async () => {
		const quotedMessageId = await sendText(gateway, instanceId, ADA, 'It is on its way');
		await reached(gateway, quotedMessageId, 'read');
		expect((await reply(ADA, quotedMessageId)).status).toBe(202);
	});

	it('are refused where the chat does not have the message', async () => {
		const other = await connectedInstance(gateway, 'Other');
		const elsewhere = await receive({ from: ADA, content: 'To another instance' }, other);
		const ofBob = await receive({ from: BOB, content: 'From Bob' });
		for (const quotedMessageId of [
			'msg_00000000000000000000000000',
			'nothing',
			"' or 1=1",
			elsewhere,
			ofBob,
		]) {
			const answer = await reply(ADA, quotedMessageId);
			expect([answer.status, answer.at('error.code')]).toEqual([404, 'message_not_found']);
			expect(answer.text('error.message')).toContain('quotedMessageId');
		}
		const history = await gateway.get(`/v1/messages?instanceId=${instanceId}&phone=${ADA}&limit=100`);
		expect(JSON.stringify(history.body)).not.toContain(ofBob);
	});

	it('have in their events whether the account wrote the quoted message', async () => {
		const receiver = await startReceiver();
		const events = ['message.received', 'message.echo'];
		await gateway.post('/v1/webhooks', { url: receiver.url, events, instanceId });
		const mine = await sendText(gateway, instanceId, ADA, 'At eight?');
		await reached(gateway, mine, 'read');
		const theirs = await receive({ from: ADA, content: 'At nine' });
		await receive({ from: ADA, content: 'Yes', quotedMessageId: mine });
		await receive({ from: ADA, content: 'I mean ten', quotedMessageId: theirs });
		const echo = { to: ADA, content: 'Fine', quotedMessageId: mine };
		await gateway.post(`/simulator/v1/instances/${instanceId}/echoes`, echo);

		const reported = (await receiver.count(4)).map((request) => [
			request.at('data.content'),
			request.at('data.quotedIsFromMe'),
		]);
		await receiver.close();
		expect(reported.sort()).toEqual([
			['At nine', undefined],
			['Fine', true],
			['I mean ten', false],
			['Yes', true],
		]);
	});

	it('go to a person by an id from before the network revealed their phone', async () => {
		const quotedMessageId = await receive({ from: null, senderId: LID, content: 'Who am I?' });
		const before = await reply(LID, quotedMessageId);
		expect(before.status).toBe(202);
		const revealed = await gateway.post(`/simulator/v1/instances/${instanceId}/contacts/${LID}/reveal`, {
			phone: BOB,
		});
		expect([revealed.status, revealed.at('error')]).toEqual([200, undefined]);
		for (const to of [LID, BOB, `${BOB}@s.whatsapp.net`]) {
			const answer = await reply(to, quotedMessageId);
			expect([answer.status, answer.at('error')]).toEqual([202, undefined]);
			const message = await gateway.get(`/v1/messages/${answer.text('messageId')}`);
			expect([message.at('data.chatId'), message.at('data.to')]).toEqual([`${BOB}@s.whatsapp.net`, BOB]);
		}
		const idsOf = async (filter: string) => {
			const history = await gateway.get(`/v1/messages?instanceId=${instanceId}&${filter}`);
			return (history.at('data') as unknown[]).map((item) => at(item, 'messageId'));
		};
		expect(await idsOf(`chatId=${LID}`)).toEqual(await idsOf(`phone=${BOB}`));
		expect(await idsOf(`chatId=${LID}`)).toContain(quotedMessageId);
		const read = await gateway.post(`/v1/messages/chats/${LID}/read`, { instanceId });
		expect(read.at('data')).toEqual({ chatId: `${BOB}@s.whatsapp.net`, unreadCount: 0 });
	});
});
