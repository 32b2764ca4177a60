import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { MessageId } from '../../../../src/domain/ids.ts';
import { networkIdOf } from '../../../../src/network/whatsapp-web/outbound/message-id.ts';
import { sendText } from '../../../support/gateway.ts';
import { mediaOf, reached } from '../../../support/media.ts';
import { startReceiver, type Receiver } from '../../../support/servers/receiver.ts';
import { JPEG } from '../../../support/sample-files.ts';
import {
	startWhatsAppTestGateway,
	type WhatsAppTestGateway,
} from '../../../support/whatsapp/whatsapp-gateway.ts';
import { startWhatsApp, type WhatsApp } from '../../../support/whatsapp/whatsapp.ts';

const ACCOUNT = '4915111111111';
const ADA = '4915122222222';
const BOB = '4915133333333';
const EVE = '4915144444444';
const EVENTS = [
	'message.received',
	'message.echo',
	'message.reaction',
	'message.edited',
	'message.deleted',
	'poll.voted',
];

describe('changes of messages by QR code', () => {
	let whatsApp: WhatsApp;
	let gateway: WhatsAppTestGateway;
	let receiver: Receiver;
	let instanceId: string;
	let group: string;
	let count = 0;

	beforeAll(async () => {
		whatsApp = await startWhatsApp();
		gateway = await startWhatsAppTestGateway(whatsApp);
		receiver = await startReceiver();
		await gateway.client.post('/v1/webhooks', { url: receiver.url, events: EVENTS });
		instanceId = await gateway.linked(ACCOUNT);
		group = await whatsApp.group({ by: ADA, subject: 'Book club', members: [ACCOUNT, BOB, EVE] });
	});
	afterAll(async () => {
		await gateway.close();
		await receiver.close();
		await whatsApp.close();
	});

	const unique = (text: string): string => `${text} ${(count += 1)}`;
	const eventOf = async (kind: string, messageId: string) =>
		(
			await receiver.find(
				`${kind} of ${messageId}`,
				({ at }) => at('event') === kind && at('data.messageId') === messageId,
			)
		).at('data');
	const arrived = async (content: string, kind = 'message.received') =>
		String(
			(await receiver.find(content, ({ at }) => at('event') === kind && at('data.content') === content)).at(
				'data.messageId',
			),
		);
	/** Receives a text; returns its network id and its id. */
	const received = async (from: string, to: string, words: string) => {
		const text = unique(words);
		const networkId = await whatsApp.send(from, to, { text });
		return { networkId, messageId: await arrived(text) };
	};
	/** Resolves with the kinds of all events about a message, when everything sent so far has arrived. */
	const eventsAbout = async (messageId: string) => {
		const text = unique('Mark');
		await whatsApp.send(EVE, group, { text });
		await arrived(text);
		return receiver.requests
			.filter(({ at }) => at('data.messageId') === messageId)
			.map(({ at }) => String(at('event')));
	};

	it.each(['lid', 'pn'] as const)('reactions to sent messages, addressed by %s', async (addressing) => {
		const messageId = await sendText(gateway.client, instanceId, ADA, unique('Ours'));
		await reached(gateway.client, messageId, 'read');
		const id = networkIdOf(messageId as MessageId);
		const chat = `${ACCOUNT}@s.whatsapp.net`;
		const reaction = { id, chat, fromMe: false, emoji: '👨‍👩‍👧' };
		await whatsApp.send(ADA, ACCOUNT, { addressing, reaction });
		expect(await eventOf('message.reaction', messageId)).toMatchObject({
			emoji: '👨‍👩‍👧',
			from: ADA,
			senderId: `${ADA}@s.whatsapp.net`,
			isFromMe: false,
			targetMessageId: messageId,
		});
		await whatsApp.send(ADA, ACCOUNT, { addressing, reaction: { ...reaction, emoji: '' } });
		await receiver.find(
			'the reaction taken back',
			({ at }) => at('data.messageId') === messageId && at('data.emoji') === null,
		);
	});

	it('reactions in a group, to the message of another participant', async () => {
		const { networkId: id, messageId } = await received(ADA, group, 'To react to');
		await whatsApp.send(BOB, group, {
			reaction: { id, chat: group, fromMe: false, emoji: '🎉', author: ADA },
		});
		expect(await eventOf('message.reaction', messageId)).toMatchObject({
			emoji: '🎉',
			from: BOB,
			isGroup: true,
			groupName: 'Book club',
		});
	});

	it('an edit of a caption after the picture, however slow its download is', async () => {
		const caption = unique('Slow');
		const behavior = { delay: 700 };
		const file = { type: 'image' as const, mimeType: 'image/jpeg', base64: JPEG.toString('base64'), caption };
		await whatsApp.mediaRule(behavior);
		const id = await whatsApp.send(ADA, ACCOUNT, { file });
		await whatsApp.send(ADA, ACCOUNT, { edit: { id, text: 'Changed at once' } });
		const messageId = await arrived(caption);
		await whatsApp.mediaRule({});
		expect(await eventOf('message.edited', messageId)).toMatchObject({
			content: 'Changed at once',
			type: 'image',
			from: ADA,
		});
		expect(await eventsAbout(messageId)).toEqual(['message.received', 'message.edited']);
	});

	it('edits and deletions by their author only', async () => {
		const { networkId: id, messageId } = await received(ADA, group, 'By Ada');
		await whatsApp.send(EVE, group, { edit: { id, text: 'By Eve' } });
		await whatsApp.send(EVE, group, { revoke: { id } });
		await whatsApp.send(EVE, group, { revoke: { id, author: ADA } });
		await whatsApp.send(EVE, ACCOUNT, { edit: { id, text: 'By Eve' } });
		await whatsApp.send(EVE, ACCOUNT, { revoke: { id } });
		expect(await eventsAbout(messageId)).toEqual(['message.received']);
		await whatsApp.send(ADA, group, { edit: { id, text: 'By Ada again' } });
		expect(await eventOf('message.edited', messageId)).toMatchObject({ content: 'By Ada again', from: ADA });
		await whatsApp.send(ADA, group, { revoke: { id } });
		expect(await eventOf('message.deleted', messageId)).toMatchObject({ from: ADA, isGroup: true });
	});

	it('deletions by an admin of the group', async () => {
		const { networkId: id, messageId } = await received(BOB, group, 'Rude');
		await whatsApp.send(ADA, group, { revoke: { id, author: BOB } });
		expect(await eventOf('message.deleted', messageId)).toMatchObject({
			from: ADA,
			contactName: expect.any(String),
		});
	});

	it('votes in a poll of somebody else, of each voter, as they are last', async () => {
		const question = unique('Lunch?');
		const poll = { question, options: ['Pizza', 'Pasta', 'Soup'], selectable: 3 };
		const id = await whatsApp.send(ADA, group, { poll });
		const messageId = await arrived(`Poll: ${question} Pizza / Pasta / Soup`);
		const vote = (from: string, options: string[], more: { wrongKey?: boolean } = {}) =>
			whatsApp.send(from, group, { vote: { id, author: ADA, options, ...more } });
		await vote(EVE, ['Soup'], { wrongKey: true });
		await vote(BOB, ['Pizza', 'Soup']);
		expect(await eventOf('poll.voted', messageId)).toMatchObject({ options: ['Pizza', 'Soup'], from: BOB });
		await vote(BOB, ['Pasta', 'No such option']);
		await vote(ADA, ['Pasta']);
		const last = await receiver.find(
			'the vote of its author',
			({ at }) =>
				at('event') === 'poll.voted' && at('data.from') === ADA && at('data.messageId') === messageId,
		);
		expect(last.at('data.counts')).toEqual([
			{ option: 'Pizza', votes: 0 },
			{ option: 'Pasta', votes: 2 },
			{ option: 'Soup', votes: 0 },
		]);
		expect(await eventsAbout(messageId)).toEqual([
			'message.received',
			'poll.voted',
			'poll.voted',
			'poll.voted',
		]);
	});

	it('votes after a restart, in a poll that the owner created on the phone', async () => {
		const question = unique('Tea?');
		const id = await whatsApp.send(ACCOUNT, BOB, { poll: { question, options: ['Yes', 'No'] } });
		const messageId = await arrived(`Poll: ${question} Yes / No`, 'message.echo');
		await gateway.restart();
		await gateway.has(instanceId, 'connected');
		await whatsApp.send(BOB, ACCOUNT, { vote: { id, author: ACCOUNT, options: ['No'] } });
		expect(await eventOf('poll.voted', messageId)).toMatchObject({ options: ['No'], from: BOB });
	});

	it('what the owner writes and changes on the phone', async () => {
		const text = unique('From the phone');
		const id = await whatsApp.send(ACCOUNT, ADA, { text });
		const messageId = await arrived(text, 'message.echo');
		expect(await eventOf('message.echo', messageId)).toMatchObject({
			to: ADA,
			chatId: `${ADA}@s.whatsapp.net`,
			senderId: `${ACCOUNT}@s.whatsapp.net`,
			isFromMe: true,
			source: 'phone',
		});
		await whatsApp.send(ACCOUNT, ADA, { edit: { id, text: 'Corrected' } });
		expect(await eventOf('message.edited', messageId)).toMatchObject({
			content: 'Corrected',
			isFromMe: true,
		});
		await whatsApp.send(ADA, ACCOUNT, {
			reaction: { id, chat: `${ACCOUNT}@s.whatsapp.net`, fromMe: false, emoji: '👍' },
		});
		expect(await eventOf('message.reaction', messageId)).toMatchObject({ from: ADA, isFromMe: false });
		await whatsApp.send(ACCOUNT, ADA, { revoke: { id } });
		expect(await eventOf('message.deleted', messageId)).toMatchObject({ isFromMe: true });
		const { networkId, messageId: theirs } = await received(ADA, ACCOUNT, 'From Ada');
		await whatsApp.send(ACCOUNT, ADA, {
			reaction: { id: networkId, chat: `${ADA}@s.whatsapp.net`, fromMe: false, emoji: '❤️' },
		});
		expect(await eventOf('message.reaction', theirs)).toMatchObject({ emoji: '❤️', isFromMe: true });
	});

	it('a file that the owner sends from the phone, also in a group', async () => {
		const caption = unique('Picture');
		const file = { type: 'image' as const, mimeType: 'image/jpeg', base64: JPEG.toString('base64'), caption };
		await whatsApp.send(ACCOUNT, group, { file });
		const messageId = await arrived(caption, 'message.echo');
		expect(await eventOf('message.echo', messageId)).toMatchObject({
			type: 'image',
			to: null,
			chatId: group,
			isGroup: true,
			groupName: 'Book club',
		});
		const media = await mediaOf(gateway.client, messageId);
		expect(Buffer.from(await media.arrayBuffer())).toEqual(JPEG);
	});

	it('replies to what the owner wrote on the phone', async () => {
		const text = unique('Who comes?');
		const id = await whatsApp.send(ACCOUNT, ADA, { text });
		const quoted = await arrived(text, 'message.echo');
		const answer = unique('I do');
		await whatsApp.send(ADA, ACCOUNT, { text: answer, quoted: { id, from: ACCOUNT } });
		expect(await eventOf('message.received', await arrived(answer))).toMatchObject({
			quotedMessageId: quoted,
		});
	});

	it('that cannot be decrypted at first, without a message in their place', async () => {
		const { networkId: id, messageId } = await received(BOB, ACCOUNT, 'To react to');
		const before = receiver.requests.length;
		const chat = `${ACCOUNT}@s.whatsapp.net`;
		await whatsApp.send(BOB, ACCOUNT, { garbled: true, reaction: { id, chat, fromMe: true, emoji: '🐢' } });
		expect(await eventOf('message.reaction', messageId)).toMatchObject({ emoji: '🐢', from: BOB });
		const kinds = receiver.requests.slice(before).map(({ at }) => at('event'));
		expect(kinds).not.toContain('message.received');
		const page = await gateway.client.get(`/v1/messages?instanceId=${instanceId}&phone=${BOB}`);
		expect(JSON.stringify(page.at('data'))).not.toContain('unsupported');
	});

	it('end nothing when they are of no message, of no chat, or without an emoji of a sane length', async () => {
		const { networkId: id, messageId } = await received(BOB, ACCOUNT, 'Target');
		const chat = `${ACCOUNT}@s.whatsapp.net`;
		for (const wrong of ['', 'with spaces', 'A'.repeat(10_000), '3EB0NOBODY']) {
			await whatsApp.send(BOB, ACCOUNT, { reaction: { id: wrong, chat, fromMe: true, emoji: '👍' } });
			await whatsApp.send(BOB, ACCOUNT, { edit: { id: wrong, text: 'Gone' } });
			await whatsApp.send(BOB, ACCOUNT, { revoke: { id: wrong } });
		}
		await whatsApp.send(BOB, ACCOUNT, { reaction: { id, chat, fromMe: true, emoji: '😀'.repeat(5000) } });
		const { emoji } = (await eventOf('message.reaction', messageId)) as { emoji: string };
		expect(emoji.length).toBeLessThanOrEqual(64);
		expect((await whatsApp.log()).violations).toEqual([]);
	});
});
