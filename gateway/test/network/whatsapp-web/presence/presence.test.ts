import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startReceiver, type Receiver } from '../../../support/servers/receiver.ts';
import { until } from '../../../support/until.ts';
import {
	startWhatsAppTestGateway,
	type WhatsAppTestGateway,
} from '../../../support/whatsapp/whatsapp-gateway.ts';
import { startWhatsApp, type WhatsApp } from '../../../support/whatsapp/whatsapp.ts';

const ACCOUNT = '4915111111111';
const ADA = '4915122222222';
const BOB = '4915133333333';
const EVE = '4915144444444';

describe('presence by QR code', () => {
	let whatsApp: WhatsApp;
	let gateway: WhatsAppTestGateway;
	let receiver: Receiver;
	let instanceId: string;

	beforeAll(async () => {
		whatsApp = await startWhatsApp();
		gateway = await startWhatsAppTestGateway(whatsApp);
		receiver = await startReceiver();
		const events = ['presence.updated', 'message.received'];
		await gateway.client.post('/v1/webhooks', { url: receiver.url, events });
		instanceId = await gateway.linked(ACCOUNT);
		for (const from of [ADA, BOB]) await received(from, ACCOUNT, `Hello from ${from}`);
	});
	afterAll(async () => {
		await gateway.close();
		await receiver.close();
		await whatsApp.close();
	});

	async function received(from: string, to: string, text: string): Promise<void> {
		await whatsApp.send(from, to, { text });
		await receiver.find(text, ({ at }) => at('data.content') === text);
	}
	const subscribe = (chatId: string) => gateway.client.post(`/v1/chats/${chatId}/presence`, { instanceId });
	const statesOf = (chatId: string) =>
		receiver.requests
			.filter(({ at }) => at('event') === 'presence.updated' && at('data.chatId') === chatId)
			.sort((a, b) => String(a.at('eventId')).localeCompare(String(b.at('eventId'))))
			.map(({ at }) => at('data.state'));
	const chatWith = (phone: string) => `${phone}@s.whatsapp.net`;

	it('is reported only to an account that is online itself: the subscription shows it as online', async () => {
		expect(await whatsApp.presence(ADA, { account: ACCOUNT, state: 'typing' })).toBe(false);
		expect((await subscribe(chatWith(ADA))).status).toBe(200);
		await until('the account to be online', async () =>
			(await whatsApp.log(ACCOUNT)).presences.some(({ to, state }) => to === null && state === 'available'),
		);
		expect(await whatsApp.presence(ADA, { account: ACCOUNT, state: 'typing' })).toBe(true);
		await until('the event', () => statesOf(chatWith(ADA)).length === 1);
	});

	it('is published once for each change, and with when somebody was last seen', async () => {
		await whatsApp.presence(ADA, { account: ACCOUNT, state: 'typing' });
		await whatsApp.presence(BOB, { account: ACCOUNT, state: 'typing' });
		await whatsApp.presence(ADA, { account: ACCOUNT, state: 'offline', lastSeen: 1_780_000_000 });
		const offline = await receiver.find('offline', ({ at }) => at('data.state') === 'offline');
		expect(offline.at('data.lastSeenAt')).toBe(new Date(1_780_000_000_000).toISOString());
		expect(statesOf(chatWith(ADA))).toEqual(['typing', 'offline']);
		expect(statesOf(chatWith(BOB))).toEqual([]);
	});

	it('continues after a lost connection and a restart', async () => {
		await gateway.restart();
		await gateway.has(instanceId, 'connected');
		await until('the subscription', () => whatsApp.presence(ADA, { account: ACCOUNT, state: 'online' }));
		await until('the event', () => statesOf(chatWith(ADA)).at(-1) === 'online');
		await whatsApp.end(ACCOUNT, 'drop');
		await until('the next subscription', () =>
			whatsApp.presence(ADA, { account: ACCOUNT, state: 'recording' }),
		);
		await until('the next event', () => statesOf(chatWith(ADA)).at(-1) === 'recording');
	});

	it('of a group names who types', async () => {
		const group = await whatsApp.group({ by: ADA, subject: 'Team', members: [ACCOUNT, EVE] });
		await received(EVE, group, 'Hello team');
		expect((await subscribe(group)).status).toBe(200);
		await whatsApp.presence(EVE, { account: ACCOUNT, state: 'typing', group });
		const event = await receiver.find(
			'the event',
			({ at }) => at('event') === 'presence.updated' && at('data.chatId') === group,
		);
		expect(event.at('data')).toMatchObject({ senderId: chatWith(EVE), from: EVE, state: 'typing' });
	});

	it('that makes no sense is not published', async () => {
		const count = receiver.requests.length;
		const from = chatWith(ADA);
		const stanzas = [
			{ tag: 'chatstate', attrs: { from } },
			{ tag: 'chatstate', attrs: { from }, content: [{ tag: 'dancing' }] },
			{ tag: 'presence', attrs: { from, type: 'subscribe' } },
			{ tag: 'presence', attrs: { from: 'nobody@nowhere' } },
			{ tag: 'presence', attrs: { from: '120363000000000000@g.us', count: '999999999999' } },
		];
		for (const stanza of stanzas) await whatsApp.stanza(ACCOUNT, stanza);
		await received(BOB, ACCOUNT, 'Anybody there?');
		expect(receiver.requests.length).toBe(count + 1);
	});
});
