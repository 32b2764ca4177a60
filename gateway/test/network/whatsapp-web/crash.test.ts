import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sendText } from '../../support/gateway.ts';
import { startReceiver, type Receiver } from '../../support/servers/receiver.ts';
import { until } from '../../support/until.ts';
import { startWhatsAppGateway, type WhatsAppGateway } from '../../support/whatsapp/whatsapp-gateway.ts';
import { startWhatsApp, type WhatsApp } from '../../support/whatsapp/whatsapp.ts';

const ACCOUNT = '4915111111111';
const ADA = '4915122222222';
const BOB = '4915133333333';
const CAROL = '4915144444444';
const BURST = 40;
/** WHATSAPP_KILLS=50 for the long run. */
const ROUNDS = Number(process.env.WHATSAPP_KILLS ?? '3');

describe('kill -9 of a gateway linked to WhatsApp', () => {
	let whatsApp: WhatsApp;
	let gateway: WhatsAppGateway;
	let receiver: Receiver;
	let instanceId: string;
	/** Texts that the gateway has accepted. */
	const accepted: string[] = [];

	beforeAll(async () => {
		whatsApp = await startWhatsApp();
		gateway = await startWhatsAppGateway(whatsApp);
		receiver = await startReceiver();
		await gateway.client.post('/v1/webhooks', { url: receiver.url, events: ['message.received'] });
		instanceId = await gateway.linked(ACCOUNT);
	});
	afterAll(async () => {
		await gateway.close();
		await receiver.close();
		await whatsApp.close();
	});

	/** Returns the contents of all received messages, duplicates included. */
	async function stored(): Promise<string[]> {
		const contents: string[] = [];
		let before = '';
		for (;;) {
			const page = await gateway.client.get(`/v1/messages?instanceId=${instanceId}&limit=100${before}`);
			const messages = page.at('data') as { direction: string; content: string }[];
			contents.push(...messages.filter((one) => one.direction === 'inbound').map((one) => one.content));
			if (page.at('pagination.hasMore') !== true) return contents;
			before = `&before=${page.text('pagination.nextCursor')}`;
		}
	}

	for (let round = 1; round <= ROUNDS; round += 1) {
		it(`loses no message of a burst and stores none twice: round ${round}`, async () => {
			const text = `Round ${round} of`;
			const burst = whatsApp.burst(ADA, ACCOUNT, text, BURST);
			const image = {
				type: 'image' as const,
				mimeType: 'image/png',
				base64: Buffer.alloc(5000, 7).toString('base64'),
			};
			// Its download takes long enough to be cut off by the kill.
			await whatsApp.mediaBehaviors({ path: 'next', kind: 'slow', pause: 50 });
			const slow = whatsApp.send(CAROL, ACCOUNT, { file: { ...image, caption: `${text} downloads` } });
			const picture = whatsApp.send(BOB, ACCOUNT, { file: { ...image, caption: `${text} pictures` } });
			const answers = Array.from({ length: 5 }, (_, index) =>
				sendText(gateway.client, instanceId, ADA, `${text} answers ${index}`),
			);
			await receiver.find('the first message', ({ at }) => String(at('data.content')).startsWith(text));
			await gateway.restart('SIGKILL');
			for (const [index, answer] of (await Promise.allSettled(answers)).entries()) {
				if (answer.status === 'fulfilled') accepted.push(`${text} answers ${index}`);
			}
			await burst;
			await Promise.all([picture, slow]);
			const texts = Array.from({ length: BURST }, (_, index) => `${text} ${index}`);
			const wanted = [...texts, `${text} pictures`, `${text} downloads`];
			let missing = wanted;
			await until('all messages', async () => {
				const there = await stored();
				missing = wanted.filter((one) => !there.includes(one));
				return missing.length === 0;
			}).catch((error: unknown) => {
				throw new Error(`Missing: ${missing.join(', ')}. ${gateway.client.output().stderr.slice(-3000)}`, {
					cause: error,
				});
			});
			const there = (await stored()).filter((one) => one.startsWith(text));
			expect(there.sort()).toEqual(wanted.sort());
			await until('all to be acknowledged', async () => {
				const { accounts } = await whatsApp.stats();
				return accounts.length === 1 && accounts[0]?.pending === 0;
			});
		});
	}

	it('loses no file', () => {
		const arrived = receiver.requests.filter(({ at }) => at('data.type') !== 'text');
		expect(arrived.length).toBeGreaterThanOrEqual(2 * ROUNDS);
		for (const { at } of arrived) {
			expect(at('data.type')).toBe('image');
			expect(at('data.mediaError')).toBeUndefined();
		}
	});

	it('sends what was accepted once and needs no new code', async () => {
		const texts = await until('the answers', async () => {
			const shown = (await whatsApp.received(ADA)).map(({ text }) => text);
			return accepted.every((one) => shown.includes(one)) && shown;
		});
		expect(new Set(texts).size).toBe(texts.length);
		expect(await gateway.status(instanceId)).toBe('connected');
		expect((await whatsApp.log()).violations).toEqual([]);
	});
});
