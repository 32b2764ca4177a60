import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { proto } from 'baileys';
import { sendText } from '../../../support/gateway.ts';
import { reached } from '../../../support/media.ts';
import { until } from '../../../support/until.ts';
import { startLinkedAccount, type LinkedAccount } from '../../../support/whatsapp/linked-account.ts';

const ACCOUNT = '4915111111111';
const ADA = '4915122222222';
const BOB = '4915133333333';
const CLEO = '4915144444444';
const DAY = 86_400;
const WEEK = 7 * DAY;

describe('chats with disappearing messages by QR code', () => {
	let whatsApp: LinkedAccount['whatsApp'];
	let gateway: LinkedAccount['gateway'];
	let receiver: LinkedAccount['receiver'];
	let instanceId: LinkedAccount['instanceId'];
	let close: LinkedAccount['close'];

	beforeAll(async () => {
		({ whatsApp, gateway, receiver, instanceId, close } = await startLinkedAccount(ACCOUNT));
	});
	afterAll(() => close());

	const received = async (from: string, to: string, text: string, expiration?: number) => {
		await whatsApp.send(from, to, { text, ...(expiration === undefined ? {} : { expiration }) });
		await receiver.find(text, ({ at }) => at('data.content') === text);
	};
	/** Sends a text; returns the seconds after which it disappears from the phone that received it. */
	const expirationOf = async (by: string, to: string, text: string) => {
		const messageId = await sendText(gateway.client, instanceId, to, text);
		await reached(gateway.client, messageId, 'delivered');
		const message = await until('the message', async () =>
			(await whatsApp.received(by)).find((one) => one.text === text),
		);
		return message.details.expiration;
	};

	it('get messages with the same timer, as long as the chat has it', async () => {
		expect(await expirationOf(ADA, ADA, 'Before any timer')).toBeUndefined();
		await received(ADA, ACCOUNT, 'Gone in a week', WEEK);
		expect(await expirationOf(ADA, ADA, 'Also gone in a week')).toBe(WEEK);
		await received(ADA, ACCOUNT, 'Gone tomorrow', DAY);
		expect(await expirationOf(ADA, ADA, 'Also gone tomorrow')).toBe(DAY);
		await received(ADA, ACCOUNT, 'This stays');
		expect(await expirationOf(ADA, ADA, 'This stays too')).toBeUndefined();
	});

	it('get polls and replies with the timer, also after a restart', async () => {
		await received(ADA, ACCOUNT, 'Which day?', WEEK);
		await gateway.restart();
		const history = await gateway.client.get(`/v1/messages?instanceId=${instanceId}&limit=1`);
		const [question] = history.at('data') as { messageId: string }[];
		const poll = { question: 'Which day?', options: ['Monday', 'Tuesday'], selectable: 1 };
		const fields = { instanceId, to: ADA, poll, quotedMessageId: question?.messageId };
		const sent = await gateway.client.post('/v1/messages/send', fields);
		await reached(gateway.client, sent.text('messageId'), 'delivered');
		const shown = (await whatsApp.received(ADA)).find(({ type }) => type === 'poll');
		expect(shown?.details.expiration).toBe(WEEK);
		expect(shown?.quoted?.text).toBe('Which day?');
	});

	it('get the timer that the other person sets', async () => {
		const set = async (ephemeralExpiration: number) => {
			const { EPHEMERAL_SETTING } = proto.Message.ProtocolMessage.Type;
			const message = { protocolMessage: { type: EPHEMERAL_SETTING, ephemeralExpiration } };
			const bytes = Buffer.from(proto.Message.encode(message).finish()).toString('base64');
			const id = await whatsApp.send(BOB, ACCOUNT, { bytes });
			await until('the receipt', async () =>
				(await whatsApp.log(ACCOUNT)).receipts.some(({ ids }) => ids.includes(id)),
			);
		};
		await set(DAY);
		expect(await expirationOf(BOB, BOB, 'Gone tomorrow, Bob')).toBe(DAY);
		await set(0);
		expect(await expirationOf(BOB, BOB, 'This stays, Bob')).toBeUndefined();
	});

	it('get the timer in groups, whatever a member writes without it', async () => {
		const group = await whatsApp.group({ by: ADA, subject: 'Ours', members: [ACCOUNT, BOB, CLEO] });
		await received(BOB, group, 'Gone in a week, all', WEEK);
		await received(CLEO, group, 'Written by a program');
		expect(await expirationOf(BOB, group, 'Also gone in a week, all')).toBe(WEEK);
	});

	it('cause no protocol violation', async () => {
		expect((await whatsApp.log()).violations).toEqual([]);
	});
});
