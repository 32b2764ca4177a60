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
import { file, startFileServer } from '../support/file-server.ts';
import { createManualClock, type ManualClock } from '../support/manual-clock.ts';
import { authorization, mediaOf, reached, storedFiles } from '../support/media.ts';
import { metricsOf } from '../support/metrics.ts';
import { pngOf } from '../support/sample-files.ts';
import { sweptUntil } from '../support/sweeps.ts';
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

/** Uploads a file and sends it; gives the message's id. */
async function sent(size: number, to = TO): Promise<string> {
	const answer = await send((await upload(size)).at('data.mediaUrl'), to);
	const messageId = answer.text('messageId');
	await reached(gateway, messageId, 'read');
	return messageId;
}

const files = () => storedFiles(gateway.folder);
/** Makes files, or marks on files, look as old as this on the gateway's clock. */
async function age(names: readonly string[], milliseconds: number): Promise<void> {
	const at = new Date(clock.now() - milliseconds);
	for (const name of names) await utimes(path.join(gateway.folder, 'media', name), at, at);
}

/** Bytes the gateway says the media folder holds. */
const held = async () => (await metricsOf(gateway)).get('gateway_media_bytes');

describe('media that was kept long enough', () => {
	it('goes, and its message stays', async () => {
		await start({ GATEWAY_RETENTION_MEDIA: '1h' });
		const mediaUrl = (await upload(200)).at('data.mediaUrl');
		const messageId = (await send(mediaUrl)).text('messageId');
		await reached(gateway, messageId, 'read');
		expect((await mediaOf(gateway, messageId)).status).toBe(200);
		clock.advance(2 * HOUR);
		const young = await sent(300);
		// Each of them is two names, the upload's and the message's, and two marks until both are gone.
		await sweptUntil(clock, 'the old file to be gone', async () => (await files()).length === 2);

		expect(await statusOf(gateway, messageId)).toMatchObject({ status: 'read' });
		expect((await mediaOf(gateway, messageId)).status).toBe(404);
		expect((await mediaOf(gateway, young)).status).toBe(200);
		expect((await send(mediaUrl)).status).toBe(400);
	});

	it('goes with its message where that was kept long enough, and not from another one that it was sent with', async () => {
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

	it('goes also where the gateway ends after its rows are gone and before the file is', async () => {
		await start({ GATEWAY_RETENTION_MEDIA: '1h' });
		const messageId = await sent(200);
		clock.advance(2 * HOUR);
		await sweptUntil(
			clock,
			'the rows to be gone',
			async () => (await metricsOf(gateway)).get('gateway_retention_removed_total{what="uploads"}') === 1,
		);
		// Two names, and a mark on each.
		expect(await files()).toHaveLength(4);
		// What other gateways may be at work on is left alone for an hour.
		if (ON_POSTGRES) await age(await files(), 2 * HOUR);
		gateway = await gateway.restart();
		expect(await files()).toEqual([]);
		expect(await statusOf(gateway, messageId)).toMatchObject({ status: 'read' });
	});
});

describe('a limited media folder', () => {
	it('keeps no room for a file that was refused once it was there', async () => {
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
		expect(await held()).toBe(0);
	});

	it('takes no more than fits, and makes room by its oldest files', async () => {
		await start({ GATEWAY_MEDIA_LIMIT: '100KB' });
		const messages: string[] = [];
		for (let count = 0; count < 9; count += 1) {
			messages.push(await sent(11 * KB));
			clock.advance(1000);
		}
		const refused = await upload(11 * KB);
		expect([refused.status, refused.at('error.code')]).toEqual([503, 'service_unavailable']);
		expect(refused.text('error.message')).toContain('GATEWAY_MEDIA_LIMIT');
		expect(refused.headers.get('retry-after')).toBe('60');
		expect(await held()).toBe(99 * KB);

		clock.advance(HOUR);
		await sweptUntil(clock, 'half of it to be free', async () => (await held()) === 44 * KB);
		expect((await upload(11 * KB)).status).toBe(201);
		const statuses = await Promise.all(messages.map(async (one) => (await mediaOf(gateway, one)).status));
		expect(statuses).toEqual([404, 404, 404, 404, 404, 200, 200, 200, 200]);
		expect(await held()).toBe(55 * KB);
		// Four that are an upload and a message each, and the new upload.
		expect(await files()).toHaveLength(9);
	});

	it('lets a message whose file does not fit wait for room', async () => {
		await start({ GATEWAY_MEDIA_LIMIT: '20KB' });
		const server = await startFileServer();
		const old = await sent(15 * KB);
		const mediaUrl = server.serve('/a.png', file(pngOf(10 * KB), 'image/png'));
		const messageId = (await send(mediaUrl)).text('messageId');
		await until('the first download to fail', () =>
			gateway.logged.some((line) => line.includes('a message could not be sent; it stays queued')),
		);
		expect(await statusOf(gateway, messageId)).toMatchObject({ status: 'queued' });
		const third = await sent(3 * KB, '4915112345679');
		// Downloads have deadlines on this clock: none is begun while it runs.
		await gateway.post(`/v1/instances/${instanceId}/disconnect`);
		clock.advance(HOUR);
		await sweptUntil(clock, 'the old file to be gone', async () => (await held()) === 3 * KB);
		await gateway.post(`/v1/instances/${instanceId}/connect`, { method: 'qrcode' });
		await gateway.post(`/simulator/v1/instances/${instanceId}/scan`);
		await reached(gateway, messageId, 'read');
		expect((await mediaOf(gateway, old)).status).toBe(404);
		expect((await mediaOf(gateway, third)).status).toBe(200);
		await server.close();
	});

	it('counts a file once however often it is sent or received, and lets it go when it was sent last long ago', async () => {
		await start({ GATEWAY_MEDIA_LIMIT: '100KB' });
		const mediaUrl = (await upload(30 * KB)).at('data.mediaUrl');
		const first = (await send(mediaUrl)).text('messageId');
		await reached(gateway, first, 'read');
		expect(await held()).toBe(30 * KB);
		clock.advance(1000);
		const between = await sent(30 * KB);
		clock.advance(1000);
		const last = (await send(mediaUrl, '4915112345679')).text('messageId');
		await reached(gateway, last, 'read');
		expect(await held()).toBe(60 * KB);
		clock.advance(HOUR);
		await sweptUntil(clock, 'half of it to be free', async () => (await held()) === 30 * KB);
		const statuses = async () =>
			Promise.all([first, between, last].map(async (one) => (await mediaOf(gateway, one)).status));
		expect(await statuses()).toEqual([200, 404, 200]);

		expect((await upload(40 * KB)).status).toBe(201);
		await sweptUntil(clock, 'the next one to be gone', async () => (await held()) === 40 * KB);
		expect(await statuses()).toEqual([404, 404, 404]);
		expect((await send(mediaUrl)).status).toBe(400);
	});

	it('counts what an instance received once, and no more when the instance is gone', async () => {
		await start({ GATEWAY_MEDIA_LIMIT: '100KB' });
		const server = await startFileServer();
		const mediaUrl = server.serve('/a.png', file(pngOf(20 * KB), 'image/png'));
		const news = { from: TO, type: 'image', mediaUrl };
		await gateway.post(`/simulator/v1/instances/${instanceId}/messages`, news);
		expect(await held()).toBe(20 * KB);
		await gateway.delete(`/v1/instances/${instanceId}`);
		expect(await held()).toBe(0);
		await server.close();
	});

	it('keeps the upload that a queued message is to be sent with, though it is the oldest', async () => {
		await start({ GATEWAY_MEDIA_LIMIT: '20KB', GATEWAY_SIMULATOR_LATENCY_MS: `${HOUR},0,0` });
		const mediaUrl = (await upload(9 * KB)).at('data.mediaUrl');
		clock.advance(1000);
		await upload(8 * KB);
		clock.advance(0.5 * HOUR);
		// The first of a chat is under way, and the second has no file of its own before its turn comes.
		await sendText(gateway, instanceId, TO);
		const messageId = (await send(mediaUrl)).text('messageId');
		const underWay = () => clock.pending().includes(clock.now() + HOUR);
		await until('the first to be under way', underWay);
		clock.advance(0.6 * HOUR);
		await sweptUntil(clock, 'the younger one to be gone', async () => (await held()) === 9 * KB);
		expect(await statusOf(gateway, messageId)).toMatchObject({ status: 'queued' });
		clock.advance(0.4 * HOUR);
		await until('the second to be under way', underWay);
		clock.advance(HOUR);
		await reached(gateway, messageId, 'read');
		expect((await mediaOf(gateway, messageId)).status).toBe(200);
	});

	it('counts what it holds from before a restart', async () => {
		await start({ GATEWAY_MEDIA_LIMIT: '20KB' });
		await upload(15 * KB);
		gateway = await gateway.restart();
		expect((await upload(15 * KB)).status).toBe(503);
		expect((await upload(4 * KB)).status).toBe(201);
	});
});
