import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { scannedText } from '../../../support/qr-code.ts';
import { startReceiver, type Receiver } from '../../../support/servers/receiver.ts';
import { until } from '../../../support/until.ts';
import {
	startWhatsAppTestGateway,
	type WhatsAppTestGateway,
} from '../../../support/whatsapp/whatsapp-gateway.ts';
import { startWhatsApp, type WhatsApp } from '../../../support/whatsapp/whatsapp.ts';

const ADA = '4915122222222';
const BOB = '4915133333333';
const EVE = '4915144444444';
const SYNC = 'w:sync:app:state';
const AT = 1_700_000_000;

describe('changes of chats on the phone while the device is linked', () => {
	let whatsApp: WhatsApp;
	let gateway: WhatsAppTestGateway;
	let receiver: Receiver;
	/** The account of the test's own instance. */
	let account = '4915111111100';

	beforeAll(async () => {
		whatsApp = await startWhatsApp();
		gateway = await startWhatsAppTestGateway(whatsApp);
		receiver = await startReceiver();
		await gateway.client.post('/v1/webhooks', { url: receiver.url, events: ['message.received'] });
	});
	afterAll(async () => {
		await gateway.close();
		await receiver.close();
		await whatsApp.close();
	});

	/** Links an instance to an account whose first sync of the app state WhatsApp answers with `answerHeld`. */
	async function linkedBeforeSync(phones: readonly string[]): Promise<string> {
		account = String(Number(account) + 1);
		await whatsApp.queryRules({ query: SYNC, account, times: 1, held: true });
		const before = await countSyncs();
		const id = (await gateway.client.post('/v1/instances', { name: 'Shop' })).text('data.id');
		const shown = await gateway.client.post(`/v1/instances/${id}/connect`, { method: 'qrcode' });
		const history = phones.map((phone) => ({ phone, messages: [{ text: 'Long ago', at: AT }] }));
		await whatsApp.scan(account, scannedText(shown.text('qrCode')) ?? '', { name: 'Shop', history });
		await gateway.has(id, 'connected');
		await until('the first sync', async () => (await countSyncs()) > before);
		return id;
	}
	const countSyncs = async () => (await whatsApp.log()).queries[`${SYNC} sync`] ?? 0;

	async function written(from: string, text: string): Promise<void> {
		await whatsApp.send(from, account, { text });
		await receiver.find(text, ({ at }) => at('data.content') === text);
	}

	async function shows(id: string, phone: string, fields: object): Promise<void> {
		let last: unknown;
		const isShown = async (): Promise<boolean> => {
			const list = await gateway.client.get(`/v1/chats?instanceId=${id}`);
			const chats = list.at('data') as Record<string, unknown>[];
			const chat = chats.find(({ chatId }) => chatId === `${phone}@s.whatsapp.net`);
			last = chat;
			return Object.entries(fields).every(([name, value]) => chat?.[name] === value);
		};
		await until(`${JSON.stringify(fields)} for ${phone}`, isShown).catch((error: unknown) => {
			throw new Error(`The chat is ${JSON.stringify(last)}`, { cause: error });
		});
	}

	it('are stored for a chat that began after the history, and later ones too', async () => {
		const id = await linkedBeforeSync([BOB]);
		await written(ADA, 'Hello 1');
		await whatsApp.changeChat(account, ADA, { archived: true, pinned: true });
		await whatsApp.answerHeld();
		await shows(id, ADA, { archived: true, pinned: true });
		await whatsApp.changeChat(account, ADA, { archived: false });
		await shows(id, ADA, { archived: false, pinned: true });
	});

	it('are stored for a chat of which the history comes later', async () => {
		const id = await linkedBeforeSync([BOB]);
		await whatsApp.changeChat(account, EVE, { archived: true, mutedUntil: -1 });
		await whatsApp.answerHeld();
		await written(BOB, 'Hello 2');
		await whatsApp.changeChat(account, EVE, { archived: false, pinned: true });
		await whatsApp.changeChat(account, BOB, { pinned: true });
		await shows(id, BOB, { pinned: true });
		await whatsApp.history(account, [{ phone: EVE, messages: [{ text: 'Longer ago', at: AT }] }]);
		await shows(id, EVE, { archived: false, pinned: true, mutedUntil: '9999-12-31T23:59:59.999Z' });
	});

	it('cause no protocol violation', async () => {
		expect((await whatsApp.log()).violations).toEqual([]);
	});
});
