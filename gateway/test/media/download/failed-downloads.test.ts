import type { ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { file, redirect, startFileServer, type FileServer } from '../../support/servers/file-server.ts';
import { connectedInstance, startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { at } from '../../support/json.ts';
import { MB, mediaOf, reached, storedFiles } from '../../support/media.ts';
import { JPEG, PDF, PNG, pngOf } from '../../support/sample-files.ts';

/** A false Content-Length in the response to HEAD. */
const FALSE_LENGTH = { 'content-length': 100 };

describe('the download of a file after its message was accepted', () => {
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
		gateway.post('/v1/messages/send', { instanceId, to: '4915112345678', ...fields });

	it.each([
		[
			'is larger than its Content-Length in the response to HEAD',
			pngOf(6 * MB),
			'image/png',
			'media_too_large',
		],
		['has other content than its type', PDF, 'image/png', 'unsupported_media_type'],
		['is an image of another type', JPEG, 'image/png', 'unsupported_media_type'],
		['is empty', Buffer.alloc(0), 'image/png', 'unsupported_media_type'],
	])(
		'reports a message as failed when its file %s, and leaves no file behind',
		async (_what, bytes, type, code) => {
			const before = await storedFiles(gateway.folder);
			const mediaUrl = files.serve('/liar', (request, response) => {
				response.writeHead(200, { 'content-type': type, ...(request.method === 'HEAD' && FALSE_LENGTH) });
				response.end(request.method === 'HEAD' ? undefined : bytes);
			});
			const answer = await send({ mediaUrl, mediaType: 'image' });
			expect(answer.status).toBe(202);
			const record = await reached(gateway, answer.text('messageId'), 'failed');
			expect(record).toMatchObject({ sentAt: null, error: { code } });
			expect(await storedFiles(gateway.folder)).toEqual(before);
			expect((await mediaOf(gateway, answer.text('messageId'))).status).toBe(404);
		},
	);

	it('reports a message as failed when its file is gone, breaks off or redirects to a private address', async () => {
		const head = (serve: ReturnType<typeof file>): ReturnType<typeof file> => {
			return (request, response) => {
				if (request.method === 'HEAD') file(PNG, 'image/png')(request, response);
				else serve(request, response);
			};
		};
		const before = await storedFiles(gateway.folder);
		const gone = files.serve(
			'/gone',
			head((_request, response) => response.writeHead(410).end()),
		);
		const broken = files.serve(
			'/broken',
			head((_request, response) => {
				response.writeHead(200, { 'content-type': 'image/png', 'content-length': 1000 });
				response.write(PNG, () => response.destroy());
			}),
		);
		const away = files.serve('/away', head(redirect('http://10.0.0.1/')));
		for (const mediaUrl of [gone, broken, away]) {
			const answer = await send({ mediaUrl, mediaType: 'image' });
			const record = await reached(gateway, answer.text('messageId'), 'failed');
			expect(at(record, 'error.code')).toBe('media_download_failed');
		}
		expect(await storedFiles(gateway.folder)).toEqual(before);
	});

	it.each([
		['answers 503', (response: ServerResponse) => response.writeHead(503).end()],
		['closes the connection', (response: ServerResponse) => response.destroy()],
	])('sends a file whose server %s for a moment', async (_fault, fail) => {
		let downloads = 0;
		const mediaUrl = files.serve('/restarting', (request, response) => {
			if (request.method === 'GET') downloads += 1;
			if (request.method === 'GET' && downloads < 3) fail(response);
			else file(PNG, 'image/png')(request, response);
		});
		const answer = await send({ mediaUrl, mediaType: 'image' });
		await reached(gateway, answer.text('messageId'), 'read');
		expect(downloads).toBe(3);
	});

	it('requests a file once that its server does not have any more', async () => {
		let downloads = 0;
		const mediaUrl = files.serve('/removed', (request, response) => {
			if (request.method === 'HEAD') {
				file(PNG, 'image/png')(request, response);
				return;
			}
			downloads += 1;
			response.writeHead(404).end();
		});
		const answer = await send({ mediaUrl, mediaType: 'image' });
		await reached(gateway, answer.text('messageId'), 'failed');
		expect(downloads).toBe(1);
	});
});
