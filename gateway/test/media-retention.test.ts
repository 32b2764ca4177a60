import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ON_POSTGRES } from './support/database.ts';
import { connectedInstance, startTestGateway, statusOf, type TestGateway } from './support/gateway.ts';
import { file, startFileServer } from './support/file-server.ts';
import { createManualClock, type ManualClock } from './support/manual-clock.ts';
import { authorization, mediaOf, reached, storedFiles } from './support/media.ts';
import { metricsOf } from './support/metrics.ts';
import { pngOf } from './support/sample-files.ts';
import { sweptUntil } from './support/sweeps.ts';
import { until } from './support/until.ts';

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
/** The files of messages; an upload keeps a name of its own for a day. */
const messageFiles = async () => (await files()).filter((name) => name.startsWith(`${instanceId}/`));

describe('media that was kept long enough', () => {
	it('goes, and its message stays', async () => {
		await start({ GATEWAY_RETENTION_MEDIA: '1h' });
		const mediaUrl = (await upload(200)).at('data.mediaUrl');
		const messageId = (await send(mediaUrl)).text('messageId');
		await reached(gateway, messageId, 'read');
		expect((await mediaOf(gateway, messageId)).status).toBe(200);
		clock.advance(2 * HOUR);
		const young = await sent(300);
		await sweptUntil(clock, 'the old file to be gone', async () => (await messageFiles()).length === 1);

		expect(await statusOf(gateway, messageId)).toMatchObject({ status: 'read' });
		expect((await mediaOf(gateway, messageId)).status).toBe(404);
		expect((await mediaOf(gateway, young)).status).toBe(200);
	});

	it('goes with its message where that was kept long enough, whatever else was sent of it', async () => {
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
		await sweptUntil(clock, 'its file to be gone', async () => (await messageFiles()).length === 1);
		expect((await mediaOf(gateway, second)).status).toBe(200);
		clock.advance(13 * HOUR);
		await sweptUntil(clock, 'the file to be gone', async () => (await messageFiles()).length === 0);
	});

	// Gateways on one PostgreSQL database share the folder: what one of them may be working on is left for an hour.
	const itAlone = ON_POSTGRES ? it.skip : it;
	itAlone('goes also where the gateway ends after its rows are gone and before the file is', async () => {
		await start({ GATEWAY_RETENTION_MEDIA: '1h' });
		const messageId = await sent(200);
		clock.advance(2 * HOUR);
		await sweptUntil(
			clock,
			'the rows to be gone',
			async () =>
				(await metricsOf(gateway)).get('gateway_retention_removed_total{what="media_of_messages"}') === 1,
		);
		expect(await messageFiles()).toHaveLength(1);
		gateway = await gateway.restart();
		expect(await messageFiles()).toEqual([]);
		expect(await statusOf(gateway, messageId)).toMatchObject({ status: 'read' });
	});
});

describe('a limited media folder', () => {
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
		expect(await messageFiles()).toHaveLength(9);

		clock.advance(HOUR);
		await sweptUntil(
			clock,
			'half of it to be free',
			async () => (await metricsOf(gateway)).get('gateway_media_bytes') === 44 * KB,
		);
		expect(await files()).toHaveLength(8);
		expect((await upload(11 * KB)).status).toBe(201);
		const statuses = await Promise.all(messages.map(async (one) => (await mediaOf(gateway, one)).status));
		expect(statuses).toEqual([404, 404, 404, 404, 404, 200, 200, 200, 200]);
		expect((await metricsOf(gateway)).get('gateway_media_bytes')).toBe(55 * KB);
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
		await sweptUntil(
			clock,
			'the old file to be gone',
			async () => (await metricsOf(gateway)).get('gateway_media_bytes') === 3 * KB,
		);
		await gateway.post(`/v1/instances/${instanceId}/connect`, { method: 'qrcode' });
		await gateway.post(`/simulator/v1/instances/${instanceId}/scan`);
		await reached(gateway, messageId, 'read');
		expect((await mediaOf(gateway, old)).status).toBe(404);
		expect((await mediaOf(gateway, third)).status).toBe(200);
		await server.close();
	});

	it('counts what it holds from before a restart', async () => {
		await start({ GATEWAY_MEDIA_LIMIT: '20KB' });
		await upload(15 * KB);
		gateway = await gateway.restart();
		expect((await upload(15 * KB)).status).toBe(503);
		expect((await upload(4 * KB)).status).toBe(201);
	});
});
