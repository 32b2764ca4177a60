import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createHmac } from 'node:crypto';
import {
	arrived,
	echoed,
	echoes,
	edit,
	ofNumber,
	reaction,
	revoke,
	status,
	statuses,
	systemMessages,
	webhook,
	written,
} from '../../../cloud-api-server/payloads.ts';
import { startCloudApi, type CloudApi } from '../../../support/official/cloud-api.ts';
import { startTestGateway, type TestGateway } from '../../../support/gateway.ts';
import { at } from '../../../support/json.ts';
import {
	APP_SECRET,
	officialInstance,
	subscribe,
	whatsAppSettings,
} from '../../../support/official/official.ts';
import { startReceiver, type Receiver } from '../../../support/servers/receiver.ts';

const DAY = 86_400_000;

let meta: CloudApi;
let gateway: TestGateway;
let receiver: Receiver;
let instanceId: string;

beforeAll(async () => {
	meta = await startCloudApi();
	gateway = await startTestGateway({ environment: whatsAppSettings(meta) });
	receiver = await startReceiver();
	instanceId = await officialInstance(gateway, { webhookUrl: receiver.url });
	await subscribe(meta, gateway.url, instanceId);
});
afterAll(async () => {
	await gateway.close();
	await receiver.close();
	await meta.close();
});

let counter = 0;
const wamid = (): string => `wamid.hostile${(counter += 1)}`;
const text = (body: string, more = {}) => written(wamid(), 'text', { body }, more);
const received = (content: string) =>
	receiver.find(content.slice(0, 50), (one) => one.at('data.content') === content);

/** Invalid values for any field. */
const WRONG: readonly unknown[] = [
	null,
	true,
	5,
	-1e308,
	'',
	'x',
	[],
	[[]],
	{},
	{ length: 3 },
	{ toString: 5 },
	{ __proto__: 1, constructor: 1 },
];

/** Returns copies of a value, each with one part replaced by an invalid value, at any depth. */
function mutations(value: unknown): unknown[] {
	if (typeof value !== 'object' || value === null) return [...WRONG];
	const inside = Object.entries(value).flatMap(([name, part]) =>
		mutations(part).map((wrong) =>
			Array.isArray(value)
				? value.map((one: unknown, index) => (String(index) === name ? wrong : one))
				: { ...value, [name]: wrong },
		),
	);
	return [...WRONG, ...inside];
}

