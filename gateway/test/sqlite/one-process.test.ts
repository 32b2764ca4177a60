import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { temporaryFolder } from '../support/data-folder.ts';
import { runGateway, startGatewayProcess } from '../support/gateway-process.ts';

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
});
