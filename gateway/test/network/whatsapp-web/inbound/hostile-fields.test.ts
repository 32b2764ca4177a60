import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { proto } from 'baileys';
import type { ContactCard, Poll } from '../../../../src/domain/messages/message-details.ts';
import { until } from '../../../support/until.ts';
import { startLinkedAccount, type LinkedAccount } from '../../../support/whatsapp/linked-account.ts';

const ACCOUNT = '4915111111111';
const ADA = '4915122222222';
const BOB = '4915133333333';
const MEGABYTE = 1024 * 1024;
const DAY = 24 * 3_600_000;

describe('messages with hostile fields by QR code', () => {
	let whatsApp: LinkedAccount['whatsApp'];
	let gateway: LinkedAccount['gateway'];
	let receiver: LinkedAccount['receiver'];
	let instanceId: LinkedAccount['instanceId'];
	let close: LinkedAccount['close'];

	beforeAll(async () => {
		({ whatsApp, gateway, receiver, instanceId, close } = await startLinkedAccount(ACCOUNT));
	});
	afterAll(() => close());

	const arrived = async (begin: string) =>
		(await receiver.find(begin, ({ at }) => String(at('data.content')).startsWith(begin))).at(
			'data',
		) as Record<string, string>;
	const send = (message: proto.IMessage) =>
		whatsApp.send(ADA, ACCOUNT, {
			bytes: Buffer.from(proto.Message.encode(message).finish()).toString('base64'),
		});

	for (const t of ['-5', '253402300799', '0', 'soon', '1e300']) {
		it(`get the current time in place of the timestamp ${t}`, async () => {
			await whatsApp.send(ADA, ACCOUNT, { text: `At ${t}`, attrs: { t } });
			const { timestamp = '' } = await arrived(`At ${t}`);
			expect(Math.abs(Date.parse(timestamp) - Date.now())).toBeLessThan(DAY);
		});
	}

	it('get a long text and a long name truncated', async () => {
		await whatsApp.send(ADA, ACCOUNT, {
			text: 'Long '.repeat(MEGABYTE / 5),
			attrs: { notify: 'N'.repeat(5000) },
		});
		const { content, contactName } = await arrived('Long ');
		expect(content).toHaveLength(65_536);
		expect(contactName).toHaveLength(200);
	});

	it('get long contact cards and lists of them truncated', async () => {
		const vcard = `BEGIN:VCARD\n${'TEL:+49151\n'.repeat(MEGABYTE / 11)}END:VCARD`;
		await send({ contactMessage: { displayName: 'C'.repeat(MEGABYTE), vcard } });
		const { contacts: cards } = (await arrived('Contact: CCC')) as unknown as { contacts: ContactCard[] };
		expect(cards[0]).toMatchObject({ name: 'C'.repeat(1000) });
		expect(cards[0]?.phones).toHaveLength(100);
		expect(cards[0]?.vcard).toHaveLength(16_384);
		const contacts = Array.from({ length: 10_000 }, (_, index) => ({ displayName: `Card${index}` }));
		await send({ contactsArrayMessage: { contacts } });
		const { content } = await arrived('Contacts: Card0');
		expect(content).toContain('Card99');
		expect(content).not.toContain('Card100');
	});

	it('get contact cards of very many lines read up to a limit', async () => {
		const vcard = `BEGIN:VCARD\nTEL:+49151\n${'N:\n'.repeat(5000)}EMAIL:late@example.com\nEND:VCARD`;
		await send({ contactMessage: { displayName: 'Lines', vcard } });
		const { contacts: cards } = (await arrived('Contact: Lines')) as unknown as { contacts: ContactCard[] };
		expect(cards).toMatchObject([{ name: 'Lines', phones: ['+49151'], emails: [] }]);
	});

	it('keep at most 12 options of a poll and 256 people of a text', async () => {
		const options = Array.from({ length: 10_000 }, (_, index) => ({ optionName: `${index}`.repeat(100) }));
		await send({ pollCreationMessage: { name: 'Q'.repeat(MEGABYTE), options } });
		const { poll } = (await arrived('Poll: QQQ')) as unknown as { poll: Poll };
		expect(poll.options).toHaveLength(12);
		expect([poll.question.length, poll.options[11]?.length]).toEqual([255, 100]);
		const nobody = Array.from({ length: 10_000 }, (_, index) => [`${index}`, '', `4915${index}@evil`]);
		const people = Array.from({ length: 10_000 }, (_, index) => `49151${10_000 + index}@s.whatsapp.net`);
		for (const mentionedJid of [nobody.flat(), people]) {
			await send({
				extendedTextMessage: { text: `Hey ${mentionedJid.length}`, contextInfo: { mentionedJid } },
			});
		}
		expect(await arrived('Hey 30000')).not.toHaveProperty('mentions');
		expect((await arrived('Hey 10000')).mentions).toHaveLength(256);
	});

	it('keep no parameters of a flow that are too large or too deep', async () => {
		const deep = `{"a":${'['.repeat(5000)}${']'.repeat(5000)}}`;
		for (const [text, paramsJson] of [
			['Deep', deep],
			['Large', JSON.stringify({ a: 'A'.repeat(MEGABYTE) })],
		] as const) {
			const nativeFlowResponseMessage = { name: 'flow', paramsJson };
			await send({ interactiveResponseMessage: { body: { text }, nativeFlowResponseMessage } });
			expect((await arrived(text)).reply).toMatchObject({ kind: 'flow', data: null });
		}
	});

	it('are recorded without a file that has neither a URL nor a key', async () => {
		await send({ documentMessage: { fileName: 'F'.repeat(MEGABYTE), mimetype: 'text/html\r\nX-Evil: 1' } });
		const event = await receiver.find('the file', ({ at }) => String(at('data.content')).startsWith('FFF'));
		expect(event.at('data')).toMatchObject({
			type: 'document',
			mediaError: { code: 'media_download_failed' },
		});
		expect(event.at('data.content')).toHaveLength(255);
	});

	it('have no file name for a download that looks like another one', async () => {
		const filename = 'invoice\u202Efdp.txt';
		const base64 = Buffer.from('Hello').toString('base64');
		await whatsApp.send(ADA, ACCOUNT, {
			file: { type: 'document', mimeType: 'text/plain', base64, filename },
		});
		const { messageId } = await arrived('invoice');
		const { url, headers } = gateway.client;
		const response = await fetch(`${url}/v1/messages/${messageId}/media`, { headers });
		expect(response.headers.get('content-disposition')).toBe(
			`attachment; filename="invoice_fdp.txt"; filename*=UTF-8''invoice_fdp.txt`,
		);
	});

	it('are recorded as unsupported when wrapped too deeply', async () => {
		let message: proto.IMessage = { conversation: 'Deep down' };
		for (let depth = 0; depth < 50; depth += 1) message = { ephemeralMessage: { message } };
		await send(message);
		const event = await receiver.find(
			'the unsupported message',
			({ at }) => at('data.type') === 'unsupported',
		);
		expect(event.at('data.unsupported.reason')).toBe('unknown');
	});

	it('with invalid identifiers are acknowledged and not recorded', async () => {
		const before = receiver.requests.length;
		const ids = ['A'.repeat(10_000), 'with spaces'];
		for (const id of ids) await whatsApp.send(BOB, ACCOUNT, { text: 'Nameless', id });
		await whatsApp.send(BOB, ACCOUNT, {
			text: 'Nobody',
			attrs: { from: 'x'.repeat(500) + '@s.whatsapp.net' },
		});
		await whatsApp.send(BOB, ACCOUNT, { text: 'Named' });
		await arrived('Named');
		expect(receiver.requests.slice(before)).toHaveLength(1);
		await until('all to be acknowledged', async () => {
			const [account] = (await whatsApp.stats()).accounts;
			return account?.pending === 0;
		});
		const page = await gateway.client.get(`/v1/messages?instanceId=${instanceId}&phone=${BOB}`);
		expect(page.at('data')).toMatchObject([{ content: 'Named' }]);
	});

	it('are received after receipts from unknown senders for unknown messages', async () => {
		for (const from of ['4915199999999', BOB]) {
			const ids = ['A'.repeat(10_000), '', ...Array.from({ length: 3000 }, (_, index) => `3EB0${index}`)];
			await whatsApp.receipts({ from, account: ACCOUNT, ids, type: 'read' });
		}
		await whatsApp.send(ADA, ACCOUNT, { text: 'After the receipts' });
		await arrived('After the receipts');
	});
});
