import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { stat } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import path from 'node:path';
import { connectedInstance, startTestGateway, statusOf, type TestGateway } from '../../support/gateway.ts';
import { createManualClock, type ManualClock } from '../../support/manual-clock.ts';
import { MB, reached, storedFiles } from '../../support/media.ts';
import { PDF } from '../../support/sample-files.ts';
import { startFileServer, type FileServer } from '../../support/servers/file-server.ts';
import { until } from '../../support/until.ts';

const SECOND = 1000;

describe('a file whose server is slow', () => {
	let gateway: TestGateway;
	let files: FileServer;
	let clock: ManualClock;
	let instanceId: string;
	let answer: PromiseWithResolvers<ServerResponse>;

	beforeAll(async () => {
		clock = createManualClock();
		gateway = await startTestGateway({ clock });
	});
	afterAll(() => gateway.close());
	beforeEach(async () => {
		files = await startFileServer();
		instanceId = await connectedInstance(gateway);
		answer = Promise.withResolvers();
	});
	afterEach(() => files.close());

	/** Sends a document of so many bytes; returns the id of the message. The test answers the download. */
	const send = async (size: number) => {
		const mediaUrl = files.serve('/a.pdf', (request, response) => {
			response.writeHead(200, { 'content-type': 'application/pdf', 'content-length': size });
			response.flushHeaders();
			if (request.method === 'HEAD') response.end();
			else answer.resolve(response);
		});
		const message = { instanceId, to: '4915112345678', mediaUrl, mediaType: 'document' };
		const sent = await gateway.post('/v1/messages/send', message);
		expect(sent.status).toBe(202);
		return sent.text('messageId');
	};
	/** Bytes that the gateway has of the file. */
	const arrived = async () => {
		const own = (await storedFiles(gateway.folder)).filter((file) => file.includes(instanceId));
		const sizes = own.map(async (file) => {
			const stats = await stat(path.join(gateway.folder, 'media', file)).catch(() => null);
			return stats?.size ?? 0;
		});
		return Math.max(0, ...(await Promise.all(sizes)));
	};
	const part = async (response: ServerResponse, bytes: Uint8Array, total: number) => {
		response.write(bytes);
		await until('the part', async () => (await arrived()) >= total);
	};

	it('is sent when it comes slowly and steadily', async () => {
		const size = 12 * MB;
		const messageId = await send(size);
		const response = await answer.promise;
		await part(response, PDF, PDF.length);
		let total = PDF.length;
		// 120 KB a second, for 100 seconds.
		for (let parts = 1; parts <= 4; parts += 1) {
			clock.advance(25 * SECOND);
			total += 3 * MB - PDF.length;
			await part(response, Buffer.alloc(3 * MB - PDF.length), total);
		}
		clock.advance(100 * SECOND);
		response.end(Buffer.alloc(size - total));
		await reached(gateway, messageId, 'sent');
	});

	it('is given up when nothing arrives any more', async () => {
		const messageId = await send(12 * MB);
		const response = await answer.promise;
		await part(response, Buffer.concat([PDF, Buffer.alloc(6 * MB)]), 6 * MB);
		clock.advance(119 * SECOND);
		expect(await statusOf(gateway, messageId)).toMatchObject({ status: 'queued' });
		clock.advance(2 * SECOND);
		expect(await reached(gateway, messageId, 'failed')).toMatchObject({
			error: {
				code: 'media_download_failed',
				message: expect.stringContaining('nothing more of it came for 120 seconds'),
			},
		});
	});

	it('is given up when it only trickles', async () => {
		const messageId = await send(12 * MB);
		const response = await answer.promise;
		let total = PDF.length;
		await part(response, PDF, total);
		for (let seconds = 0; seconds < 120; seconds += 20) {
			clock.advance(20 * SECOND);
			total += 100;
			if (seconds < 100) await part(response, Buffer.alloc(100), total);
		}
		clock.advance(SECOND);
		expect(await reached(gateway, messageId, 'failed')).toMatchObject({
			error: {
				code: 'media_download_failed',
				message: expect.stringContaining('its server sends it too slowly'),
			},
		});
	});
});
