import { expect, it } from '@jest/globals';
import { readdir } from 'node:fs/promises';
import { temporaryFolder } from '../support/data-folder.ts';
import { startGatewayProcess } from '../support/gateway-process.ts';

(process.platform === 'linux' ? it : it.skip)(
	'has no more threads than the system lets it have',
	async () => {
		const { folder, remove } = await temporaryFolder();
		// The tests may run as root, for whom the system does not enforce it.
		const gateway = await startGatewayProcess(folder, {}, { threads: '24' });
		expect((await gateway.get('/v1/health')).status).toBe(200);
		expect((await readdir(`/proc/${gateway.pid ?? 0}/task`)).length).toBeLessThanOrEqual(24);
		await gateway.end('SIGKILL');
		await remove();
	},
);
