import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { arrived, webhook, written } from '../../../cloud-api-server/payloads.ts';
import { startCloudApi, type CloudApi } from '../../../support/official/cloud-api.ts';
import { startTestGateway, type TestGateway } from '../../../support/gateway.ts';
import { createManualClock } from '../../../support/manual-clock.ts';
import {
	OFFICIAL,
	officialInstance,
	subscribe,
	whatsAppSettings,
} from '../../../support/official/official.ts';
import { startReceiver } from '../../../support/servers/receiver.ts';
import { PNG } from '../../../support/sample-files.ts';
import { until } from '../../../support/until.ts';

let meta: CloudApi;
let gateway: TestGateway;

beforeAll(async () => {
	meta = await startCloudApi();
	gateway = await startTestGateway({ environment: whatsAppSettings(meta) });
});
afterAll(async () => {
	await gateway.close();
	await meta.close();
});
afterEach(() => meta.recover());

const answer = (body: string, headers = ''): string =>
	`HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n${headers}content-length: ${body.length}\r\n\r\n${body}`;

/** Responses with status 200 and an invalid body. */
const INVALID_RESPONSES: [string, string][] = [
	['nothing', ''],
	['no HTTP response', 'hello'],
	['an empty body', answer('')],
	['a page', answer('<h1>Hello</h1>')],
	['a number', answer('5')],
	['a text', answer('"x"')],
	['null', answer('null')],
	['a list', answer('[[], {}, 5]')],
	[
		'values of other types',
		answer('{"display_phone_number": 5, "verified_name": {}, "url": 5, "data": {"0": 1}}'),
	],
	[
		'values of other types inside',
		answer('{"display_phone_number": ["1"], "url": {}, "data": [5, null, [], {"name": {}}]}'),
	],
	['an error', answer('{"error": {"code": "190", "message": {}}}')],
	['a truncated body', answer('{"display_phone').replace(/content-length: \d+/, 'content-length: 4000')],
	['two lengths', answer('{"data": []}', 'content-length: 3\r\n')],
	['a wrong chunk', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\nhello'],
	['endless headers', `HTTP/1.1 200 OK\r\n${'x-more: y\r\n'.repeat(20_000)}`],
	['a bomb', answer(gzipSync(Buffer.alloc(50_000_000)).toString('latin1'), 'content-encoding: gzip\r\n')],
	['ten megabytes', answer(`"${'x'.repeat(10_000_000)}"`)],
	['deep nesting', answer(`${'['.repeat(100_000)}${']'.repeat(100_000)}`)],
];

/** A request whose connection is closed without a response is sent once more. */
const timesOf = (raw: string): number => (raw === '' ? 2 : 1);

describe('invalid response of the Graph API', () => {
	it('does not fail a read whose connection Meta closes without a response', async () => {
		const id = (await gateway.post('/v1/instances', { name: 'Shop' })).text('data.id');
		await meta.fail({ on: 'number', times: 1, raw: '' });
		expect((await gateway.post(`/v1/instances/${id}/connect`, OFFICIAL)).status).toBe(200);
		await gateway.delete(`/v1/instances/${id}`);
	});

	it.each(INVALID_RESPONSES)(
		'fails the connection of an instance, which then can be repeated: %s',
		async (_what, raw) => {
			const id = (await gateway.post('/v1/instances', { name: 'Shop' })).text('data.id');
			await meta.fail({ on: 'number', times: timesOf(raw), raw });
			const refused = await gateway.post(`/v1/instances/${id}/connect`, OFFICIAL);
			expect([422, 503]).toContain(refused.status);
			expect((await gateway.post(`/v1/instances/${id}/connect`, OFFICIAL)).status).toBe(200);
			await gateway.delete(`/v1/instances/${id}`);
		},
	);

	it.each(INVALID_RESPONSES)(
		'leaves the instance connected when templates are listed: %s',
		async (_what, raw) => {
			const id = await officialInstance(gateway);
			await meta.fail({ on: 'templates', times: timesOf(raw), raw });
			expect([200, 503]).toContain((await gateway.get(`/v1/templates?instanceId=${id}`)).status);
			expect((await gateway.get(`/v1/instances/${id}`)).at('data.status')).toBe('connected');
			await gateway.delete(`/v1/instances/${id}`);
		},
	);

	it('ends an endless list of templates', async () => {
		const id = await officialInstance(gateway);
		const raw = answer('{"data": [], "paging": {"cursors": {"after": "x"}, "next": "x"}}');
		await meta.fail({ on: 'templates', times: 1000, raw });
		expect((await gateway.get(`/v1/templates?instanceId=${id}`)).status).toBe(200);
		await gateway.delete(`/v1/instances/${id}`);
	});

	it.each(INVALID_RESPONSES)('is retried for the URL of a file: %s', async (_what, raw) => {
		const receiver = await startReceiver();
		const id = await officialInstance(gateway, { webhookUrl: receiver.url });
		await subscribe(meta, gateway.url, id);
		await meta.fail({ on: 'media_url', times: timesOf(raw), raw });
		const file = await meta.media('image/png', PNG);
		const picture = written(`wamid.${file}`, 'image', { id: file, mime_type: 'image/png' });
		expect((await meta.notify(webhook(arrived([picture])))).status).toBe(200);
		const event = await receiver.find('the picture', (one) => one.at('event') === 'message.received');
		expect(event.at('data.mediaError')).toBeUndefined();
		await gateway.delete(`/v1/instances/${id}`);
		await receiver.close();
	});

	it('times out when it is incomplete', async () => {
		const clock = createManualClock();
		const slow = await startTestGateway({ clock, environment: whatsAppSettings(meta) });
		const id = (await slow.post('/v1/instances', { name: 'Shop' })).text('data.id');
		const raw = answer('{"display_phone').replace(/content-length: \d+/, 'content-length: 4000');
		await meta.fail({ on: 'number', times: 1, raw, open: true });
		const state = { status: 0 };
		const connecting = slow.post(`/v1/instances/${id}/connect`, OFFICIAL).then(({ status }) => {
			state.status = status;
		});
		await until('the answer', () => {
			clock.advance(1000);
			return state.status !== 0;
		});
		await connecting;
		expect(state.status).toBe(503);
		await slow.close();
	});
});
