import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { connectedInstance, startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { authorization, MB, mediaOf, reached, storedFiles } from '../../support/media.ts';
import { PDF, PNG, pngOf, SAMPLES, TEXT, webpOf, zip } from '../../support/sample-files.ts';
import { until } from '../../support/until.ts';

const TO = '4915112345678';
const KB = 1024;

describe('POST /v1/media', () => {
	let gateway: TestGateway;
	let instanceId: string;

	beforeAll(async () => {
		gateway = await startTestGateway();
		instanceId = await connectedInstance(gateway);
	});
	afterAll(() => gateway.close());

	const upload = (...fields: [string, string | Blob, string?][]) => {
		const body = new FormData();
		for (const [name, value, filename] of fields) {
			if (typeof value === 'string') body.append(name, value);
			else body.append(name, value, filename ?? 'file');
		}
		return gateway.request('/v1/media', { method: 'POST', headers: { authorization }, body });
	};
	const blob = (bytes: Buffer, type = 'application/octet-stream') =>
		new Blob([new Uint8Array(bytes)], { type });

	it.each(SAMPLES)('recognises $name by its bytes', async ({ name, mediaType, mimeType, bytes }) => {
		const answer = await upload(['file', blob(bytes), name]);
		expect(answer.status).toBe(201);
		const mediaId = answer.text('data.mediaId');
		expect(answer.body).toEqual({
			success: true,
			data: {
				mediaId: expect.stringMatching(/^med_[0-9a-z]{26}$/),
				mediaUrl: `media:${mediaId}`,
				mediaType,
				mimeType,
				filename: name,
				size: bytes.length,
			},
		});
	});

	it('sends an upload several times, also after a restart, with its file name', async () => {
		const before = await startTestGateway();
		const body = new FormData();
		body.append('file', blob(PDF), 'Übersicht.pdf');
		const uploaded = await before.request('/v1/media', { method: 'POST', headers: { authorization }, body });
		const restarted = await before.restart();
		const instance = await connectedInstance(restarted);
		const fields = { instanceId: instance, to: TO, mediaUrl: uploaded.at('data.mediaUrl') };
		for (const caption of [undefined, 'Here it is']) {
			const answer = await restarted.post('/v1/messages/send', { ...fields, mediaType: 'document', caption });
			await reached(restarted, answer.text('messageId'), 'read');
			const stored = await mediaOf(restarted, answer.text('messageId'));
			expect(Buffer.from(await stored.arrayBuffer()).equals(PDF)).toBe(true);
			expect(stored.headers.get('content-disposition')).toContain("UTF-8''%C3%9Cbersicht.pdf");
		}
		const answer = await restarted.post('/v1/messages/send', { ...fields, mediaType: 'image' });
		expect([answer.status, answer.at('error.code')]).toEqual([415, 'unsupported_media_type']);
		await restarted.close();
	});

	it('cuts a long file name to its limit without half of a character', async () => {
		const answer = await upload(['file', blob(PDF), `${'x'.repeat(254)}😀.pdf`]);
		expect(answer.at('data.filename')).toBe(`${'x'.repeat(254)}\uFFFD`);
	});

	it('judges files by their bytes', async () => {
		const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');
		const files: [Buffer, string][] = [
			[Buffer.from('ID3 tags are explained here.\n'), 'text/plain'],
			[utf16('Grüße aus Wien'), 'text/plain'],
			[utf16('Grüße aus Wien').swap16(), 'text/plain'],
			[Buffer.concat([Buffer.from('\n\r\n  '), PDF]), 'application/pdf'],
			[Buffer.concat([Buffer.from('\ufeff'), PDF]), 'application/pdf'],
		];
		for (const [bytes, mimeType] of files) {
			const answer = await upload(['file', blob(bytes)]);
			expect([answer.status, answer.at('data.mimeType')]).toEqual([201, mimeType]);
		}
		const broken = Buffer.concat([utf16('a'), Buffer.from([0, 0])]);
		expect((await upload(['file', blob(broken)])).status).toBe(415);
	});

	it.each([
		'application/octet-stream',
		'application/x-octet-stream',
		'application/download',
		'application/x-download',
		'application/force-download',
		'application/x-force-download; charset=binary',
	])('judges a file that is sent as %s by its bytes', async (type) => {
		for (const [bytes, mimeType] of [
			[PDF, 'application/pdf'],
			[PNG, 'image/png'],
		] as const) {
			const answer = await upload(['file', blob(bytes, type)]);
			expect([answer.status, answer.at('data.mimeType')]).toEqual([201, mimeType]);
		}
	});

	it.each([
		['that does not move', 100 * KB, false],
		['that moves', 500 * KB, true],
	])('accepts a sticker %s up to its limit', async (_what, limit, moves) => {
		const sticker = (size: number) =>
			upload(['mediaType', 'sticker'], ['file', blob(webpOf(size, { moves }))]);
		const fits = await sticker(limit);
		expect(fits.at('data')).toMatchObject({ mediaType: 'sticker', mimeType: 'image/webp', size: limit });
		const over = await sticker(limit + 1);
		expect([over.status, over.at('error.code')]).toEqual([413, 'media_too_large']);
		expect(over.text('error.message')).toContain(`${limit / KB} KB`);
	});

	it('answers 415 for a sticker that is no WebP file', async () => {
		const answer = await upload(['mediaType', 'sticker'], ['file', blob(PNG)]);
		expect([answer.status, answer.at('error.code')]).toEqual([415, 'unsupported_media_type']);
		expect(answer.text('error.message')).toContain('WebP');
	});

	it('sends an uploaded WebP file as a sticker and as an image', async () => {
		const uploaded = await upload(['file', blob(webpOf(90 * KB, { moves: false }))]);
		expect(uploaded.at('data.mediaType')).toBe('image');
		for (const mediaType of ['sticker', 'image']) {
			const fields = { instanceId, to: TO, mediaUrl: uploaded.at('data.mediaUrl'), mediaType };
			const answer = await gateway.post('/v1/messages/send', fields);
			await reached(gateway, answer.text('messageId'), 'read');
			const message = await gateway.get(`/v1/messages/${answer.text('messageId')}`);
			expect(message.at('data')).toMatchObject({ type: mediaType, content: `[${mediaType}]` });
		}
		const large = await upload(['file', blob(webpOf(101 * KB, { moves: false }))]);
		const fields = { instanceId, to: TO, mediaUrl: large.at('data.mediaUrl'), mediaType: 'sticker' };
		const answer = await gateway.post('/v1/messages/send', fields);
		expect([answer.status, answer.at('error.code')]).toEqual([413, 'media_too_large']);
	});

	it('checks the file against the mediaType, whichever of the fields comes first', async () => {
		const sound = SAMPLES.find(({ name }) => name === 'a.mp4')?.bytes ?? PNG;
		for (const order of [0, 1]) {
			const fields: [string, string | Blob][] = [
				['mediaType', 'audio'],
				['file', blob(sound)],
			];
			const answer = await upload(...(order === 0 ? fields : fields.reverse()));
			expect([answer.status, answer.at('data.mimeType')]).toEqual([201, 'audio/mp4']);
		}
		const answer = await upload(['mediaType', 'video'], ['file', blob(PNG)]);
		expect([answer.status, answer.at('error.code')]).toEqual([415, 'unsupported_media_type']);
	});

	it('accepts a file at the size limit and answers 413 for one byte more', async () => {
		const fits = await upload(['file', blob(pngOf(5 * MB))]);
		expect(fits.status).toBe(201);
		const over = await upload(['file', blob(pngOf(5 * MB + 1))]);
		expect([over.status, over.at('error.code')]).toEqual([413, 'media_too_large']);
	});

	it.each([
		['an archive', zip({ 'a.txt': 'hello' })],
		['a GIF', Buffer.from('474946383961010001008000000000', 'hex')],
		['bytes of no format', Buffer.from([1, 2, 3, 0, 255])],
		['an empty file', Buffer.alloc(0)],
	])('answers 415 for %s', async (_what, bytes) => {
		const before = await storedFiles(gateway.folder);
		const answer = await upload(['file', blob(bytes), 'photo.jpg']);
		expect([answer.status, answer.at('error.code')]).toEqual([415, 'unsupported_media_type']);
		expect(await storedFiles(gateway.folder)).toEqual(before);
	});

	it.each<[string, [string, string | Blob][]]>([
		['no file', [['mediaType', 'image']]],
		['a file in another field', [['picture', new Blob([new Uint8Array(PNG)])]]],
		[
			'an unknown field',
			[
				['caption', 'x'],
				['file', new Blob([new Uint8Array(PNG)])],
			],
		],
		[
			'an unknown mediaType',
			[
				['mediaType', 'gif'],
				['file', new Blob([new Uint8Array(PNG)])],
			],
		],
		[
			'two files',
			[
				['file', new Blob([new Uint8Array(PNG)])],
				['file', new Blob([new Uint8Array(PNG)])],
			],
		],
	])('answers 400 for %s', async (_what, fields) => {
		const before = await storedFiles(gateway.folder);
		const answer = await upload(...fields);
		expect([answer.status, answer.at('error.code')]).toEqual([400, 'invalid_parameters']);
		expect(await storedFiles(gateway.folder)).toEqual(before);
	});

	it('says that a file needs a file name', async () => {
		const answer = await upload(['file', 'the bytes of a file']);
		expect([answer.status, answer.at('error.code')]).toEqual([400, 'invalid_parameters']);
		expect(answer.text('error.message')).toContain('filename');
	});

	it('answers an error for other content types, incomplete bodies and an announced size over the limit', async () => {
		const post = (headers: Record<string, string>, body: string) =>
			gateway.request('/v1/media', { method: 'POST', headers: { authorization, ...headers }, body });
		const json = await post({ 'content-type': 'application/json' }, '{}');
		expect([json.status, json.at('error.code')]).toEqual([415, 'unsupported_media_type']);
		const type = 'multipart/form-data; boundary=x';
		const part = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\nhalf';
		const broken = await post({ 'content-type': type }, part);
		expect([broken.status, broken.at('error.code')]).toEqual([400, 'invalid_parameters']);
		const noBoundary = await post({ 'content-type': 'multipart/form-data' }, part);
		expect(noBoundary.status).toBe(415);

		const oversized = httpRequest(`${gateway.url}/v1/media`, {
			method: 'POST',
			headers: { authorization, 'content-type': type, 'content-length': 101 * MB },
		});
		oversized.on('error', () => undefined);
		oversized.flushHeaders();
		const [response] = (await once(oversized, 'response')) as [IncomingMessage];
		expect(response.statusCode).toBe(413);
		oversized.destroy();
	});

	it('answers 401 without an API key', async () => {
		const body = new FormData();
		body.append('file', blob(TEXT), 'a.txt');
		const answer = await gateway.request('/v1/media', { method: 'POST', body });
		expect([answer.status, answer.at('error.code')]).toEqual([401, 'missing_api_key']);
	});

	it('answers message_not_found for a message without a file', async () => {
		const text = await gateway.post('/v1/messages/send', { instanceId, to: TO, message: 'Hello' });
		for (const id of [text.text('messageId'), 'msg_00000000000000000000000000']) {
			const answer = await gateway.get(`/v1/messages/${id}/media`);
			expect([answer.status, answer.at('error.code')]).toEqual([404, 'message_not_found']);
		}
	});

	it('removes an upload that its client aborts', async () => {
		const before = await storedFiles(gateway.folder);
		const request = httpRequest(`${gateway.url}/v1/media`, {
			method: 'POST',
			headers: { authorization, 'content-type': 'multipart/form-data; boundary=x' },
		});
		request.on('error', () => undefined);
		request.write('--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n');
		request.write(pngOf(MB));
		await until('a pending file', async () => (await storedFiles(gateway.folder)).length > before.length);
		request.destroy();
		await until('the file to be removed', async () => {
			const now = await storedFiles(gateway.folder);
			return now.length === before.length;
		});
	});
});
