import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createHmac } from 'node:crypto';
import { arrived, status, statuses, webhook, written } from '../../../cloud-api-server/payloads.ts';
import { startCloudApi, type CloudApi } from '../../../support/cloud-api.ts';
import { startTestGateway, type TestGateway } from '../../../support/gateway.ts';
import { at } from '../../../support/json.ts';
import { APP_SECRET, officialInstance, subscribe, whatsAppSettings } from '../../../support/official.ts';
import { startReceiver, type Receiver } from '../../../support/receiver.ts';

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
		['a status', () => webhook(statuses(status('wamid.x', 'failed', { errors: [{ code: 1, title: 'x' }] })))],
	])(
		'is answered with 200 and does not affect later messages: %s',
		async (what, make) => {
			const all = mutations(make());
			expect(all.length).toBeGreaterThan(150);
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
