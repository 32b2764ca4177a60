import { mkdtemp, readdir, readlink, rm } from 'node:fs/promises';
import { platform, tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';

import { afterAll, beforeAll, expect, it } from '@jest/globals';

import { locator } from '../../operations/fixture.ts';
import { storeBinaryDataOnDisk } from '../../support/binaryData.ts';
import type { HttpServer } from '../../support/httpServer.ts';
import { startHttpServer } from '../../support/httpServer.ts';
import { runNodeWith } from '../../support/runNode.ts';

const DESCRIPTORS = '/proc/self/fd';

let folder: string;
let disk: Awaited<ReturnType<typeof storeBinaryDataOnDisk>>;
let server: HttpServer;

beforeAll(async () => {
	folder = await mkdtemp(path.join(tmpdir(), 'messaging-gateway-files-'));
	disk = await storeBinaryDataOnDisk(folder);
	// A server that dies during the upload.
	server = await startHttpServer((request) => request.once('data', () => request.socket.destroy()));
});

afterAll(async () => {
	await server.close();
	await disk.close();
	await rm(folder, { recursive: true });
});

/** Returns the open files of n8n's storage. */
async function openFiles(): Promise<string[]> {
	const descriptors = await readdir(DESCRIPTORS);
	const files = await Promise.all(
		descriptors.map((fd) => readlink(path.join(DESCRIPTORS, fd)).catch(() => '')),
	);
	return files.filter((file) => file.startsWith(folder));
}

// Only Linux lists the open files of a process.
(platform() === 'linux' ? it : it.skip)('closes the file of an upload that fails', async () => {
	// Larger than what the buffers of a connection take.
	const content = Readable.from(Array.from({ length: 20 }, () => Buffer.alloc(1024 * 1024)));
	const data = await disk.store(content, 'large.pdf', 'application/pdf');
	const credential = { baseUrl: server.url, apiKey: 'mgw_000000000000000000000000000000000000' };
	const parameters = {
		resource: 'message',
		operation: 'sendMedia',
		...locator('instanceId', 'inst_00000000000000000000000000'),
		...locator('to', '491516000011'),
	};

	const { error } = await runNodeWith(credential, parameters, [{ json: {}, binary: { data } }]);

	expect(error).toMatchObject({ message: expect.stringContaining('closed the connection') });
	// Not longer, because the garbage collector closes files too, and a later version of Node will fail then.
	for (let check = 0; check < 100 && (await openFiles()).length > 0; check++);
	expect(await openFiles()).toEqual([]);
});
