import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { temporaryFolder } from '../support/data-folder.ts';
import { databaseEnvironment } from '../support/database.ts';
import { file, startFileServer, type FileServer } from '../support/servers/file-server.ts';
import { startGatewayProcess, type GatewayProcess } from '../support/gateway-process.ts';
import { connectedInstance } from '../support/gateway.ts';
import { authorization, mediaOf, reached } from '../support/media.ts';
import { startS3Server, type S3Server } from '../support/servers/s3-server.ts';
import { JPEG, PNG } from '../support/sample-files.ts';
import { until } from '../support/until.ts';

const ADA = '4915112345678';

describe('two gateways that share nothing but a database and a bucket', () => {
	let s3: S3Server;
	let files: FileServer;
	let folders: Awaited<ReturnType<typeof temporaryFolder>>[];
	let first: GatewayProcess;
	let second: GatewayProcess;

	const start = async (folder = ''): Promise<GatewayProcess> =>
		startGatewayProcess(folder, {
			...(await databaseEnvironment(folders[0]?.folder ?? '')),
			...s3.environment('shop'),
			GATEWAY_ENCRYPTION_KEY: 'ab'.repeat(32),
			GATEWAY_SIMULATOR_LATENCY_MS: '0,0,0',
		});

	beforeEach(async () => {
		[s3, files] = await Promise.all([startS3Server(), startFileServer()]);
		folders = [await temporaryFolder(), await temporaryFolder()];
		first = await start(folders[0]?.folder);
		second = await start(folders[1]?.folder);
	});
	afterEach(async () => {
		await Promise.all([first.end('SIGTERM'), second.end('SIGTERM')]);
		for (const { remove } of folders) await remove();
		await Promise.all([s3.close(), files.close()]);
	});

	const bytesOf = async (gateway: GatewayProcess, messageId: string): Promise<Buffer> =>
		Buffer.from(await (await mediaOf(gateway, messageId)).arrayBuffer());
	const receivePhoto = async (gateway: GatewayProcess, instanceId: string): Promise<string> => {
		const mediaUrl = files.serve('/a.jpg', file(JPEG, 'image/jpeg'));
		const path = `/simulator/v1/instances/${instanceId}/messages`;
		return (await gateway.post(path, { from: ADA, type: 'image', mediaUrl })).text('data.messageId');
	};

	it('serve what either received, and send what either was given', async () => {
		const instances = [await connectedInstance(first, 'One'), await connectedInstance(second, 'Two')];
		for (const instanceId of instances) {
			const messageId = await receivePhoto(first, instanceId);
			for (const gateway of [first, second])
				expect((await bytesOf(gateway, messageId)).equals(JPEG)).toBe(true);
		}
		const body = new FormData();
		body.append('file', new Blob([new Uint8Array(PNG)], { type: 'image/png' }), 'a.png');
		const uploaded = await first.request('/v1/media', { method: 'POST', headers: { authorization }, body });
		const mediaUrl = uploaded.text('data.mediaUrl');
		for (const instanceId of instances) {
			const message = { instanceId, to: ADA, mediaUrl, mediaType: 'image' };
			const messageId = (await second.post('/v1/messages/send', message)).text('messageId');
			await reached(first, messageId, 'read');
			for (const gateway of [first, second])
				expect((await bytesOf(gateway, messageId)).equals(PNG)).toBe(true);
		}
	});

	it('lose no file when one of them is killed, and the other starts again', async () => {
		const instanceId = await connectedInstance(first);
		const messageId = await receivePhoto(first, instanceId);
		await first.end('SIGKILL');
		await second.end('SIGTERM');
		second = await start(folders[1]?.folder);
		expect((await bytesOf(second, messageId)).equals(JPEG)).toBe(true);
		await until('the instance to be taken over', async () => {
			const status = (await second.get(`/v1/instances/${instanceId}/status`)).at('data.status');
			return status === 'connected';
		});
		expect((await bytesOf(second, await receivePhoto(second, instanceId))).equals(JPEG)).toBe(true);
		first = await start(folders[0]?.folder);
	});
});
