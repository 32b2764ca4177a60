import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { connectedInstance, startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { authorization, MB, reached } from '../../support/media.ts';
import { PDF } from '../../support/sample-files.ts';
import { createRelay, type Relay } from '../../support/servers/relay.ts';
import { startS3Server, type S3Server } from '../../support/servers/s3-server.ts';

const TO = '4915112345678';
const SIZE = 20 * MB;
const FILE = Buffer.concat([PDF, randomBytes(SIZE - PDF.length)]);

describe.each(['a folder', 'a bucket'])('the file of a message in %s', (where) => {
	let s3: S3Server;
	let relay: Relay;
	let gateway: TestGateway;
	let path: string;
	let etag: string;

	beforeAll(async () => {
		s3 = await startS3Server();
		relay = createRelay({ host: '127.0.0.1', port: 0 }, new URL(s3.endpoint));
		const bucket = {
			...s3.environment(),
			GATEWAY_MEDIA_URL: `s3://${s3.bucket}/?endpoint=http://127.0.0.1:${await relay.open()}`,
		};
		const environment: Record<string, string> = where === 'a bucket' ? bucket : {};
		gateway = await startTestGateway({ environment });
		const instanceId = await connectedInstance(gateway);
		const body = new FormData();
		body.append('file', new Blob([new Uint8Array(FILE)]), 'a.pdf');
		const upload = await gateway.request('/v1/media', { method: 'POST', headers: { authorization }, body });
		const fields = { instanceId, to: TO, mediaUrl: upload.at('data.mediaUrl'), mediaType: 'document' };
		const messageId = (await gateway.post('/v1/messages/send', fields)).text('messageId');
		await reached(gateway, messageId, 'read');
		path = `/v1/messages/${messageId}/media`;
		etag = (await get()).headers.get('etag') ?? '';
	});
	afterAll(async () => {
		await gateway.close();
		relay.close();
		await s3.close();
	});

	const get = (headers: Record<string, string> = {}, method = 'GET') =>
		fetch(gateway.url + path, { method, headers: { authorization, ...headers } });
	const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

	it('says that it can be read in parts, and names its bytes', async () => {
		const response = await get();
		expect(response.status).toBe(200);
		expect(response.headers.get('accept-ranges')).toBe('bytes');
		expect(response.headers.get('etag')).toMatch(/^"[^"]+"$/);
		expect((await bytesOf(response)).equals(FILE)).toBe(true);
	});

	it.each([
		['bytes=0-1', 0, 1],
		['bytes=0-1023', 0, 1023],
		['bytes=1000000-1999999', 1_000_000, 1_999_999],
		[`bytes=${SIZE - 10}-`, SIZE - 10, SIZE - 1],
		['bytes=-10', SIZE - 10, SIZE - 1],
		['Bytes=5-9', 5, 9],
		[`bytes=5-${'9'.repeat(20)}`, 5, SIZE - 1],
		[`bytes=-${SIZE + 1}`, 0, SIZE - 1],
	])('sends the part %s', async (range, first, last) => {
		const response = await get({ range });
		expect(response.status).toBe(206);
		expect(response.headers.get('content-range')).toBe(`bytes ${first}-${last}/${SIZE}`);
		expect(response.headers.get('content-length')).toBe(String(last - first + 1));
		expect(response.headers.get('content-type')).toBe('application/pdf');
		expect(response.headers.get('etag')).toBe(etag);
		expect((await bytesOf(response)).equals(FILE.subarray(first, last + 1))).toBe(true);
	});

	it.each([
		'bytes=0-1,5-6',
		'bytes=9-5',
		'bytes=',
		'bytes=-',
		'bytes=a-b',
		'bytes=1-2-3',
		'items=0-5',
		'0-5',
	])('sends the whole file for %s', async (range) => {
		const response = await get({ range });
		expect([response.status, response.headers.get('content-range')]).toEqual([200, null]);
		expect((await bytesOf(response)).length).toBe(SIZE);
	});

	it.each([`bytes=${SIZE}-`, `bytes=${'9'.repeat(20)}-`, 'bytes=-0'])('answers 416 for %s', async (range) => {
		const response = await get({ range });
		expect(response.status).toBe(416);
		expect(response.headers.get('content-range')).toBe(`bytes */${SIZE}`);
		expect(await response.json()).toMatchObject({ error: { code: 'range_not_satisfiable' } });
	});

	it('sends the rest of the same file only, by If-Range', async () => {
		const range = 'bytes=10-19';
		for (const [ifRange, status] of [
			[etag, 206],
			[`W/${etag}`, 200],
			['"another"', 200],
			['Sat, 31 Jan 2026 12:00:00 GMT', 200],
		] as const) {
			const response = await get({ range, 'if-range': ifRange });
			expect([ifRange, response.status]).toEqual([ifRange, status]);
			expect((await bytesOf(response)).length).toBe(status === 206 ? 10 : SIZE);
		}
	});

	it('sends nothing to a client that has the file, by If-None-Match', async () => {
		for (const list of [etag, `"another", W/${etag}`, '*']) {
			for (const method of ['GET', 'HEAD']) {
				const response = await get({ 'if-none-match': list, range: 'bytes=0-9' }, method);
				expect([response.status, response.headers.get('etag')]).toEqual([304, etag]);
				expect((await bytesOf(response)).length).toBe(0);
			}
		}
		expect((await get({ 'if-none-match': '"another"' }, 'HEAD')).status).toBe(200);
	});

	it('answers 412 where the file is not the one of If-Match', async () => {
		for (const [list, status] of [
			['"another"', 412],
			[`W/${etag}`, 412],
			[`"another", ${etag}`, 200],
			['*', 200],
		] as const) {
			const response = await get({ 'if-match': list }, 'HEAD');
			expect([list, response.status]).toEqual([list, status]);
		}
		const response = await get({ 'if-match': '"another"' });
		expect(await response.json()).toMatchObject({ error: { code: 'precondition_failed' } });
	});

	it('answers HEAD for the whole file, without reading it', async () => {
		const before = relay.received();
		for (let times = 0; times < 5; times += 1) {
			const response = await get({ range: 'bytes=0-9' }, 'HEAD');
			expect([response.status, response.headers.get('content-range')]).toEqual([200, null]);
			expect(response.headers.get('content-length')).toBe(String(SIZE));
			expect(response.headers.get('accept-ranges')).toBe('bytes');
		}
		expect(relay.received() - before).toBeLessThan(SIZE);
	});

	it('ignores conditions on a file that does not exist', async () => {
		const response = await fetch(`${gateway.url}/v1/messages/msg_00000000000000000000000000/media`, {
			headers: { authorization, 'if-match': '"another"', range: 'bytes=9-' },
		});
		expect(response.status).toBe(404);
	});
});
