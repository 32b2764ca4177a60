import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { temporaryFolder } from '../gateway/test/support/data-folder.ts';
import { startGatewayProcess, type GatewayProcess } from '../gateway/test/support/gateway-process.ts';

describe('the data folder, read by another account of the machine', () => {
	let folder: string;
	let remove: () => Promise<void>;
	let gateway: GatewayProcess;

	beforeAll(async () => {
		({ folder, remove } = await temporaryFolder());
		gateway = await startGatewayProcess(folder);
	});
	afterAll(async () => {
		await gateway.end('SIGTERM');
		await remove();
	});

	it('lets it read no file', async () => {
		const names = await readdir(folder, { recursive: true });
		expect(names).toContain('gateway.db');
		for (const name of names) {
			const { mode } = await stat(path.join(folder, name));
			expect({ name, open: mode & 0o077 }).toEqual({ name, open: 0 });
		}
	});
});
