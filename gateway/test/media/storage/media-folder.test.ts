import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { utimes } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import path from 'node:path';
import { ON_POSTGRES } from '../../support/database.ts';
import { temporaryFolder } from '../../support/data-folder.ts';
import { file, startFileServer, type FileServer } from '../../support/servers/file-server.ts';
import { startGatewayProcess } from '../../support/gateway-process.ts';
import { connectedInstance, startTestGateway } from '../../support/gateway.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { mediaOf, reached, storedFiles } from '../../support/media.ts';
import { PNG } from '../../support/sample-files.ts';
import { until } from '../../support/until.ts';

const TO = '4915112345678';

describe('a download that does not end', () => {
	let files: FileServer;
	let mediaUrl: string;
	/** Responses of the server that have not ended. */
	let hanging: ServerResponse[];
	let hangs: boolean;

	beforeEach(async () => {
		files = await startFileServer();
		hanging = [];
		hangs = true;
		mediaUrl = files.serve('/a.png', (request, response) => {
			if (request.method === 'HEAD' || !hangs) {
				file(PNG, 'image/png')(request, response);
				return;
			}
			response.writeHead(200, { 'content-type': 'image/png' });
			response.write(PNG.subarray(0, 20));
			hanging.push(response);
		});
	});
	afterEach(() => files.close());

	const body = (instanceId: string) => ({ instanceId, to: TO, mediaUrl, mediaType: 'image' });

	it('fails at its deadline and leaves no file behind', async () => {
		const clock = createManualClock();
		const gateway = await startTestGateway({ clock });
		const instanceId = await connectedInstance(gateway);
		const { messageId } = (await gateway.post('/v1/messages/send', body(instanceId))).body as {
			messageId: string;
		};
		await until('the download', () => hanging.length > 0);
		clock.advance(119_000);
		expect((await gateway.get(`/v1/messages/${messageId}/status`)).at('data.status')).toBe('queued');
		clock.advance(1000);
		const record = await reached(gateway, messageId, 'failed');
		expect(record).toMatchObject({ error: { code: 'media_download_failed' } });
		expect(await storedFiles(gateway.folder)).toEqual([]);
		await gateway.close();
	});

	it('starts again after a restart, and the message is sent once', async () => {
		const gateway = await startTestGateway();
		const instanceId = await connectedInstance(gateway);
		const messageId = (await gateway.post('/v1/messages/send', body(instanceId))).text('messageId');
		await until('the download', () => hanging.length > 0);
		hangs = false;
		const restarted = await gateway.restart();
		await reached(restarted, messageId, 'read');
		const [name, ...others] = await storedFiles(gateway.folder);
		expect(name).toMatch(new RegExp(`^${instanceId}/med_`));
		expect(others).toEqual([]);
		await restarted.close();
	});

	it('leaves no temporary file after kill -9', async () => {
		const { folder, remove } = await temporaryFolder();
		const killed = await startGatewayProcess(folder);
		const instanceId = await connectedInstance(killed);
		const messageId = (await killed.post('/v1/messages/send', body(instanceId))).text('messageId');
		await until('a pending file', async () => (await storedFiles(folder)).length === 2);
		await killed.end('SIGKILL');
		const [half] = await storedFiles(folder);
		// Gateways that share a folder remove the files of a crash once no other gateway can be working on them.
		if (ON_POSTGRES) await setAge(folder, 2 * 3_600_000);

		hangs = false;
		const gateway = await startGatewayProcess(folder);
		await reached(gateway, messageId, 'read');
		const names = await storedFiles(folder);
		expect(names).toHaveLength(1);
		expect(names).not.toContain(half);
		expect(Buffer.from(await (await mediaOf(gateway, messageId)).arrayBuffer()).equals(PNG)).toBe(true);
		await gateway.end('SIGTERM');
		await remove();
	});
});

describe('a stored file', () => {
	it('is kept across a restart without another download, and is deleted with its instance', async () => {
		const files = await startFileServer();
		const mediaUrl = files.serve('/a.png', file(PNG, 'image/png'));
		const gateway = await startTestGateway();
		const instanceId = await connectedInstance(gateway);
		const sent = await gateway.post('/v1/messages/send', {
			instanceId,
			to: TO,
			mediaUrl,
			mediaType: 'image',
		});
		await reached(gateway, sent.text('messageId'), 'read');
		const restarted = await gateway.restart();
		expect((await mediaOf(restarted, sent.text('messageId'))).status).toBe(200);
		expect(files.asked('/a.png')).toEqual(['HEAD', 'GET']);

		await restarted.delete(`/v1/instances/${instanceId}`);
		const again = await restarted.restart();
		expect(await storedFiles(again.folder)).toEqual([]);
		await again.close();
		await files.close();
	});
});

/** Sets the times of all files to an age in milliseconds. */
async function setAge(folder: string, milliseconds: number): Promise<void> {
	const then = new Date(Date.now() - milliseconds);
	for (const name of await storedFiles(folder)) await utimes(path.join(folder, 'media', name), then, then);
}
