import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { proto } from 'baileys';
import { runSql } from '../../../support/database.ts';
import { startReceiver, type Receiver } from '../../../support/servers/receiver.ts';
import {
	startWhatsAppTestGateway,
	type WhatsAppTestGateway,
} from '../../../support/whatsapp/whatsapp-gateway.ts';
import { startWhatsApp, type WhatsApp } from '../../../support/whatsapp/whatsapp.ts';
import type { SendOptions } from '../../../whatsapp-server/phone/outbox/send-options.ts';

const ACCOUNT = '4915111111111';
const ADA = '4915122222222';
const BOB = '4915133333333';
const GROUP = '120363000000000001@g.us';

/** Names that PostgreSQL refuses: none of its texts has a null character, no key of its indexes 8,000 bytes. */
const NAMES = {
	'a null character': 'A\u0000B',
	'a lone surrogate': 'A\ud800B',
	'8,000 characters': randomBytes(6000).toString('base64'),
};

/** A key of a sender for a group, as its owner sends it to the other participants. */
function senderKey(groupId: string, seed = randomBytes(32)): proto.IMessage {
	const signingKey = Buffer.concat([Buffer.of(5), randomBytes(32)]);
	const key = proto.SenderKeyDistributionMessage.encode({ id: 1, iteration: 0, chainKey: seed, signingKey });
	const axolotlSenderKeyDistributionMessage = Buffer.concat([Buffer.of(0x33), key.finish()]);
	return { senderKeyDistributionMessage: { groupId, axolotlSenderKeyDistributionMessage } };
}

describe('names that strangers choose, by QR code', () => {
	let whatsApp: WhatsApp;
	let gateway: WhatsAppTestGateway;
	let receiver: Receiver;

	beforeAll(async () => {
		whatsApp = await startWhatsApp();
		gateway = await startWhatsAppTestGateway(whatsApp);
		receiver = await startReceiver();
		await gateway.client.post('/v1/webhooks', { url: receiver.url, events: ['message.received'] });
		await gateway.linked(ACCOUNT);
	});
	afterAll(async () => {
		await gateway.close();
		await receiver.close();
		await whatsApp.close();
	});

	const send = (message: proto.IMessage, options: SendOptions = {}) =>
		whatsApp.send(BOB, ACCOUNT, {
			bytes: Buffer.from(proto.Message.encode(message).finish()).toString('base64'),
			...options,
		});
	async function receivesMessages(after: string): Promise<void> {
		await whatsApp.send(ADA, ACCOUNT, { text: `After ${after}` });
		await receiver.find(after, ({ at }) => at('data.content') === `After ${after}`);
	}
	const senderKeys = () =>
		runSql(
			gateway.client.folder,
			`select length(value) as length from network_sessions where key like 'whatsapp-web.keys.sender-key.%'`,
		);

	for (const [what, name] of Object.entries(NAMES)) {
		it(`do not end the connection as a message id with ${what}`, async () => {
			const { logins } = await whatsApp.stats();
			// The key takes a while to be stored, and so the message with it.
			await send({ conversation: 'Hi', ...senderKey(GROUP) }, { id: name });
			await receivesMessages(`the id with ${what}`);
			expect((await whatsApp.stats()).logins).toBe(logins);
		});

		it(`do not stop the messages of others as the chat of a quoted message with ${what}`, async () => {
			for (const remoteJid of [name, `${name}@lid`, `${name}@s.whatsapp.net`]) {
				const contextInfo = { stanzaId: 'QUOTED', remoteJid, participant: name };
				await send({ extendedTextMessage: { text: 'A reply', contextInfo } });
			}
			await receivesMessages(`the quoted chat with ${what}`);
		});

		it(`do not stop the messages of others as the group of a sender key with ${what}`, async () => {
			await send({ conversation: 'Hi', ...senderKey(name) });
			await receivesMessages(`the group with ${what}`);
		});
	}

	it('store no sender keys of other chats, nor very large ones', async () => {
		const group = await whatsApp.group({ by: BOB, subject: 'Friends', members: [ACCOUNT] });
		await whatsApp.send(BOB, group, { text: 'With a key' });
		await receiver.find('the group', ({ at }) => at('data.content') === 'With a key');
		const before = await senderKeys();
		for (let index = 0; index < 20; index += 1) await send(senderKey(`12036300000000${100 + index}@g.us`));
		await send(senderKey(GROUP, randomBytes(1024 * 1024)));
		await receivesMessages('the keys');
		expect(await senderKeys()).toEqual(before);
		await whatsApp.send(BOB, group, { text: 'Still readable' });
		await receiver.find('the group', ({ at }) => at('data.content') === 'Still readable');
	});
});
