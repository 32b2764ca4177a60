import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startReceiver, type Receiver } from '../../../support/servers/receiver.ts';
import {
	startWhatsAppTestGateway,
	type WhatsAppTestGateway,
} from '../../../support/whatsapp/whatsapp-gateway.ts';
import { startWhatsApp, type WhatsApp } from '../../../support/whatsapp/whatsapp.ts';

const ADA = '4915122222222';
const BOB = '4915133333333';

describe('calls by QR code', () => {
	let whatsApp: WhatsApp;
	let gateway: WhatsAppTestGateway;
	let receiver: Receiver;
	let accounts = 0;

	beforeAll(async () => {
		whatsApp = await startWhatsApp();
		gateway = await startWhatsAppTestGateway(whatsApp);
		receiver = await startReceiver();
		const events = ['call.received', 'message.received'];
		await gateway.client.post('/v1/webhooks', { url: receiver.url, events });
	});
	afterAll(async () => {
		await gateway.close();
		await receiver.close();
		await whatsApp.close();
	});

	const linked = async (rejectCalls: boolean) => {
		const account = `49151111113${String((accounts += 1)).padStart(2, '0')}`;
		const id = await gateway.linked(account, { settings: { autoTyping: false, rejectCalls } });
		return { account, id };
	};
	const callsOf = (id: string) =>
		receiver.requests
			.filter(({ at }) => at('event') === 'call.received' && at('data.instanceId') === id)
			.map(({ at }) => at('data') as Record<string, unknown>);
	/** Resolves with the calls that were published, when all that was sent so far has arrived. */
	const callsSoFar = async ({ account, id }: { account: string; id: string }) => {
		const text = `Mark ${account} ${receiver.requests.length}`;
		await whatsApp.send(BOB, account, { text });
		await receiver.find(text, ({ at }) => at('data.content') === text);
		return callsOf(id);
	};
	const callOf = async (id: string, callId: string) =>
		(
			await receiver.find(callId, ({ at }) => at('data.callId') === callId && at('data.instanceId') === id)
		).at('data');

	it('of a group name the group and the caller', async () => {
		const { account, id } = await linked(false);
		const group = await whatsApp.group({ by: ADA, subject: 'Family', members: [account] });
		const callId = await whatsApp.call(ADA, { account, group, video: true });
		expect(await callOf(id, callId)).toMatchObject({
			chatId: group,
			from: ADA,
			isGroup: true,
			video: true,
			rejected: false,
		});
	});

	it('are published once, also where WhatsApp announces them again', async () => {
		const { account, id } = await linked(true);
		const callId = await whatsApp.call(ADA, { account });
		expect(await callOf(id, callId)).toMatchObject({ rejected: true });
		await whatsApp.call(ADA, { account, id: callId });
		await gateway.restart();
		await gateway.has(id, 'connected');
		await whatsApp.call(ADA, { account, id: callId });
		const other = await whatsApp.call(ADA, { account });
		await callOf(id, other);
		expect(callsOf(id).map((one) => one.callId)).toEqual([callId, other]);
	});

	it('that came while the instance was away are published, and not rejected', async () => {
		const { account, id } = await linked(true);
		await whatsApp.rejectLogin(account, '503');
		await whatsApp.end(account, 'drop');
		const callId = await whatsApp.call(ADA, { account });
		await whatsApp.rejectLogin(account, null);
		expect(await callOf(id, callId)).toMatchObject({ rejected: false });
		expect((await whatsApp.rejections()).filter((one) => one.account === account)).toEqual([]);
	});

	it('that make no sense are not published, and end nothing', async () => {
		const instance = await linked(true);
		const { account } = instance;
		const { logins } = await whatsApp.stats();
		const caller = `${ADA}@s.whatsapp.net`;
		const offers = [
			{ attrs: {} },
			{ attrs: { 'call-id': 'X'.repeat(5000), 'call-creator': caller } },
			{ attrs: { 'call-id': 'A B', 'call-creator': caller } },
			{ attrs: { 'call-id': 'C1', 'call-creator': 'nobody' } },
			{ attrs: { 'call-id': 'C2', 'call-creator': `${account}@s.whatsapp.net` } },
			{ attrs: { 'call-id': 'C3', 'call-creator': '120363000000000000@g.us' } },
		];
		for (const [index, { attrs }] of offers.entries()) {
			await whatsApp.stanza(account, {
				tag: 'call',
				attrs: { from: caller, id: `BAD${index}`, t: 'never' },
				content: [{ tag: 'offer', attrs: attrs as Record<string, string> }],
			});
		}
		await whatsApp.stanza(account, { tag: 'call', attrs: { from: caller, id: 'EMPTY' } });
		expect(await callsSoFar(instance)).toEqual([]);
		expect((await whatsApp.stats()).logins).toBe(logins);
	});
});
