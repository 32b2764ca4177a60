import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startTestGateway, type TestGateway } from '../../../support/gateway.ts';
import { createManualClock, type ManualClock } from '../../../support/manual-clock.ts';
import { scannedText } from '../../../support/qr-code.ts';
import { startReceiver, type Receiver } from '../../../support/servers/receiver.ts';
import { until } from '../../../support/until.ts';
import { trustWhatsApp } from '../../../support/whatsapp/trust.ts';
import { startWhatsApp, type WhatsApp } from '../../../support/whatsapp/whatsapp.ts';

const ACCOUNT = '4915111111111';
const ADA = '4915122222222';
const BOB = '4915133333333';
const EVE = '4915144444444';
const METADATA = 'w:g2 query';

describe('a deletion by an admin of a group, while WhatsApp does not return the admins', () => {
	let whatsApp: WhatsApp;
	let gateway: TestGateway;
	let receiver: Receiver;
	let clock: ManualClock;
	let group: string;
	let count = 0;

	beforeAll(async () => {
		whatsApp = await startWhatsApp();
		await trustWhatsApp(whatsApp);
		clock = createManualClock(Date.now());
		gateway = await startTestGateway({
			clock,
			environment: { GATEWAY_NETWORK: 'whatsapp', GATEWAY_WHATSAPP_URL: whatsApp.url },
		});
		receiver = await startReceiver();
		await gateway.post('/v1/webhooks', {
			url: receiver.url,
			events: ['message.received', 'message.deleted'],
		});
		const instanceId = (await gateway.post('/v1/instances', { name: 'Shop' })).text('data.id');
		const shown = await gateway.post(`/v1/instances/${instanceId}/connect`, { method: 'qrcode' });
		await whatsApp.scan(ACCOUNT, scannedText(shown.text('qrCode')) ?? '');
		await until('the connection', async () => {
			const { at } = await gateway.get(`/v1/instances/${instanceId}/status`);
			return at('data.status') === 'connected';
		});
		group = await whatsApp.group({ by: ADA, subject: 'Book club', members: [ACCOUNT, BOB, EVE] });
	});
	beforeEach(() => whatsApp.queryRules());
	afterAll(async () => {
		await gateway.close();
		await receiver.close();
		await whatsApp.close();
	});

	const queries = async (): Promise<number> => (await whatsApp.log()).queries[METADATA] ?? 0;
	const pending = async () => (await whatsApp.stats()).accounts[0]?.pending ?? NaN;
	const eventOf = (kind: string, messageId: unknown) =>
		receiver.requests.find(({ at }) => at('event') === kind && at('data.messageId') === messageId);

	/** Receives a text in the group; returns its network id and its id. */
	async function received(from: string, words: string) {
		const text = `${words} ${(count += 1)}`;
		const networkId = await whatsApp.send(from, group, { text });
		const event = await receiver.find(text, ({ at }) => at('data.content') === text);
		return { networkId, messageId: event.at('data.messageId') };
	}

	/** Lets a minute pass at a time, with polls in between so that what it causes can happen. */
	const passTime = (what: string, check: () => unknown) =>
		until(what, () => {
			clock.advance(1000);
			return Boolean(check());
		});

	it.each([
		['is refused for now', { error: 429 }],
		['fails', { error: 500 }],
		['is not answered', { delay: -1 }],
	])('is recorded later, when the query %s at first', async (_what, rule) => {
		const { networkId: id, messageId } = await received(BOB, 'Rude');
		await whatsApp.queryRules({ query: METADATA, times: 2, ...rule });
		await whatsApp.send(ADA, group, { revoke: { id, author: BOB } });
		await passTime('the deletion', () => eventOf('message.deleted', messageId));
	});

	it('is recorded after the connection was lost meanwhile', async () => {
		const { networkId: id, messageId } = await received(BOB, 'Rude');
		const before = await queries();
		await whatsApp.queryRules({ query: METADATA, times: 1, delay: -1 });
		await whatsApp.send(ADA, group, { revoke: { id, author: BOB } });
		await until('the query', async () => (await queries()) > before);
		await whatsApp.end(ACCOUNT, 'drop');
		await passTime('the deletion', () => eventOf('message.deleted', messageId));
	});

	it('does not hold up messages of the author, and many of them ask once', async () => {
		const { networkId: id, messageId } = await received(BOB, 'Mine');
		const before = await queries();
		await whatsApp.queryRules({ query: METADATA, held: true });
		for (let index = 0; index < 50; index += 1)
			await whatsApp.send(EVE, group, { revoke: { id, author: BOB } });
		await received(BOB, 'Still here');
		await received(ADA, 'Me too');
		expect((await queries()) - before).toBe(1);
		await whatsApp.queryRules();
		await whatsApp.answerHeld();
		await until('all to be acknowledged', async () => (await pending()) === 0);
		expect(eventOf('message.deleted', messageId)).toBeUndefined();
	});

	it('does not hold up other messages, nor the deletion of an admin, among many of one member', async () => {
		const { networkId: id, messageId } = await received(BOB, 'Rude');
		await whatsApp.queryRules({ query: METADATA, held: true });
		await whatsApp.send(ADA, group, { revoke: { id, author: BOB } });
		for (let index = 0; index < 1050; index += 1)
			await whatsApp.send(EVE, group, { revoke: { id: `ABSENT${index}`, author: BOB } });
		await received(BOB, 'Still here');
		await until('some to be dropped', async () => (await pending()) <= 1000);
		await whatsApp.queryRules();
		await whatsApp.answerHeld();
		await until('all to be acknowledged', async () => {
			clock.advance(1000);
			return (await pending()) === 0;
		});
		await receiver.find(
			'the deletion',
			({ at }) => at('data.messageId') === messageId && at('event') === 'message.deleted',
		);
	}, 120_000);

	it('asks for few groups at once, where somebody deletes in many', async () => {
		// The rest of the burst that earlier tests used.
		clock.advance(60_000);
		const groups: string[] = [];
		for (let index = 0; index < 20; index += 1)
			groups.push(await whatsApp.group({ by: EVE, subject: `Group ${index}`, members: [ACCOUNT, BOB] }));
		for (const one of groups) {
			await whatsApp.send(BOB, one, { text: 'Named' });
			await receiver.find('the text', ({ at }) => at('data.chatId') === one);
		}
		const before = await queries();
		await whatsApp.queryRules({ query: METADATA, held: true });
		for (const one of groups) await whatsApp.send(EVE, one, { revoke: { id: 'ABSENT', author: BOB } });
		await received(BOB, 'Still here');
		expect((await queries()) - before).toBe(4);
		await whatsApp.queryRules();
		await whatsApp.answerHeld();
		await until('some more queries', async () => (await queries()) - before >= 10);
		expect((await queries()) - before).toBeLessThanOrEqual(11);
		await until('all to be acknowledged', async () => {
			clock.advance(1000);
			return (await pending()) === 0;
		});
		expect((await queries()) - before).toBe(20);
	}, 120_000);
});
