import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { file, startFileServer, type FileServer } from '../support/servers/file-server.ts';
import { connectedInstance, startTestGateway, type TestGateway } from '../support/gateway.ts';
import { MB, mediaOf, storedFiles } from '../support/media.ts';
import { startReceiver } from '../support/servers/receiver.ts';
import { JPEG, PDF, pngOf } from '../support/sample-files.ts';

const TO = '4915112345678';

describe('received media', () => {
	let gateway: TestGateway;
	let files: FileServer;
	let instanceId: string;

	beforeAll(async () => {
		gateway = await startTestGateway();
		files = await startFileServer();
		instanceId = await connectedInstance(gateway);
	});
	afterAll(async () => {
		await gateway.close();
		await files.close();
	});

	const receiveMessage = (fields: Record<string, unknown>) =>
		gateway.post(`/simulator/v1/instances/${instanceId}/messages`, { from: TO, ...fields });

	it('stores the file with the message, and sets the content to the caption or a placeholder', async () => {
		const receiver = await startReceiver();
		await gateway.post('/v1/webhooks', { url: receiver.url, events: ['message.received'], instanceId });
		const mediaUrl = files.serve('/a.jpg', file(JPEG, 'image/jpeg'));
		const answers = [
			await receiveMessage({ type: 'image', content: 'Look', mediaUrl }),
			await receiveMessage({ type: 'image', mediaUrl }),
		];
		const events = await receiver.count(2);
		const contents = events.map((request) => [request.at('data.type'), request.at('data.content')]);
		expect(contents.sort()).toEqual([
			['image', 'Look'],
			['image', '[image]'],
		]);
		const [first] = answers;
		const stored = await mediaOf(gateway, first?.text('data.messageId') ?? '');
		expect(stored.headers.get('content-type')).toBe('image/jpeg');
		expect(Buffer.from(await stored.arrayBuffer()).equals(JPEG)).toBe(true);
		expect((await storedFiles(gateway.folder)).every((name) => name.startsWith(instanceId))).toBe(true);
		await receiver.close();
	});

	it.each([
		['no content', {}, 400, 'invalid_parameters'],
		[
			'a text with a file',
			{ content: 'x', mediaUrl: 'https://example.com/a.jpg' },
			400,
			'invalid_parameters',
		],
		['a private address', { type: 'image', mediaUrl: 'https://10.0.0.1/' }, 400, 'invalid_media_url'],
	])('answers an error for %s', async (_what, fields, status, code) => {
		const answer = await receiveMessage(fields);
		expect([answer.status, answer.at('error.code')]).toEqual([status, code]);
	});

	it('answers an error for a file of the wrong type or size and for a missing one, and keeps no file', async () => {
		const before = await storedFiles(gateway.folder);
		const wrong = files.serve('/wrong', file(PDF, 'image/jpeg'));
		const large = files.serve('/large', (_request, response) => {
			response.writeHead(200, { 'content-type': 'image/png' }).end(pngOf(5 * MB + 1));
		});
		for (const [mediaUrl, status, code] of [
			[wrong, 415, 'unsupported_media_type'],
			[large, 413, 'media_too_large'],
			[files.url('/none'), 422, 'media_download_failed'],
		]) {
			const answer = await receiveMessage({ type: 'image', mediaUrl });
			expect([answer.status, answer.at('error.code')]).toEqual([status, code]);
		}
		expect(await storedFiles(gateway.folder)).toEqual(before);
	});
});
