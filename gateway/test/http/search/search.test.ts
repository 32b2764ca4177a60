import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { minIdAt } from '../../../src/domain/ids.ts';
import { ON_POSTGRES, runSql } from '../../support/database.ts';
import { connectedInstance, sendText, startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { at } from '../../support/json.ts';
import { clientWith } from '../../support/keys.ts';
import { createManualClock, type ManualClock } from '../../support/manual-clock.ts';
import { reached } from '../../support/media.ts';
import { sweptUntil } from '../../support/storage/sweeps.ts';
import type { Client } from '../../support/client.ts';

const ADA = '4915100000011';
const BOB = '4915100000022';

let clock: ManualClock;
let gateway: TestGateway;
let shop: string;

/** Lets time pass until the index has all messages so far. */
async function indexed(): Promise<void> {
	const end = minIdAt('msg', clock.now() + 1);
	const query = (text: string) => runSql(gateway.folder, text);
	await sweptUntil(clock, 'the index of texts', async () => {
		const [coverage] = await query('select * from message_index_coverage');
		if (coverage === undefined || Number(coverage.covered_from) > 0) return false;
		const begin = minIdAt('msg', Number(coverage.covered_to));
		const missing = await query(`select 1 from messages where id >= '${begin}' and id < '${end}'`);
		return missing.length === 0 && (await query('select 1 from message_index_changes')).length === 0;
	});
}

const search = (q: string, rest = '', client: Client = gateway) =>
	client.get(`/v1/messages/search?q=${encodeURIComponent(q)}${rest}`);

async function contentsOf(answer: ReturnType<typeof search>): Promise<unknown[]> {
	const { status, body } = await answer;
	expect({ status, body }).toMatchObject({ status: 200 });
	return (at(body, 'data') as unknown[]).map((item) => at(item, 'content'));
}

async function receive(content: string, from = ADA, rest: Record<string, unknown> = {}): Promise<string> {
	const body = { from, contactName: from === ADA ? 'Ada' : 'Bob', content, ...rest };
	const answer = await gateway.post(`/simulator/v1/instances/${shop}/messages`, body);
	return answer.text('data.messageId');
}

beforeAll(async () => {
	clock = createManualClock();
	gateway = await startTestGateway({ clock, environment: { GATEWAY_RETENTION_MESSAGES: '30d' } });
});
afterAll(() => gateway.close());
beforeEach(async () => {
	shop = await connectedInstance(gateway);
});

const SOURCES = [
	{ source: 'new messages', settle: () => Promise.resolve() },
	{ source: 'indexed messages', settle: indexed },
];

describe.each(SOURCES)('GET /v1/messages/search among $source', ({ settle }) => {
	it('finds received and sent messages by words of their texts, newest first', async () => {
		await receive('When do you open on Sunday?');
		clock.advance(1000);
		const sent = await sendText(gateway, shop, ADA, 'On SUNDAY we open at 9.');
		await receive('Sundance tickets', BOB);
		await settle();
		const { status, body } = await search('open sund', `&instanceId=${shop}`);
		expect(status).toBe(200);
		expect(body).toMatchObject({
			data: [
				{
					messageId: sent,
					direction: 'outbound',
					content: 'On SUNDAY we open at 9.',
					instanceId: shop,
					contactName: 'Ada',
					snippet: {
						text: 'On SUNDAY we open at 9.',
						matches: [
							{ start: 3, end: 7 },
							{ start: 13, end: 17 },
						],
					},
				},
				{ direction: 'inbound', from: ADA, chatId: `${ADA}@s.whatsapp.net` },
			],
			pagination: { hasMore: false, nextCursor: null },
			index: { complete: true, searchedFrom: null },
		});
	});

	it('finds scripts without spaces, emojis and right-to-left texts', async () => {
		const texts = [
			'本日の営業時間は9時です',
			'เปิดร้านกี่โมง',
			'مَرْحَبًا بك',
			'Danke 👍',
			'오늘 영업시간은',
		];
		for (const text of texts) await receive(text);
		await settle();
		for (const [q, text] of [
			['営業', texts[0]],
			['時', texts[0]],
			['ร้าน', texts[1]],
			['مرحبا', texts[2]],
			['👍', texts[3]],
			['영업', texts[4]],
		] as const) {
			expect(await contentsOf(search(q, `&instanceId=${shop}`))).toEqual([text]);
		}
	});

	it('is limited by chat, phone, direction, type and cursors', async () => {
		const ids: string[] = [];
		for (let number = 0; number < 6; number += 1) {
			clock.advance(number % 2);
			ids.push(await receive(`price ${number}`, number % 2 === 0 ? ADA : BOB));
		}
		const sent = await sendText(gateway, shop, ADA, 'price sent');
		await reached(gateway, sent, 'read');
		await settle();
		const found = async (rest: string) => {
			const answer = await search('price', `&instanceId=${shop}${rest}`);
			return (answer.at('data') as unknown[]).map((item) => at(item, 'content'));
		};
		expect(await found(`&chatId=${encodeURIComponent(`${BOB}@s.whatsapp.net`)}`)).toEqual([
			'price 5',
			'price 3',
			'price 1',
		]);
		expect(await found(`&phone=${BOB}`)).toEqual(['price 5', 'price 3', 'price 1']);
		expect(await found('&direction=outbound')).toEqual(['price sent']);
		expect(await found('&type=image')).toEqual([]);
		expect(await found(`&before=${ids[2] ?? ''}`)).toEqual(['price 1', 'price 0']);
		expect(await found(`&direction=inbound&after=${ids[3] ?? ''}`)).toEqual(['price 5', 'price 4']);
	});

	it('continues at the cursor until no message is left', async () => {
		for (let number = 0; number < 7; number += 1) {
			clock.advance(number % 3);
			await receive(`parcel ${number}`);
		}
		await settle();
		const seen: unknown[] = [];
		for (let rest = ''; ; ) {
			const answer = await search('parcel', `&instanceId=${shop}&limit=3${rest}`);
			seen.push(...(answer.at('data') as unknown[]).map((item) => at(item, 'content')));
			if (answer.at('pagination.hasMore') === false) break;
			rest = `&before=${answer.text('pagination.nextCursor')}`;
		}
		expect(seen).toEqual([6, 5, 4, 3, 2, 1, 0].map((number) => `parcel ${number}`));
	});

	it('finds an edited message by its new text only, and a deleted one not at all', async () => {
		const edited = await sendText(gateway, shop, ADA, 'zebra one');
		const deleted = await sendText(gateway, shop, ADA, 'zebra two');
		for (const id of [edited, deleted]) await reached(gateway, id, 'read');
		await settle();
		expect(await contentsOf(search('zebra', `&instanceId=${shop}`))).toEqual(['zebra two', 'zebra one']);
		await gateway.patch(`/v1/messages/${edited}`, { message: 'giraffe one' });
		await gateway.delete(`/v1/messages/${deleted}`);
		await settle();
		expect(await contentsOf(search('zebra', `&instanceId=${shop}`))).toEqual([]);
		expect(await contentsOf(search('giraffe', `&instanceId=${shop}`))).toEqual(['giraffe one']);
		expect(await contentsOf(search('message was deleted', `&instanceId=${shop}`))).toEqual([]);
	});

	it('finds messages of the past, which the phone hands over when it is linked', async () => {
		await settle();
		const history = { messages: 20, chats: 2, seed: 'past' };
		await gateway.post(`/simulator/v1/instances/${shop}/history`, history);
		const [newest] = (await gateway.get(`/v1/messages?instanceId=${shop}&limit=1`)).at('data') as unknown[];
		const content = String(at(newest, 'content'));
		await settle();
		const contents = await contentsOf(search(content, `&instanceId=${shop}`));
		expect(contents.length).toBeGreaterThan(0);
		expect(new Set(contents)).toEqual(new Set([content]));
	});

	it('does not find a scheduled message before it is due', async () => {
		const sendAt = new Date(clock.now() + 3_600_000).toISOString();
		await sendText(gateway, shop, ADA, 'walrus later', { sendAt });
		await settle();
		expect(await contentsOf(search('walrus', `&instanceId=${shop}`))).toEqual([]);
		clock.advance(3_600_000);
		await sweptUntil(clock, 'the message to be due', async () => {
			return (await contentsOf(search('walrus', `&instanceId=${shop}`))).length === 1;
		});
	});

	it('shows a key that is limited to instances their messages only', async () => {
		await receive('ostrich here');
		const other = await connectedInstance(gateway, 'Other');
		await sendText(gateway, other, ADA, 'ostrich there');
		await settle();
		const limited = await clientWith(gateway, { instances: [other] });
		expect(await contentsOf(search('ostrich', '', limited))).toEqual(['ostrich there']);
		expect((await search('ostrich', `&instanceId=${shop}`, limited)).at('error.code')).toBe(
			'invalid_instance',
		);
		expect((await contentsOf(search('ostrich'))).length).toBeGreaterThanOrEqual(2);
	});

	it('answers odd searches like any other', async () => {
		await receive('100% sure, "quoted" text_with_lines, C:\\path and a\'b');
		await settle();
		for (const q of [
			'"',
			'*',
			'""',
			'NEAR(',
			"'",
			"';--",
			'%',
			'_',
			'\\',
			'(',
			':',
			'-',
			'^',
			'{}',
			'<->',
			'!!!',
		]) {
			expect(await contentsOf(search(q, `&instanceId=${shop}`))).toEqual([]);
		}
		for (const q of [
			'"quoted',
			'sure AND',
			'100%',
			'text_with',
			"a'b",
			'quoted"text',
			'C:\\p',
			'sure*',
			':*sure',
		]) {
			expect([q, (await contentsOf(search(q, `&instanceId=${shop}`))).length]).toEqual([q, 1]);
		}
		for (const q of ['', ' ', '\u0000', 'x'.repeat(10_000)]) {
			expect((await search(q)).at('error.code')).toBe('invalid_parameters');
		}
	});
});

describe('GET /v1/messages/search', () => {
	it('needs the instance of a chat, and not two names of it', async () => {
		expect((await search('a', '&chatId=x')).at('error.code')).toBe('invalid_parameters');
		const both = await search('a', `&instanceId=${shop}&chatId=x&phone=${ADA}`);
		expect(both.at('error.code')).toBe('invalid_parameters');
		expect((await search('a', '&instanceId=inst_none')).at('error.code')).toBe('invalid_instance');
	});

	it('forgets messages with their instance, and those that retention removes', async () => {
		await receive('platypus');
		const other = await connectedInstance(gateway, 'Other');
		await sendText(gateway, other, ADA, 'platypus');
		await indexed();
		expect(await contentsOf(search('platypus'))).toHaveLength(2);
		await gateway.delete(`/v1/instances/${other}`);
		await sweptUntil(clock, 'the instance to be gone', async () => {
			return (await contentsOf(search('platypus'))).length === 1;
		});
		clock.advance(31 * 86_400_000);
		await sweptUntil(clock, 'the message to be removed', async () => {
			return (await contentsOf(search('platypus'))).length === 0;
		});
		await indexed();
		const term = 'platypus';
		const match = ON_POSTGRES
			? `select message_id from message_index where terms @@ '${term}'::tsquery`
			: `select rowid from message_index where message_index match '${term}'`;
		expect(await runSql(gateway.folder, match)).toEqual([]);
	});
});
