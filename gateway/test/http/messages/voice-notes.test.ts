import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { reportOf, writeConverter } from '../../support/servers/converter.ts';
import { temporaryFolder } from '../../support/data-folder.ts';
import { file, startFileServer, type FileServer } from '../../support/servers/file-server.ts';
import { connectedInstance, startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { at } from '../../support/json.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { MB, mediaOf, reached, storedFiles } from '../../support/media.ts';
import { opusOf, sampleNamed } from '../../support/sample-files.ts';
import { until } from '../../support/until.ts';

const TO = '4915112345678';
const MONO = opusOf(1);
const MP3 = sampleNamed('a.mp3');

describe('voice notes', () => {
	let folder: string;
	let removeFolder: () => Promise<void>;
	let files: FileServer;

	beforeAll(async () => {
		({ folder, remove: removeFolder } = await temporaryFolder());
		files = await startFileServer();
	});
	afterAll(async () => {
		await files.close();
		await removeFolder();
	});

	const withGateway = async (
		environment: Record<string, string>,
		work: (gateway: TestGateway, send: (fields: object) => ReturnType<TestGateway['post']>) => Promise<void>,
	): Promise<void> => {
		const gateway = await startTestGateway({ environment });
		try {
			const instanceId = await connectedInstance(gateway);
			await work(gateway, (fields) =>
				gateway.post('/v1/messages/send', { instanceId, to: TO, mediaType: 'audio', voice: true, ...fields }),
			);
		} finally {
			await gateway.close();
		}
	};
	const served = (name: string, bytes: Buffer, type: string) => files.serve(name, file(bytes, type));

	it('are sent as they are where the file is OGG with Opus of one channel', async () => {
		await withGateway({ GATEWAY_FFMPEG: 'off' }, async (gateway, send) => {
			for (const type of ['audio/ogg; codecs=opus', 'application/octet-stream']) {
				const answer = await send({ mediaUrl: served('/a.ogg', MONO, type) });
				expect([answer.status, answer.at('error')]).toEqual([202, undefined]);
				await reached(gateway, answer.text('messageId'), 'read');
				const message = await gateway.get(`/v1/messages/${answer.text('messageId')}`);
				expect(message.at('data')).toMatchObject({ type: 'audio', content: '[voice note]', voice: true });
				const stored = await mediaOf(gateway, answer.text('messageId'));
				expect(Buffer.from(await stored.arrayBuffer()).equals(MONO)).toBe(true);
			}
		});
	});

	it('are refused where the gateway would have to convert the file and has no ffmpeg', async () => {
		await withGateway({ GATEWAY_FFMPEG: 'off' }, async (gateway, send) => {
			const known = await send({ mediaUrl: served('/a.mp3', MP3.bytes, MP3.mimeType) });
			expect([known.status, known.at('error.code')]).toEqual([415, 'unsupported_media_type']);
			expect(known.text('error.message')).toContain('ffmpeg');
			const before = await storedFiles(gateway.folder);
			const unknown = await send({ mediaUrl: served('/stereo.ogg', opusOf(2), 'audio/ogg') });
			const record = await reached(gateway, unknown.text('messageId'), 'failed');
			expect(at(record, 'error')).toMatchObject({
				code: 'unsupported_media_type',
				message: expect.stringContaining('one channel'),
			});
			expect(await storedFiles(gateway.folder)).toEqual(before);
		});
	});

	it('are converted to a file that replaces the other one', async () => {
		const ffmpeg = await writeConverter(folder, { output: MONO.toString('base64') });
		await withGateway({ GATEWAY_FFMPEG: ffmpeg }, async (gateway, send) => {
			const before = await storedFiles(gateway.folder);
			const answer = await send({ mediaUrl: served('/b.mp3', MP3.bytes, MP3.mimeType) });
			await reached(gateway, answer.text('messageId'), 'read');
			const stored = await mediaOf(gateway, answer.text('messageId'));
			expect(stored.headers.get('content-type')).toBe('audio/ogg');
			expect(Buffer.from(await stored.arrayBuffer()).equals(MONO)).toBe(true);
			expect(await storedFiles(gateway.folder)).toHaveLength(before.length + 1);
		});
		const report = JSON.parse(await readFile(reportOf(ffmpeg), 'utf8')) as unknown;
		expect(at(report, 'environment')).toEqual([]);
		expect(at(report, 'arguments')).toEqual(
			expect.arrayContaining(['-nostdin', '-protocol_whitelist', 'file', '-f', 'mp3', 'libopus']),
		);
	});

	it('are converted from an upload, which stays as it is', async () => {
		const ffmpeg = await writeConverter(folder, { output: MONO.toString('base64') });
		await withGateway({ GATEWAY_FFMPEG: ffmpeg }, async (gateway, send) => {
			const body = new FormData();
			body.append('file', new Blob([new Uint8Array(MP3.bytes)], { type: MP3.mimeType }), 'a.mp3');
			const authorization = 'Bearer a-key-for-tests-0123456789';
			const uploaded = await gateway.request('/v1/media', {
				method: 'POST',
				headers: { authorization },
				body,
			});
			const mediaUrl = uploaded.at('data.mediaUrl');
			const note = await send({ mediaUrl });
			await reached(gateway, note.text('messageId'), 'read');
			const audio = await send({ mediaUrl, voice: false });
			await reached(gateway, audio.text('messageId'), 'read');
			const types = await Promise.all(
				[note, audio].map(async (answer) =>
					(await mediaOf(gateway, answer.text('messageId'))).headers.get('content-type'),
				),
			);
			expect(types).toEqual(['audio/ogg', 'audio/mpeg']);
		});
	});

	it.each([
		['cannot be converted', { exitCode: 1, output: '' }, 'unsupported_media_type', 'damaged'],
		['becomes an empty one', { output: '' }, 'unsupported_media_type', 'no audio'],
		[
			'becomes larger than audio may be',
			{ output: Buffer.alloc(MB).toString('base64'), endless: true },
			'media_too_large',
			'16 MB',
		],
	])('fail alone where the file %s', async (_what, behavior, code, sentence) => {
		const ffmpeg = await writeConverter(folder, behavior);
		await withGateway({ GATEWAY_FFMPEG: ffmpeg }, async (gateway, send) => {
			const before = await storedFiles(gateway.folder);
			const failing = await send({ mediaUrl: served('/c.mp3', MP3.bytes, MP3.mimeType) });
			const next = await send({ mediaUrl: served('/d.ogg', MONO, 'audio/ogg') });
			const record = await reached(gateway, failing.text('messageId'), 'failed');
			expect(at(record, 'error')).toMatchObject({ code, message: expect.stringContaining(sentence) });
			await reached(gateway, next.text('messageId'), 'read');
			expect(await storedFiles(gateway.folder)).toHaveLength(before.length + 1);
		});
	});

	it('fail where the conversion takes longer than two minutes', async () => {
		const ffmpeg = await writeConverter(folder, { output: '', hangs: true });
		const clock = createManualClock();
		const gateway = await startTestGateway({ clock, environment: { GATEWAY_FFMPEG: ffmpeg } });
		const instanceId = await connectedInstance(gateway);
		const before = await storedFiles(gateway.folder);
		const answer = await gateway.post('/v1/messages/send', {
			instanceId,
			to: TO,
			mediaUrl: served('/e.mp3', MP3.bytes, MP3.mimeType),
			mediaType: 'audio',
			voice: true,
		});
		// The file, the file to be, and their markers.
		await until(
			'the conversion',
			async () => (await storedFiles(gateway.folder)).length === before.length + 4,
		);
		clock.advance(120_000);
		const record = await reached(gateway, answer.text('messageId'), 'failed');
		expect(at(record, 'error.message')).toContain('120 seconds');
		await gateway.close();
	});
});
