import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { utimes } from 'node:fs/promises';
import path from 'node:path';
import { ON_POSTGRES } from '../support/database.ts';
import {
	connectedInstance,
	sendText,
	startTestGateway,
	statusOf,
	type TestGateway,
} from '../support/gateway.ts';
import { file, startFileServer } from '../support/servers/file-server.ts';
import { createManualClock, type ManualClock } from '../support/manual-clock.ts';
import { authorization, mediaOf, reached, storedFiles } from '../support/media.ts';
import { metricsOf } from '../support/metrics.ts';
import { pngOf } from '../support/sample-files.ts';
import { sweptUntil } from '../support/storage/sweeps.ts';
import { until } from '../support/until.ts';

const HOUR = 3_600_000;
const KB = 1024;
const TO = '4915112345678';

let clock: ManualClock;
let gateway: TestGateway;
let instanceId: string;
beforeEach(() => {
	clock = createManualClock();
});
afterEach(() => gateway.close());

async function start(environment: Record<string, string>): Promise<void> {
	gateway = await startTestGateway({ clock, environment });
	instanceId = await connectedInstance(gateway);
}

function upload(size: number) {
	const body = new FormData();
	body.append('file', new Blob([new Uint8Array(pngOf(size))], { type: 'image/png' }), 'a.png');
	return gateway.request('/v1/media', { method: 'POST', headers: { authorization }, body });
}

function send(mediaUrl: unknown, to = TO) {
	return gateway.post('/v1/messages/send', { instanceId, to, mediaUrl, mediaType: 'image' });
}

/** Uploads a file and sends it; returns the message's id. */
async function sendUpload(size: number, to = TO): Promise<string> {
	const answer = await send((await upload(size)).at('data.mediaUrl'), to);
	const messageId = answer.text('messageId');
	await reached(gateway, messageId, 'read');
	return messageId;
}

const files = () => storedFiles(gateway.folder);
/** Sets the times of files, or of their markers, to an age on the gateway's clock. */
async function setAge(names: readonly string[], milliseconds: number): Promise<void> {
	const at = new Date(clock.now() - milliseconds);
	for (const name of names) await utimes(path.join(gateway.folder, 'media', name), at, at);
}

/** The size of the media folder in bytes, as its metric reports it. */
const usedBytes = async () => (await metricsOf(gateway)).get('gateway_media_bytes');

describe('GATEWAY_RETENTION_MEDIA', () => {
	it('removes the file of an expired message, and keeps the message', async () => {
		await start({ GATEWAY_RETENTION_MEDIA: '1h' });
		const mediaUrl = (await upload(200)).at('data.mediaUrl');
		const messageId = (await send(mediaUrl)).text('messageId');
		await reached(gateway, messageId, 'read');
		expect((await mediaOf(gateway, messageId)).status).toBe(200);
		clock.advance(2 * HOUR);
		const young = await sendUpload(300);
		// Each file has two names, of the upload and of the message, and two markers until both are removed.
		await sweptUntil(clock, 'the old file to be gone', async () => (await files()).length === 2);

		expect(await statusOf(gateway, messageId)).toMatchObject({ status: 'read' });
		expect((await mediaOf(gateway, messageId)).status).toBe(404);
		expect((await mediaOf(gateway, young)).status).toBe(200);
		expect((await send(mediaUrl)).status).toBe(400);
	});

	it('removes a file with its expired message, and keeps it for another message with the same file', async () => {
		await start({ GATEWAY_RETENTION_MESSAGES: '1h', GATEWAY_RETENTION_MEDIA: '12h' });
		const mediaUrl = (await upload(200)).at('data.mediaUrl');
		const first = (await send(mediaUrl)).text('messageId');
		await reached(gateway, first, 'read');
		clock.advance(2 * HOUR);
		const second = (await send(mediaUrl)).text('messageId');
		await reached(gateway, second, 'read');
		const gone = async (messageId: string) =>
			(await gateway.get(`/v1/messages/${messageId}/status`)).status === 404;
		await sweptUntil(clock, 'the first message to be gone', () => gone(first));
		await sweptUntil(clock, 'its file to be gone', async () => (await files()).length === 2);
		expect((await mediaOf(gateway, first)).status).toBe(404);
		expect((await mediaOf(gateway, second)).status).toBe(200);
		clock.advance(13 * HOUR);
		await sweptUntil(clock, 'the file to be gone', async () => (await files()).length === 0);
	});

	it('removes a file after a restart between the removal of its rows and of the file', async () => {
		await start({ GATEWAY_RETENTION_MEDIA: '1h' });
		const messageId = await sendUpload(200);
		clock.advance(2 * HOUR);
		await sweptUntil(
			clock,
			'the rows to be gone',
			async () => (await metricsOf(gateway)).get('gateway_retention_removed_total{what="uploads"}') === 1,
		);
		// Two names, each with a marker.
		expect(await files()).toHaveLength(4);
		// A file that another gateway may be working on is kept for an hour.
		if (ON_POSTGRES) await setAge(await files(), 2 * HOUR);
		gateway = await gateway.restart();
		expect(await files()).toEqual([]);
		expect(await statusOf(gateway, messageId)).toMatchObject({ status: 'read' });
	});
});

