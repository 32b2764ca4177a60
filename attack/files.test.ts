import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { chmod, mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { temporaryFolder } from '../gateway/test/support/data-folder.ts';
import {
	runGateway,
	startGatewayProcess,
	type GatewayProcess,
} from '../gateway/test/support/gateway-process.ts';
import { connectedInstance } from '../gateway/test/support/gateway.ts';
import { authorization, storedFiles } from '../gateway/test/support/media.ts';
import { PNG } from '../gateway/test/support/sample-files.ts';

describe('the data folder, read by another account of the machine', () => {
	let folder: string;
	let remove: () => Promise<void>;
	let gateway: GatewayProcess | null;

	beforeEach(async () => {
		gateway = null;
		({ folder, remove } = await temporaryFolder());
	});
	afterEach(async () => {
		await gateway?.end('SIGTERM');
		await remove();
	});

	/** The mode of the folder and of each file and folder in it, as far as it is open to other accounts. */
	const openToOthers = async () => {
		const names = ['.', ...(await readdir(folder, { recursive: true }))];
		const modes = await Promise.all(
			names.map(async (name) => [name, (await stat(path.join(folder, name))).mode & 0o077] as const),
		);
		return { names, open: modes.filter(([, mode]) => mode !== 0) };
	};

	it('lets it read no file', async () => {
		gateway = await startGatewayProcess(folder);
		const { names, open } = await openToOthers();
		expect(names).toEqual(expect.arrayContaining(['gateway.db', 'gateway.db-wal', 'encryption.key']));
		expect(open).toEqual([]);
	});

	it('lets it read no uploaded, downloaded or received file', async () => {
		gateway = await startGatewayProcess(folder);
		const instanceId = await connectedInstance(gateway);
		const form = new FormData();
		form.set('file', new Blob([PNG], { type: 'image/png' }), 'picture.png');
		const uploaded = await gateway.request('/v1/media', {
			method: 'POST',
			headers: { authorization },
			body: form,
		});
		const mediaUrl = uploaded.text('data.mediaUrl');
		const sent = await gateway.post('/v1/messages/send', {
			instanceId,
			to: '4915112345678',
			mediaType: 'image',
			mediaUrl,
		});
		expect(sent).toMatchObject({ status: 202 });
		const received = await gateway.post(`/simulator/v1/instances/${instanceId}/messages`, {
			from: '4915112345678',
			type: 'image',
			mediaUrl,
		});
		expect(received).toMatchObject({ status: 201 });
		expect((await storedFiles(folder)).length).toBeGreaterThan(2);
		const { open } = await openToOthers();
		expect(open).toEqual([]);
	});

	it('closes the folder of an earlier version, which others could read', async () => {
		gateway = await startGatewayProcess(folder);
		await gateway.end('SIGTERM');
		const media = path.join(folder, 'media', 'inst_1');
		await mkdir(media, { recursive: true });
		await writeFile(path.join(media, 'picture'), 'content');
		for (const name of ['.', ...(await readdir(folder, { recursive: true }))]) {
			const file = path.join(folder, name);
			await chmod(file, (await stat(file)).isDirectory() ? 0o755 : 0o644);
		}
		// Files that the gateway did not create stay unchanged.
		await writeFile(path.join(folder, 'start.sh'), '#!/bin/sh\n');
		await chmod(path.join(folder, 'start.sh'), 0o755);

		gateway = await startGatewayProcess(folder);
		const { open } = await openToOthers();
		expect(open).toEqual([['start.sh', 0o055]]);
	});

	it('lets it read no file that a command creates', async () => {
		gateway = await startGatewayProcess(folder);
		const backup = path.join(folder, 'backup.tar.gz');
		for (const command of [
			['encryption', 'rotate'],
			['backup', backup],
		]) {
			expect((await runGateway(command, { GATEWAY_DATA_DIR: folder })).code).toBe(0);
		}
		const { names, open } = await openToOthers();
		expect(names).toEqual(expect.arrayContaining(['encryption.key', 'backup.tar.gz']));
		expect(open).toEqual([]);
	});
});
