import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { countRows } from '../../support/database.ts';
import { temporaryFolder } from '../../support/data-folder.ts';
import { file, startFileServer, type FileServer } from '../../support/servers/file-server.ts';
import { runGateway, startGatewayProcess } from '../../support/gateway-process.ts';
import { connectedInstance, startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { metricsOf } from '../../support/metrics.ts';
import { authorization, mediaOf, reached } from '../../support/media.ts';
import { startReceiver } from '../../support/servers/receiver.ts';
import { startS3Server, type S3Server } from '../../support/servers/s3-server.ts';
import { JPEG, PNG } from '../../support/sample-files.ts';
import { until } from '../../support/until.ts';

const ADA = '4915112345678';

let s3: S3Server;
let files: FileServer;
let photo: string;

beforeEach(async () => {
	[s3, files] = await Promise.all([startS3Server(), startFileServer()]);
	photo = files.serve('/a.jpg', file(JPEG, 'image/jpeg'));
});
afterEach(async () => {
	await Promise.all([s3.close(), files.close()]);
});

/** Returns the keys of all objects but the claim of the database. */
const objects = async (): Promise<string[]> => (await s3.keys()).filter((key) => key !== 'gateway.json');

/** Waits until the bucket holds so many objects, and none is pending. */
const settled = (count: number): Promise<string[]> =>
	until(`${count} objects`, async () => {
		const keys = await objects();
		return keys.length === count && !keys.some((key) => key.startsWith('pending/')) && keys;
	});

const receivePhoto = (gateway: Pick<TestGateway, 'post'>, instanceId: string) =>
	gateway.post(`/simulator/v1/instances/${instanceId}/messages`, {
		from: ADA,
		type: 'image',
		mediaUrl: photo,
	});

async function upload(url: string, bytes: Buffer): Promise<Response> {
	const body = new FormData();
	body.append('file', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), 'a.png');
	return fetch(`${url}/v1/media`, { method: 'POST', headers: { authorization }, body });
}

async function uploadedUrl(url: string): Promise<string> {
	const answer = (await (await upload(url, PNG)).json()) as { data: { mediaUrl: string } };
	return answer.data.mediaUrl;
}

const bytesOf = async (gateway: { url: string }, messageId: string): Promise<Buffer> =>
	Buffer.from(await (await mediaOf(gateway, messageId)).arrayBuffer());

describe('a gateway whose media files are in a bucket', () => {
	let gateway: TestGateway;
	let instanceId: string;

	beforeEach(async () => {
		gateway = await startTestGateway({ environment: s3.environment() });
		instanceId = await connectedInstance(gateway);
	});
	afterEach(() => gateway.close());

	it('stores the file of a received message in the bucket only, and serves it, also after a restart', async () => {
		const messageId = (await receivePhoto(gateway, instanceId)).text('data.messageId');
		expect(await settled(1)).toEqual([expect.stringMatching(new RegExp(`^${instanceId}/med_`))]);
		expect(await localFiles(gateway.folder)).toEqual([]);
		gateway = await gateway.restart();
		const answer = await mediaOf(gateway, messageId);
		expect(answer.headers.get('content-type')).toBe('image/jpeg');
		expect(answer.headers.get('content-length')).toBe(String(JPEG.length));
		expect(Buffer.from(await answer.arrayBuffer()).equals(JPEG)).toBe(true);
	});

	it('sends an upload and a file of another server, and keeps nothing of them on its disk', async () => {
		for (const mediaUrl of [await uploadedUrl(gateway.url), files.serve('/b.png', file(PNG, 'image/png'))]) {
			const body = { instanceId, to: ADA, mediaUrl, mediaType: 'image' };
			const messageId = (await gateway.post('/v1/messages/send', body)).text('messageId');
			await reached(gateway, messageId, 'read');
			expect((await bytesOf(gateway, messageId)).equals(PNG)).toBe(true);
		}
		const keys = await settled(3);
		expect(keys.filter((key) => key.startsWith('uploads/'))).toHaveLength(1);
		await until('the copies to be removed', async () => (await localFiles(gateway.folder)).length === 0);
	});

	it('deletes the objects of a deleted instance', async () => {
		await receivePhoto(gateway, instanceId);
		await settled(1);
		await gateway.delete(`/v1/instances/${instanceId}`);
		await settled(0);
	});

	it('keeps what was received while the server was away, and refuses uploads until it is back', async () => {
		const receiver = await startReceiver();
		await gateway.post('/v1/webhooks', { url: receiver.url, events: ['message.received'] });
		await s3.stop();
		const received = receivePhoto(gateway, instanceId);
		const refused = await upload(gateway.url, PNG);
		expect(refused.status).toBe(503);
		expect(refused.headers.get('retry-after')).not.toBeNull();
		expect(receiver.requests).toEqual([]);
		expect((await metricsOf(gateway)).get('gateway_media_bucket_up')).toBe(0);
		expect((await gateway.get('/readyz')).status).toBe(200);
		expect(gateway.logged.join('')).toContain('the bucket of media cannot be used');
		expect(gateway.logged.join('')).not.toContain(s3.environment().AWS_SECRET_ACCESS_KEY);
		await s3.start();
		const messageId = (await received).text('data.messageId');
		expect((await bytesOf(gateway, messageId)).equals(JPEG)).toBe(true);
		await receiver.count(1);
		expect((await metricsOf(gateway)).get('gateway_media_bucket_up')).toBe(1);
		expect((await upload(gateway.url, PNG)).status).toBe(201);
		await receiver.close();
	});

	it('says that a file cannot be had while the server is away', async () => {
		const messageId = (await receivePhoto(gateway, instanceId)).text('data.messageId');
		await s3.stop();
		expect((await mediaOf(gateway, messageId)).status).toBe(503);
		await s3.start();
		expect((await mediaOf(gateway, messageId)).status).toBe(200);
	});

	it('does not lose a file where its markers cannot be removed', async () => {
		const messageId = (await receivePhoto(gateway, instanceId)).text('data.messageId');
		const [key = ''] = await settled(1);
		// The leftovers of a gateway that crashed between the commit and the removal of the marker.
		await s3.put(`pending/${key}`, '');
		await s3.put(`pending/uploads/med_01k9z5q7v8w9x0y1z2a3b4c5d6`, '');
		await s3.setAge(2 * 3_600_000);
		gateway = await gateway.restart();
		await settled(1);
		expect((await bytesOf(gateway, messageId)).equals(JPEG)).toBe(true);
	});
});