describe('GATEWAY_MEDIA_LIMIT', () => {
	it('frees the space of a rejected upload', async () => {
		await start({ GATEWAY_MEDIA_LIMIT: '100KB' });
		for (let count = 0; count < 4; count += 1) {
			const body = new FormData();
			body.append('file', new Blob([new Uint8Array(60 * KB)], { type: 'image/png' }), 'a.png');
			const refused = await gateway.request('/v1/media', {
				method: 'POST',
				headers: { authorization },
				body,
			});
			expect([refused.status, refused.at('error.code')]).toEqual([415, 'unsupported_media_type']);
		}
		expect(await usedBytes()).toBe(0);
	});

	it('answers 503 for a file that does not fit, and removes the oldest files', async () => {
		await start({ GATEWAY_MEDIA_LIMIT: '100KB' });
		const messages: string[] = [];
		for (let count = 0; count < 9; count += 1) {
			messages.push(await sendUpload(11 * KB));
			clock.advance(1000);
		}
		const refused = await upload(11 * KB);
		expect([refused.status, refused.at('error.code')]).toEqual([503, 'service_unavailable']);
		expect(refused.text('error.message')).toContain('GATEWAY_MEDIA_LIMIT');
		expect(refused.headers.get('retry-after')).toBe('60');
		expect(await usedBytes()).toBe(99 * KB);

		clock.advance(HOUR);
		await sweptUntil(clock, 'half of it to be free', async () => (await usedBytes()) === 44 * KB);
		expect((await upload(11 * KB)).status).toBe(201);
		const statuses = await Promise.all(messages.map(async (id) => (await mediaOf(gateway, id)).status));
		expect(statuses).toEqual([404, 404, 404, 404, 404, 200, 200, 200, 200]);
		expect(await usedBytes()).toBe(55 * KB);
		// Four files with an upload and a message each, and the new upload.
		expect(await files()).toHaveLength(9);
	});

	it('keeps a message queued until there is space for its file', async () => {
		await start({ GATEWAY_MEDIA_LIMIT: '20KB' });
		const server = await startFileServer();
		const old = await sendUpload(15 * KB);
		const mediaUrl = server.serve('/a.png', file(pngOf(10 * KB), 'image/png'));
		const messageId = (await send(mediaUrl)).text('messageId');
		await until('the first download to fail', () =>
			gateway.logged.some((line) => line.includes('a message could not be sent; it stays queued')),
		);
		expect(await statusOf(gateway, messageId)).toMatchObject({ status: 'queued' });
		const third = await sendUpload(3 * KB, '4915112345679');
		// Downloads have deadlines on this clock: none is started while it advances.
		await gateway.post(`/v1/instances/${instanceId}/disconnect`);
		clock.advance(HOUR);
		await sweptUntil(clock, 'the old file to be gone', async () => (await usedBytes()) === 3 * KB);
		await gateway.post(`/v1/instances/${instanceId}/connect`, { method: 'qrcode' });
		await gateway.post(`/simulator/v1/instances/${instanceId}/scan`);
		await reached(gateway, messageId, 'read');
		expect((await mediaOf(gateway, old)).status).toBe(404);
		expect((await mediaOf(gateway, third)).status).toBe(200);
		await server.close();
	});

	it('counts a file once however often it is sent or received, and removes it by its latest message', async () => {
		await start({ GATEWAY_MEDIA_LIMIT: '100KB' });
		const mediaUrl = (await upload(30 * KB)).at('data.mediaUrl');
		const first = (await send(mediaUrl)).text('messageId');
		await reached(gateway, first, 'read');
		expect(await usedBytes()).toBe(30 * KB);
		clock.advance(1000);
		const between = await sendUpload(30 * KB);
		clock.advance(1000);
		const last = (await send(mediaUrl, '4915112345679')).text('messageId');
		await reached(gateway, last, 'read');
		expect(await usedBytes()).toBe(60 * KB);
		clock.advance(HOUR);
		await sweptUntil(clock, 'half of it to be free', async () => (await usedBytes()) === 30 * KB);
		const statuses = async () =>
			Promise.all([first, between, last].map(async (id) => (await mediaOf(gateway, id)).status));
		expect(await statuses()).toEqual([200, 404, 200]);

		expect((await upload(40 * KB)).status).toBe(201);
		await sweptUntil(clock, 'the next one to be gone', async () => (await usedBytes()) === 40 * KB);
		expect(await statuses()).toEqual([404, 404, 404]);
		expect((await send(mediaUrl)).status).toBe(400);
	});

	it('counts a received file once, and frees its space when the instance is deleted', async () => {
		await start({ GATEWAY_MEDIA_LIMIT: '100KB' });
		const server = await startFileServer();
		const mediaUrl = server.serve('/a.png', file(pngOf(20 * KB), 'image/png'));
		const message = { from: TO, type: 'image', mediaUrl };
		await gateway.post(`/simulator/v1/instances/${instanceId}/messages`, message);
		expect(await usedBytes()).toBe(20 * KB);
		await gateway.delete(`/v1/instances/${instanceId}`);
		expect(await usedBytes()).toBe(0);
		await server.close();
	});

	it('keeps the upload of a queued message, even if it is the oldest file', async () => {
		await start({ GATEWAY_MEDIA_LIMIT: '20KB', GATEWAY_SIMULATOR_LATENCY_MS: `${HOUR},0,0` });
		const mediaUrl = (await upload(9 * KB)).at('data.mediaUrl');
		clock.advance(1000);
		await upload(8 * KB);
		clock.advance(0.5 * HOUR);
		// The send of the first message has started; the second gets its own file only when its send starts.
		await sendText(gateway, instanceId, TO);
		const messageId = (await send(mediaUrl)).text('messageId');
		const sendStarted = () => clock.pending().includes(clock.now() + HOUR);
		await until('the first send to start', sendStarted);
		clock.advance(0.6 * HOUR);
		await sweptUntil(clock, 'the younger one to be gone', async () => (await usedBytes()) === 9 * KB);
		expect(await statusOf(gateway, messageId)).toMatchObject({ status: 'queued' });
		clock.advance(0.4 * HOUR);
		await until('the second send to start', sendStarted);
		clock.advance(HOUR);
		await reached(gateway, messageId, 'read');
		expect((await mediaOf(gateway, messageId)).status).toBe(200);
	});

	it('counts files from before a restart', async () => {
		await start({ GATEWAY_MEDIA_LIMIT: '20KB' });
		await upload(15 * KB);
		gateway = await gateway.restart();
		expect((await upload(15 * KB)).status).toBe(503);
		expect((await upload(4 * KB)).status).toBe(201);
	});
});
