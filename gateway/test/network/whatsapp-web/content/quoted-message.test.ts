import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { MessageId } from '../../../../src/domain/ids.ts';
import { networkIdOf } from '../../../../src/network/whatsapp-web/outbound/message-id.ts';
import { sendText } from '../../../support/gateway.ts';
import { reached } from '../../../support/media.ts';
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

describe('replies by QR code', () => {
	let whatsApp: WhatsApp;
	let gateway: WhatsAppTestGateway;
	let receiver: Receiver;
	let instanceId: string;

	beforeAll(async () => {
		whatsApp = await startWhatsApp();
		gateway = await startWhatsAppTestGateway(whatsApp);
		receiver = await startReceiver();
		const events = ['message.received', 'message.failed'];
		await gateway.client.post('/v1/webhooks', { url: receiver.url, events });
		instanceId = await gateway.linked(ACCOUNT);
	});
	afterAll(async () => {
		await gateway.close();
		await receiver.close();
		await whatsApp.close();
	});

	const arrived = async (content: string) =>
		(await receiver.find(content, ({ at }) => at('data.content') === content)).at('data') as {
			messageId: string;
			quotedMessageId?: string;
		};
	const quotedIn = async (content: string) => {
		const { messageId, quotedMessageId = null } = await arrived(content);
		const stored = await gateway.client.get(`/v1/messages/${messageId}`);
		expect(stored.at('data.quotedMessageId')).toBe(quotedMessageId);
		return quotedMessageId;
	};

	it('refer to a message sent by the gateway', async () => {
		const ours = await sendText(gateway.client, instanceId, ADA, 'When shall we come?');
		await reached(gateway.client, ours, 'read');
		const id = networkIdOf(ours as MessageId);
		await whatsApp.send(ADA, ACCOUNT, { text: 'At noon', quoted: { id, from: ACCOUNT } });
		expect(await quotedIn('At noon')).toBe(ours);
	});

	it('refer to a received message, even when both arrive at once', async () => {
		const id = await whatsApp.send(ADA, ACCOUNT, { text: 'A question' });
		await whatsApp.send(ADA, ACCOUNT, { text: 'An afterthought', quoted: { id, from: ADA } });
		expect(await quotedIn('An afterthought')).toBe((await arrived('A question')).messageId);
	});

	it('refer to a message of the chat they name, and of no other', async () => {
		const group = await whatsApp.group({ by: ADA, subject: 'Both', members: [ACCOUNT, BOB] });
		const id = await whatsApp.send(BOB, group, { text: 'Said in the group' });
		const said = (await arrived('Said in the group')).messageId;
		await whatsApp.send(BOB, ACCOUNT, { text: 'In private', quoted: { id, from: BOB, chat: group } });
		expect(await quotedIn('In private')).toBe(said);
		await whatsApp.send(BOB, ACCOUNT, { text: 'Out of nowhere', quoted: { id, from: BOB } });
		expect(await quotedIn('Out of nowhere')).toBeNull();
	});

	it('to a status or an unknown message refer to none', async () => {
		const quoted = { id: '3EB0AAAAAAAAAAAAAAAAAA', from: ACCOUNT };
		await whatsApp.send(ADA, ACCOUNT, {
			text: 'To a status',
			quoted: { ...quoted, chat: 'status@broadcast' },
		});
		await whatsApp.send(ADA, ACCOUNT, { text: 'To nothing', quoted });
		await whatsApp.send(ADA, ACCOUNT, { text: 'To too much', quoted: { ...quoted, id: 'A'.repeat(10_000) } });
		for (const text of ['To a status', 'To nothing', 'To too much']) expect(await quotedIn(text)).toBeNull();
	});

	it('fail when the quoted message never reached WhatsApp', async () => {
		await whatsApp.messageRules({ to: ADA, times: 1, ack: 403 });
		const failed = await sendText(gateway.client, instanceId, ADA, 'Refused');
		await reached(gateway.client, failed, 'failed');
		const reply = await sendText(gateway.client, instanceId, ADA, 'As I said', { quotedMessageId: failed });
		const event = await receiver.find('the failure', ({ at }) => at('data.messageId') === reply);
		expect(event.at('data.error.message')).toMatch(/replies to is not on WhatsApp.*quotedMessageId\./);
		expect((await whatsApp.received(ADA)).map(({ text }) => text)).not.toContain('As I said');
	});

	for (const addressing of ['pn', 'lid'] as const) {
		it(`in a group name the author by the addressing of the group (${addressing})`, async () => {
			const { lid } = await whatsApp.person(BOB);
			const own = await whatsApp.person(ACCOUNT);
			const name = ({ phone, lid }: { phone: string; lid: string }) =>
				addressing === 'lid' ? `${lid}@lid` : `${phone}@s.whatsapp.net`;
			const group = await whatsApp.group({
				by: ADA,
				subject: addressing,
				members: [ACCOUNT, BOB],
				addressing,
			});
			const question = `Who comes (${addressing})?`;
			const id = await whatsApp.send(BOB, group, { text: question });
			const questionId = (await arrived(question)).messageId;
			const shown = (text: string) =>
				until(text, async () => (await whatsApp.received(BOB)).find((one) => one.text === text));
			const answer = `We do (${addressing})`;
			const answered = await sendText(gateway.client, instanceId, group, answer, {
				quotedMessageId: questionId,
			});
			expect(await shown(answer)).toMatchObject({ quoted: { id, from: name({ phone: BOB, lid }) } });
			await reached(gateway.client, answered, 'read');
			const more = `All of us (${addressing})`;
			await sendText(gateway.client, instanceId, group, more, { quotedMessageId: answered });
			expect(await shown(more)).toMatchObject({ quoted: { from: name(own) } });
		});
	}

	it('cause no protocol violation', async () => {
		expect((await whatsApp.log()).violations).toEqual([]);
	});
});
