import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { file, redirect, startFileServer, type FileServer } from '../../support/servers/file-server.ts';
import { connectedInstance, startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { at } from '../../support/json.ts';
import { MB, mediaOf, reached } from '../../support/media.ts';
import { startReceiver } from '../../support/servers/receiver.ts';
import { PDF, PNG, pngOf, SAMPLES, webpOf } from '../../support/sample-files.ts';

const TO = '4915112345678';

describe('POST /v1/messages/send with media', () => {
	let gateway: TestGateway;
	let files: FileServer;
	let instanceId: string;

	beforeAll(async () => {
		gateway = await startTestGateway();
		instanceId = await connectedInstance(gateway);
	});
	afterAll(() => gateway.close());
	beforeEach(async () => {
		files = await startFileServer();
	});
	afterEach(() => files.close());

	const send = (fields: Record<string, unknown>) =>
		gateway.post('/v1/messages/send', { instanceId, to: TO, ...fields });
	const statusAndCode = async (fields: Record<string, unknown>) => {
		const answer = await send(fields);
		return [answer.status, answer.at('error.code')];
	};

	it.each(SAMPLES)('sends $name and stores it', async ({ name, mediaType, mimeType, bytes }) => {
		const mediaUrl = files.serve(`/${name}`, file(bytes, mimeType));
		const answer = await send({ mediaUrl, mediaType });
		expect([answer.status, answer.at('error')]).toEqual([202, undefined]);
		expect(Object.keys(answer.body as object).sort()).toEqual([
			'messageId',
			'status',
			'success',
			'timestamp',
		]);
		await reached(gateway, answer.text('messageId'), 'read');

		const stored = await mediaOf(gateway, answer.text('messageId'));
		expect(stored.status).toBe(200);
		expect(stored.headers.get('content-type')).toBe(mimeType);
		expect(stored.headers.get('content-length')).toBe(String(bytes.length));
		expect(Buffer.from(await stored.arrayBuffer()).equals(bytes)).toBe(true);
		expect(files.asked(`/${name}`)).toEqual(['HEAD', 'GET']);
	});

	it('sets the content to the caption, the name of a document or a placeholder', async () => {
		const receiver = await startReceiver();
		await gateway.post('/v1/webhooks', { url: receiver.url, events: ['message.sent'], instanceId });
		const image = files.serve('/a.png', file(PNG, 'image/png'));
		const pdf = files.serve('/a.pdf', file(PDF, 'application/pdf'));
		const document = { mediaUrl: pdf, mediaType: 'document' };
		const contents = [
			['Look', await send({ mediaUrl: image, mediaType: 'image', caption: 'Look', filename: 'a.png' })],
			['[image]', await send({ mediaUrl: image, mediaType: 'image' })],
			['invoice.pdf', await send({ ...document, filename: 'invoice.pdf' })],
			['[document]', await send(document)],
		] as const;
		for (const [content, answer] of contents) {
			const messageId = answer.text('messageId');
			const sent = await receiver.find(content, (request) => request.at('data.messageId') === messageId);
			expect(sent.at('data')).toMatchObject({ content, status: 'sent' });
		}
		const type = receiver.requests.map((request) => request.at('data.type'));
		expect(type).toEqual(['image', 'image', 'document', 'document']);
		await receiver.close();
	});

	it('escapes the file name in Content-Disposition', async () => {
		const mediaUrl = files.serve('/a.pdf', file(PDF, 'application/pdf'));
		const filename = '../Rechnung "ä"\r\nX-Evil: 1.pdf';
		const answer = await send({ mediaUrl, mediaType: 'document', filename });
		await reached(gateway, answer.text('messageId'), 'read');
		const stored = await mediaOf(gateway, answer.text('messageId'));
		expect(stored.headers.get('x-evil')).toBeNull();
		expect(stored.headers.get('content-disposition')).toBe(
			'attachment; filename=".._Rechnung _____X-Evil: 1.pdf"; ' +
				"filename*=UTF-8''.._Rechnung%20%22%C3%A4%22__X-Evil%3A%201.pdf",
		);
	});

	it.each([
		['neither text nor media', {}, '"message" is required'],
		[
			'text and media',
			{ message: 'Hello', mediaUrl: 'https://example.com/a.png', mediaType: 'image' },
			'"mediaUrl"',
		],
		['media without its type', { mediaUrl: 'https://example.com/a.png' }, '"mediaType" is required'],
		['an unknown type', { mediaUrl: 'https://example.com/a.png', mediaType: 'gif' }, '"mediaType"'],
		['a caption without media', { message: 'Hello', caption: 'x' }, '"caption"'],
		['a file name without media', { message: 'Hello', filename: 'x' }, '"filename"'],
		['an empty caption', { mediaUrl: 'https://x.example/', mediaType: 'image', caption: '' }, '"caption"'],
		[
			'a caption that is too long',
			{ mediaUrl: 'https://x.example/', mediaType: 'image', caption: 'x'.repeat(1025) },
			'"caption"',
		],
	])('answers 400 for %s and names the field', async (_what, fields, field) => {
		const answer = await send(fields);
		expect([answer.status, answer.at('error.code')]).toEqual([400, 'invalid_parameters']);
		expect(answer.text('error.message')).toContain(field);
	});

	it('accepts a caption of 1,024 characters', async () => {
		const mediaUrl = files.serve('/a.png', file(PNG, 'image/png'));
		const answer = await send({ mediaUrl, mediaType: 'image', caption: 'x'.repeat(1024) });
		expect(answer.status).toBe(202);
		// The file server ends with the test: the sender would wait for it before it sends the messages of later tests.
		await reached(gateway, answer.text('messageId'), 'read');
	});

	it.each([
		['no URL', 'photo.jpg'],
		['an empty URL', ''],
		['another scheme', 'ftp://example.com/a.png'],
		['a local file', 'file:///etc/passwd'],
		['plain HTTP to a public address', 'http://8.8.8.8/a.png'],
		['credentials in the URL', 'https://user:secret@example.com/a.png'],
		['a private address', 'https://10.0.0.1/a.png'],
		['the metadata service', 'http://169.254.169.254/latest/meta-data'],
		['an IPv6 form of a private address', 'https://[::ffff:10.0.0.1]/a.png'],
		['an upload that was never made', 'media:med_00000000000000000000000000'],
	])('answers invalid_media_url for %s', async (_what, mediaUrl) => {
		expect(await statusAndCode({ mediaUrl, mediaType: 'image' })).toEqual([400, 'invalid_media_url']);
	});

	it('answers media_download_failed for a missing file and for an unreachable server', async () => {
		expect(await statusAndCode({ mediaUrl: files.url('/none.png'), mediaType: 'image' })).toEqual([
			422,
			'media_download_failed',
		]);
		const ended = await startFileServer();
		await ended.close();
		expect(await statusAndCode({ mediaUrl: ended.url('/a.png'), mediaType: 'image' })).toEqual([
			422,
			'media_download_failed',
		]);
	});

	it('answers unsupported_media_type for a file that does not match the mediaType', async () => {
		const mediaUrl = files.serve('/a', file(PNG, 'image/png'));
		const html = files.serve('/page', file(Buffer.from('<p>'), 'text/html; charset=utf-8'));
		const gif = files.serve('/gif', file(Buffer.from('GIF89a'), 'image/gif'));
		for (const fields of [
			{ mediaUrl, mediaType: 'video' },
			{ mediaUrl: html, mediaType: 'document' },
			{ mediaUrl: gif, mediaType: 'image' },
		]) {
			expect(await statusAndCode(fields)).toEqual([415, 'unsupported_media_type']);
		}
	});

	it('judges a file by its bytes where its server names no type', async () => {
		for (const type of [
			'application/octet-stream',
			'binary/octet-stream; charset=binary',
			'application/force-download',
		]) {
			const mediaUrl = files.serve(`/${type.length}`, file(PNG, type));
			const answer = await send({ mediaUrl, mediaType: 'image' });
			expect([answer.status, answer.at('error')]).toEqual([202, undefined]);
			await reached(gateway, answer.text('messageId'), 'read');
			const stored = await mediaOf(gateway, answer.text('messageId'));
			expect(stored.headers.get('content-type')).toBe('image/png');
		}
		const pdf = files.serve('/other', file(PDF, 'application/octet-stream'));
		const answer = await send({ mediaUrl: pdf, mediaType: 'image' });
		const record = await reached(gateway, answer.text('messageId'), 'failed');
		expect(at(record, 'error.code')).toBe('unsupported_media_type');
	});

	it('sends a text that begins like another format', async () => {
		const mediaUrl = files.serve('/id3.txt', file(Buffer.from('ID3 tags are here.'), 'text/plain'));
		const answer = await send({ mediaUrl, mediaType: 'document' });
		await reached(gateway, answer.text('messageId'), 'read');
	});

	it('reports a sticker as failed that is too large for one that does not move', async () => {
		const sticker = (moves: boolean) =>
			files.serve(`/${moves}.webp`, file(webpOf(101 * 1024, { moves }), 'image/webp'));
		const moving = await send({ mediaUrl: sticker(true), mediaType: 'sticker' });
		await reached(gateway, moving.text('messageId'), 'read');
		const still = await send({ mediaUrl: sticker(false), mediaType: 'sticker' });
		const record = await reached(gateway, still.text('messageId'), 'failed');
		expect(at(record, 'error')).toMatchObject({
			code: 'media_too_large',
			message: expect.stringContaining('100 KB'),
		});
	});

	it('accepts a file at the size limit, and rejects one byte more by its Content-Length', async () => {
		const fits = files.serve('/fits', file(pngOf(5 * MB), 'image/png'));
		const over = files.serve('/over', file(pngOf(5 * MB + 1), 'image/png'));
		const answer = await send({ mediaUrl: fits, mediaType: 'image' });
		expect(answer.status).toBe(202);
		await reached(gateway, answer.text('messageId'), 'read');
		expect(await statusAndCode({ mediaUrl: over, mediaType: 'image' })).toEqual([413, 'media_too_large']);
		expect(files.asked('/over')).toEqual(['HEAD']);
	});

	it('requests the first byte where the server does not support HEAD', async () => {
		const ranged = (bytes: Buffer) =>
			files.serve(`/${bytes.length}`, (request, response) => {
				if (request.method === 'HEAD') {
					response.writeHead(405).end();
				} else if (request.headers.range === 'bytes=0-0') {
					const headers = { 'content-type': 'image/png', 'content-range': `bytes 0-0/${bytes.length}` };
					response.writeHead(206, headers).end(bytes.subarray(0, 1));
				} else {
					file(bytes, 'image/png')(request, response);
				}
			});
		const answer = await send({ mediaUrl: ranged(PNG), mediaType: 'image' });
		await reached(gateway, answer.text('messageId'), 'read');
		expect(await statusAndCode({ mediaUrl: ranged(pngOf(5 * MB + 1)), mediaType: 'image' })).toEqual([
			413,
			'media_too_large',
		]);
	});

	it('follows three redirects and no more', async () => {
		const { port } = new URL(files.serve('/file', file(PNG, 'image/png')));
		files.serve('/3', redirect('/file', 301));
		files.serve('/2', redirect(`http://127.0.0.1:${port}/3`, 307));
		const three = files.serve('/1', redirect('/2'));
		const four = files.serve('/0', redirect('/1', 308));
		const answer = await send({ mediaUrl: three, mediaType: 'image' });
		expect(answer.status).toBe(202);
		await reached(gateway, answer.text('messageId'), 'read');
		expect(await statusAndCode({ mediaUrl: four, mediaType: 'image' })).toEqual([
			422,
			'media_download_failed',
		]);
	});

	it.each(['http://10.1.2.3/a.png', 'http://[::1]:1/a.png', 'http://8.8.8.8/a.png', 'file:///etc/passwd'])(
		'answers invalid_media_url for a redirect to %s',
		async (target) => {
			const mediaUrl = files.serve('/elsewhere', redirect(target));
			const answer = await send({ mediaUrl, mediaType: 'image' });
			expect([answer.status, answer.at('error.code')]).toEqual([400, 'invalid_media_url']);
			expect(answer.text('error.message')).not.toMatch(/10\.1|::1|8\.8/);
		},
	);

	it('requests no file for an instance that cannot send', async () => {
		const mediaUrl = files.serve('/a.png', file(PNG, 'image/png'));
		const created = await gateway.post('/v1/instances', { name: 'Closed' });
		const fields = { mediaUrl, mediaType: 'image', instanceId: created.text('data.id') };
		expect(await statusAndCode(fields)).toEqual([409, 'instance_disconnected']);
		expect(await statusAndCode({ ...fields, instanceId: 'inst_0' })).toEqual([404, 'invalid_instance']);
		expect(files.asked('/a.png')).toEqual([]);
	});
});
