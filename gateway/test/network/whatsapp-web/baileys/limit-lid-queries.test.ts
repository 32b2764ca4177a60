import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { limitLidQueries } from '../../../../src/network/whatsapp-web/baileys/limit-lid-queries.ts';
import { createManualClock } from '../../../support/manual-clock.ts';
import { until } from '../../../support/until.ts';
import { createDeviceUnderTest, type DeviceUnderTest } from '../../../support/whatsapp/linked-device.ts';
import { startWhatsApp, type WhatsApp } from '../../../support/whatsapp/whatsapp.ts';

const ACCOUNT = '4915111111111';
const ADA = '4915122222222';
const BOB = '4915133333333';
const EVE = '4915144444444';

describe('queries for the LIDs of phones', () => {
	const phones = (count: number) => Array.from({ length: count }, (_, index) => `${index}@s.whatsapp.net`);

	/** A limit on a network where only Ada has a LID. */
	function limited() {
		const clock = createManualClock();
		const queries: string[][] = [];
		const network = { isOut: false };
		const find = limitLidQueries((jids) => {
			queries.push(jids);
			if (network.isOut) return Promise.reject(new Error('429'));
			const found = jids.filter((jid) => jid.startsWith(ADA));
			return Promise.resolve(found.map((pn) => ({ pn, lid: '99@lid' })));
		}, clock);
		return { find, clock, queries, network };
	}

	it('are shared by the phones that are asked for at the same time, each of them once', async () => {
		const { find, queries } = limited();
		const ada = `${ADA}@s.whatsapp.net`;
		const found = await Promise.all([ada, ada, ...phones(100)].map((jid) => find([jid])));
		expect(found.slice(0, 3)).toEqual([[{ pn: ada, lid: '99@lid' }], [{ pn: ada, lid: '99@lid' }], []]);
		expect(queries.map(({ length }) => length)).toEqual([101]);
	});

	it('are not made for phones that had no LID a short time ago, of which the last ones are known', async () => {
		const { find, queries, clock } = limited();
		const first = '4915@s.whatsapp.net';
		await find([first]);
		await find([first]);
		expect(queries).toHaveLength(1);
		const others = Array.from({ length: 20_000 }, (_, index) => `${5_000_000 + index}@s.whatsapp.net`);
		for (let from = 0; from < others.length; from += 5000) {
			let isDone = false;
			const done = find(others.slice(from, from + 5000)).then(() => (isDone = true));
			await until('the answers', () => {
				clock.advance(1000);
				return isDone;
			});
			await done;
		}
		queries.length = 0;
		await find([first, others.at(-1) ?? '']);
		expect(queries).toEqual([[first]]);
		clock.advance(10 * 60_000);
		await find([first]);
		expect(queries).toHaveLength(2);
	});

	it('pause after one that failed, and fail meanwhile', async () => {
		const { find, queries, clock, network } = limited();
		network.isOut = true;
		await expect(find(phones(1))).rejects.toThrow('WhatsApp does not return the ids');
		network.isOut = false;
		clock.advance(29_999);
		await expect(find(phones(1))).rejects.toThrow('WhatsApp does not return the ids');
		expect(queries).toHaveLength(1);
		clock.advance(1);
		expect(await find(phones(1))).toEqual([]);
	});

	it('are not made for names that are no phones', async () => {
		const { find, queries } = limited();
		expect(await find(['evil@s.whatsapp.net'])).toEqual([]);
		expect(queries).toEqual([]);
	});
});

describe('messages of people whose LIDs WhatsApp has to return', () => {
	const clock = createManualClock();
	let whatsApp: WhatsApp;
	let device: DeviceUnderTest;

	beforeAll(async () => {
		whatsApp = await startWhatsApp();
		device = await createDeviceUnderTest(whatsApp, { clock });
		await device.linkTo(ACCOUNT);
	});
	afterAll(async () => {
		await device.close();
		await whatsApp.close();
	});

	const queried = async () => (await whatsApp.log()).queries['usync usync'] ?? 0;
	const send = (from: string, text: string) =>
		whatsApp.send(from, ACCOUNT, { text, addressing: 'pn', attrs: { sender_lid: null } });
	const texts = () => device.reports.flatMap((one) => (one.kind === 'message' ? [one.message.content] : []));

	it('are received although WhatsApp refuses to return them, or does not answer', async () => {
		await whatsApp.queryRules({ query: 'usync', error: 429, times: 1 });
		await send(ADA, 'Refused');
		await until('the first message', () => texts().includes('Refused'));
		const before = await queried();
		await send(BOB, 'In the pause');
		await until('the second message', () => texts().includes('In the pause'));
		expect(await queried()).toBe(before);
		clock.advance(30_000);
		await whatsApp.queryRules({ query: 'usync', delay: -1, times: 1 });
		await send(EVE, 'Not answered');
		await until('the query', async () => (await queried()) > before);
		clock.advance(10_000);
		await until('the third message', () => texts().includes('Not answered'));
		clock.advance(30_000);
	});

	it('take few queries, however many arrive', async () => {
		const before = await queried();
		await whatsApp.queryRules({ query: 'usync', held: true, times: 1 });
		const phones = Array.from({ length: 60 }, (_, index) => `49151555555${10 + index}`);
		for (const phone of phones) await send(phone, phone);
		await until('the first query', async () => (await queried()) > before);
		await whatsApp.answerHeld();
		await until('the messages', () => phones.every((phone) => texts().includes(phone)));
		expect((await queried()) - before).toBeLessThanOrEqual(3);
	});

	it('take few queries for a flood of new keys of strangers', async () => {
		const before = await queried();
		await whatsApp.queryRules({ query: 'usync', held: true, times: 1 });
		const ids = Array.from({ length: 60 }, (_, index) => `49151666666${10 + index}`);
		for (const id of ids) {
			await whatsApp.stanza(ACCOUNT, {
				tag: 'notification',
				attrs: { type: 'encrypt', id, from: `${id}@s.whatsapp.net`, t: '1700000000' },
				content: [{ tag: 'identity' }],
			});
		}
		await until('the first query', async () => (await queried()) > before);
		await whatsApp.answerHeld();
		await until('the acknowledgements', async () => {
			const acknowledged = new Set((await whatsApp.log(ACCOUNT)).acks.map((ack) => ack.id));
			return ids.every((id) => acknowledged.has(id));
		});
		expect((await queried()) - before).toBeLessThanOrEqual(3);
		expect((await whatsApp.log()).violations).toEqual([]);
	});
});