it('deletes objects at the end of their retention', async () => {
	const clock = createManualClock(Date.now());
	const environment = { ...s3.environment(), GATEWAY_RETENTION_MEDIA: '10m' };
	const gateway = await startTestGateway({ clock, environment });
	const instanceId = await connectedInstance(gateway);
	// A retry of a request to the bucket waits for time to pass, which is slow enough here for the time limit of one.
	const asTimePasses = <T>(what: string, check: () => Promise<T> | T): Promise<T> =>
		until(what, () => {
			clock.advance(2000);
			return check();
		});
	let messageId = '';
	const received = receivePhoto(gateway, instanceId).then((answer) => {
		messageId = answer.text('data.messageId');
	});
	await asTimePasses('the message', () => messageId !== '');
	await received;
	await asTimePasses('the object to be deleted', async () => (await objects()).length === 0);
	expect((await mediaOf(gateway, messageId)).status).toBe(404);
	await gateway.close();
});

it('commits no message without its object when it is killed during the upload', async () => {
	const { folder, remove } = await temporaryFolder();
	const killed = await startGatewayProcess(folder, s3.environment());
	const instanceId = await connectedInstance(killed);
	s3.pause();
	const received = receivePhoto(killed, instanceId).catch(() => null);
	await until('the received file', async () => (await localFiles(folder)).length === 1);
	await killed.end('SIGKILL');
	expect(await received).toBeNull();
	s3.resume();

	const gateway = await startGatewayProcess(folder, s3.environment());
	expect(await countRows(folder, 'messages')).toBe(0);
	// On PostgreSQL the lease of the killed gateway is taken over first.
	await until('the connection', async () => {
		return (await gateway.get(`/v1/instances/${instanceId}/status`)).at('data.status') === 'connected';
	});
	const messageId = (await receivePhoto(gateway, instanceId)).text('data.messageId');
	expect((await bytesOf(gateway, messageId)).equals(JPEG)).toBe(true);
	await gateway.end('SIGTERM');
	await remove();
});

describe('a start with a bucket that cannot be used', () => {
	it.each([
		[
			'a wrong secret',
			{ AWS_SECRET_ACCESS_KEY: 'wrong' },
			'Correct AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY',
		],
		['a bucket that does not exist', { bucket: 'nothing' }, 'Create the bucket, or correct its name'],
		['a server that is away', { endpoint: 'http://127.0.0.1:1' }, 'Check the address'],
	])('says what to do about %s', async (_what, changes, advice) => {
		const { folder, remove } = await temporaryFolder();
		const { bucket = s3.bucket, endpoint = s3.endpoint, ...key } = changes as Record<string, string>;
		const ended = await runGateway([], {
			GATEWAY_DATA_DIR: folder,
			GATEWAY_PORT: '0',
			...s3.environment(),
			GATEWAY_MEDIA_URL: `s3://${bucket}?endpoint=${endpoint}`,
			...key,
		});
		expect(ended.code).toBe(1);
		expect(ended.stderr).toContain(advice);
		expect(ended.stderr).not.toContain('    at ');
		await remove();
	});

	it('does not use the folder of gateways with another database', async () => {
		const first = await startTestGateway({ environment: s3.environment() });
		await expect(startTestGateway({ environment: s3.environment() })).rejects.toThrow('another database');
		const second = await startTestGateway({ environment: s3.environment('other') });
		await first.close();
		await second.close();
	});
});

async function localFiles(dataFolder: string): Promise<string[]> {
	const entries = await readdir(path.join(dataFolder, 'media-cache'), {
		recursive: true,
		withFileTypes: true,
	});
	return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}
