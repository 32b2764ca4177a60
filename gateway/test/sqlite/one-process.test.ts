import { rm } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { temporaryFolder } from '../support/data-folder.ts';
import { runGateway, startGatewayProcess } from '../support/gateway-process.ts';
import { until } from '../support/until.ts';

describe('a gateway on a SQLite file', () => {
	let folder: string;
	let remove: () => Promise<void>;
	beforeEach(async () => {
		({ folder, remove } = await temporaryFolder());
	});
	afterEach(() => remove());

	it('refuses to start on the data folder of another gateway, and starts after that one was killed', async () => {
		const first = await startGatewayProcess(folder);
		const second = await runGateway([], { GATEWAY_DATA_DIR: folder, GATEWAY_PORT: '0' });
		expect(second.code).toBe(1);
		expect(second.stderr).toContain(`Another gateway is running on the data folder ${folder}`);
		await first.end('SIGKILL');
		const third = await startGatewayProcess(folder);
		expect((await third.get('/v1/health')).status).toBe(200);
		await third.end('SIGTERM');
	});

	it('keeps others away after gateway.lock was deleted', async () => {
		const first = await startGatewayProcess(folder);
		await rm(path.join(folder, 'gateway.lock'));
		await until('the lock to be renewed', () => first.output().stderr.includes('it is locked again'));
		const second = await runGateway([], { GATEWAY_DATA_DIR: folder, GATEWAY_PORT: '0' });
		expect(second.stderr).toContain(`Another gateway is running on the data folder ${folder}`);
		expect((await first.get('/v1/health')).status).toBe(200);
		await first.end('SIGTERM');
	});

	it('stops when another one has locked the folder after gateway.lock was deleted', async () => {
		const first = await startGatewayProcess(folder);
		await rm(path.join(folder, 'gateway.lock'));
		const other = new DatabaseSync(path.join(folder, 'gateway.lock'));
		other.exec('begin exclusive');
		await until('the gateway to stop', () => first.output().stderr.includes('this one has stopped'));
		const refused = await first.get('/v1/health');
		expect(refused.status).toBe(503);
		expect(refused.text('error.message')).toContain('another one has started on its data folder');
		other.close();
		await first.end('SIGTERM');
	});
});