describe('malformed webhook of Meta', () => {
	it.each<[string, () => unknown]>([
		['a text', () => webhook(arrived([text('Mutated', { context: { id: 'wamid.x' } })]))],
		['a location', () => webhook(arrived([written(wamid(), 'location', { latitude: 1, longitude: 2 })]))],
		[
			'an order',
			() =>
				webhook(
					arrived([
						written(wamid(), 'order', { product_items: [{ quantity: 1, product_retailer_id: 'a' }] }),
					]),
				),
		],
		[
			'contacts',
			() =>
				webhook(
					arrived([
						written(wamid(), 'contacts', [{ name: { formatted_name: 'A' }, phones: [{ phone: '1' }] }]),
					]),
				),
		],
		[
			'an image',
			() => webhook(arrived([written(wamid(), 'image', { id: '1', mime_type: 'image/png', caption: 'x' })])),
		],
		[
			'the end of a flow',
			() => {
				const nfm_reply = { name: 'flow', body: 'Sent', response_json: '{"a": [1]}' };
				return webhook(arrived([written(wamid(), 'interactive', { type: 'nfm_reply', nfm_reply })]));
			},
		],
		[
			'a reaction, an edit and a deletion',
			() =>
				webhook(
					arrived([
						reaction(wamid(), 'wamid.x', '👍'),
						edit(wamid(), 'wamid.x', 'New'),
						revoke(wamid(), 'wamid.x'),
					]),
				),
		],
		[
			'a referral',
			() =>
				webhook(
					arrived([
						text('From an ad', {
							referral: { source_type: 'ad', source_id: '1', source_url: 'https://a.b', headline: 'x' },
							context: { forwarded: true, referred_product: { product_retailer_id: '1' } },
						}),
					]),
				),
		],
		[
			'a message of the system',
			() => {
				const system = { type: 'user_changed_number', wa_id: '16505550003', user_id: 'US.1', body: 'x' };
				return webhook(systemMessages(written(wamid(), 'system', system)));
			},
		],
		['an echo', () => echoes(echoed(wamid(), 'text', { body: 'Mine' }, { to_user_id: 'US.2' }))],
		[
			'saved contacts',
			() =>
				ofNumber('smb_app_state_sync', {
					state_sync: [
						{ type: 'contact', action: 'add', contact: { full_name: 'Ada', phone_number: '16505550009' } },
					],
				}),
		],
		[
			'an id that changed',
			() =>
				ofNumber('user_id_update', {
					user_id_update: [{ wa_id: '16505550004', user_id: { previous: 'US.3', current: 'US.4' } }],
				}),
		],
		['a status', () => webhook(statuses(status('wamid.x', 'failed', { errors: [{ code: 1, title: 'x' }] })))],
	])(
		'is answered with 200 and does not affect later messages: %s',
		async (what, make) => {
			const all = mutations(make());
			expect(all.length).toBeGreaterThan(100);
			for (const payload of all) {
				const { status: answered } = await meta.notify(payload);
				if (answered !== 200) throw new Error(`${answered} to ${JSON.stringify(payload)}`);
			}
			expect((await meta.notify(webhook(arrived([text(`After ${what}`)])))).status).toBe(200);
			await received(`After ${what}`);
			expect((await gateway.get(`/v1/instances/${instanceId}/status`)).at('data.status')).toBe('connected');
			expect(gateway.logged.filter((line) => line.includes('unhandled'))).toEqual([]);
		},
		60_000,
	);

	it('is not answered with 500 when nested deeply', async () => {
		for (const [open, shut] of [
			['[', ']'],
			['{"a":', '}'],
		] as const) {
			const depth = 500_000;
			const deep = `${open.repeat(depth)}1${shut.repeat(depth)}`;
			for (const bytes of [deep, `{"entry": [{"changes": [{"value": ${deep}}]}]}`]) {
				const signature = `sha256=${createHmac('sha256', APP_SECRET).update(bytes).digest('hex')}`;
				const headers = { 'content-type': 'application/json', 'x-hub-signature-256': signature };
				const answer = await fetch(`${gateway.url}/hooks/cloud-api/${instanceId}`, {
					method: 'POST',
					headers,
					body: bytes,
				});
				expect([200, 400, 413]).toContain(answer.status);
			}
		}
	});

	it('may contain thousands of messages', async () => {
		const many = Array.from({ length: 3000 }, (_, index) => text(`m${index}`));
		expect((await meta.notify(webhook(arrived(many)))).status).toBe(200);
		const history = await gateway.get(`/v1/messages?instanceId=${instanceId}&limit=1`);
		expect(history.at('data.0.content')).toBe('m2999');
	}, 180_000);

	it('gets its details truncated', async () => {
		const from = '16505550002';
		const long = 'ä'.repeat(100_000);
		const deep = `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`;
		const card = {
			name: { formatted_name: long },
			org: { company: long },
			phones: Array.from({ length: 150 }, () => ({ phone: long.slice(0, 1500), wa_id: 'x', type: 'a b' })),
			addresses: Array.from({ length: 150 }, () => ({ street: long.slice(0, 1500) })),
		};
		const item = { product_retailer_id: 'x', quantity: 1e300, item_price: -1, currency: 'EUR' };
		const flow = (json: string) => ({ type: 'nfm_reply', nfm_reply: { body: long, response_json: json } });
		const referral = { source_type: 'ad', source_url: `javascript:${long}`, headline: long, ctwa_clid: long };
		const values = [
			written(
				wamid(),
				'contacts',
				Array.from({ length: 300 }, () => ({ name: { formatted_name: 'A' } })),
				{ from },
			),
			written(wamid(), 'contacts', [card], { from }),
			written(wamid(), 'order', { product_items: Array.from({ length: 5000 }, () => item) }, { from }),
			written(
				wamid(),
				'order',
				{ product_items: Array.from({ length: 300 }, () => ({ ...item, quantity: 1 })) },
				{ from },
			),
			written(wamid(), 'interactive', flow(deep), { from }),
			written(wamid(), 'interactive', flow(JSON.stringify({ long })), { from }),
			written(wamid(), 'interactive', flow('{'), { from }),
			text('By an advertisement', { from, referral }),
			text('After the long ones', { from }),
		];
		for (const value of values) expect((await meta.notify(webhook(arrived([value])))).status).toBe(200);
		await received('After the long ones');
		const chat = `${from}@s.whatsapp.net`;
		const history = await gateway.get(`/v1/messages?instanceId=${instanceId}&chatId=${chat}&limit=100`);
		const messages = (history.at('data') as Record<string, unknown>[]).reverse();
		expect(messages).toHaveLength(values.length);
		const [contacts, vcard, , order, nested, large, broken, ad] = messages;
		expect(contacts?.contacts).toHaveLength(100);
		expect(at(vcard, 'contacts.0.name')).toBe('ä'.repeat(1000));
		expect(at(vcard, 'contacts.0.phones')).toHaveLength(100);
		expect(String(at(vcard, 'contacts.0.vcard')).length).toBeLessThanOrEqual(16_384);
		expect(at(vcard, 'contacts.0.vcard')).toMatch(/^BEGIN:VCARD\r\n[^]*\r\nEND:VCARD$/);
		expect(at(order, 'order.items')).toHaveLength(100);
		expect(at(order, 'order.total')).toBeNull();
		for (const message of [nested, large, broken]) {
			expect(JSON.stringify(at(message, 'reply.data')).length).toBeLessThan(16_384);
		}
		expect(at(ad, 'referral')).toMatchObject({ url: null, title: 'ä'.repeat(1000) });
	});

	it('gets its texts and names truncated', async () => {
		const from = '16505550001';
		const value = arrived([text('t'.repeat(200_000), { from })], { [from]: '😀'.repeat(200_000) });
		expect((await meta.notify(webhook(value))).status).toBe(200);
		const event = await received('t'.repeat(65_536));
		expect(event.at('data.contactName')).toBe('😀'.repeat(100));
	});

	it.each(['-1', '0', '1', '99999999999999', '1e300', 'soon', null, 1769860800])(
		'falls back to the current time for an invalid timestamp: %s',
		async (timestamp) => {
			const content = `at ${timestamp}`;
			expect((await meta.notify(webhook(arrived([text(content, { timestamp })])))).status).toBe(200);
			const recordedAt = Date.parse(String((await received(content)).at('data.timestamp')));
			const isToday = Math.abs(recordedAt - Date.now()) < DAY;
			expect([isToday, recordedAt === 1_769_860_800_000]).toContain(true);
			expect(isToday).toBe(timestamp !== 1769860800);
		},
	);

	it('records a message once that it contains twice', async () => {
		const one = text('Once');
		expect((await meta.notify(webhook(arrived([one, one]), arrived([one])))).status).toBe(200);
		await received('Once');
		const history = await gateway.get(`/v1/messages?instanceId=${instanceId}&limit=100`);
		const contents = (history.at('data') as unknown[]).map((message) => at(message, 'content'));
		expect(contents.filter((content) => content === 'Once')).toHaveLength(1);
	});
});
