import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { utimes } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import path from 'node:path';
import { ON_POSTGRES } from '../support/database.ts';
import { temporaryFolder } from '../support/data-folder.ts';
import { file, startFileServer, type FileServer } from '../support/file-server.ts';
import { startGatewayProcess } from '../support/gateway-process.ts';
import { connectedInstance, startTestGateway } from '../support/gateway.ts';
import { createManualClock } from '../support/manual-clock.ts';
import { mediaOf, reached, storedFiles } from '../support/media.ts';
import { PNG } from '../support/sample-files.ts';
import { until } from '../support/until.ts';

const TO = '4915112345678';

describe('a download that does not end', () => {
	let files: FileServer;
	let mediaUrl: string;
	/** What the server is in the middle of; a test may let it go on. */
	let stuck: ServerResponse[];
	let sticks: boolean;

	beforeEach(async () => {
		files = await startFileServer();
		stuck = [];
		sticks = true;
		mediaUrl = files.serve('/a.png', (request, response) => {
			if (request.method === 'HEAD' || !sticks) {
				file(PNG, 'image/png')(request, response);
				return;
			}
			response.writeHead(200, { 'content-type': 'image/png' });
			response.write(PNG.subarray(0, 20));
			stuck.push(response);
		});
	});
	afterEach(() => files.close());

	const body = (instanceId: string) => ({ instanceId, to: TO, mediaUrl, mediaType: 'image' });

	it('fails at its deadline, and leaves nothing behind', async () => {
		const clock = createManualClock();
		const gateway = await startTestGateway({ clock });
		const instanceId = await connectedInstance(gateway);
		const { messageId } = (await gateway.post('/v1/messages/send', body(instanceId))).body as {
			messageId: string;
		};
		await until('the download', () => stuck.length > 0);
		clock.advance(119_000);
		expect((await gateway.get(`/v1/messages/${messageId}/status`)).at('data.status')).toBe('queued');
		clock.advance(1000);
		const record = await reached(gateway, messageId, 'failed');
		expect(record).toMatchObject({ error: { code: 'media_download_failed' } });
		expect(await storedFiles(gateway.folder)).toEqual([]);
		await gateway.close();
	});

	it('is begun anew after a restart, and the message is sent once', async () => {
		const gateway = await startTestGateway();
		const instanceId = await connectedInstance(gateway);
		const messageId = (await gateway.post('/v1/messages/send', body(instanceId))).text('messageId');
		await until('the download', () => stuck.length > 0);
		sticks = false;
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
		await until('a file under way', async () => (await storedFiles(folder)).length === 2);
		await killed.end('SIGKILL');
		const [half] = await storedFiles(folder);
		// Where gateways share the folder, what a crash left is removed once nobody can be working on it any more.
		if (ON_POSTGRES) await age(folder, 2 * 3_600_000);

		sticks = false;
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
	it('is there after a restart, is not downloaded again, and goes with its instance', async () => {
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

/** Makes files look as old as that many milliseconds. */
async function age(folder: string, milliseconds: number): Promise<void> {
	const then = new Date(Date.now() - milliseconds);
	for (const name of await storedFiles(folder)) await utimes(path.join(folder, 'media', name), then, then);
}
