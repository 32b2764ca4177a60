import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { temporaryFolder } from '../support/data-folder.ts';
import { freePort } from '../support/free-port.ts';
import { runGateway, withoutLog, startGatewayProcess } from '../support/gateway-process.ts';
import { ON_POSTGRES, runSql } from '../support/database.ts';
import { createBaseline, describeSchema } from '../support/storage/baseline.ts';
import { startReceiver } from '../support/servers/receiver.ts';
import { until } from '../support/until.ts';
import { startLaterVersion, type LaterGateway } from '../support/upgrade/later-gateway.ts';

let folder: string;
let remove: () => Promise<void>;
beforeEach(async () => {
	({ folder, remove } = await temporaryFolder());
});
afterEach(() => remove());

describe('the first start on a busy port', () => {
	it('makes nothing, so that the next start shows the first key', async () => {
		const other = await startReceiver();
		const environment = { GATEWAY_DATA_DIR: folder, GATEWAY_PORT: String(other.port), GATEWAY_API_KEY: '' };
		const { code, stderr } = await runGateway([], environment);
		await other.close();
		expect([code, stderr.split('\n').length]).toEqual([1, 2]);
		expect(stderr).toContain('GATEWAY_PORT');
		const made = ['encryption.key', 'first-key.txt', 'setup-link.txt', 'gateway.db'];
		expect(made.filter((file) => existsSync(path.join(folder, file)))).toEqual([]);

		const gateway = await startGatewayProcess(folder, { GATEWAY_API_KEY: '' });
		const key = (await readFile(path.join(folder, 'first-key.txt'), 'utf8')).trim();
		const health = await gateway.request('/v1/health', { headers: { authorization: `Bearer ${key}` } });
		expect(health.status).toBe(200);
		await gateway.end('SIGTERM');
	});
});

describe('a gateway that upgrades its database', () => {
	let gateway: LaterGateway;

	beforeEach(async () => {
		await (await startGatewayProcess(folder)).end('SIGTERM');
		gateway = await startLaterVersion(folder, ['9010-shade', '9011-messages-by-shade'], 'shade');
		await until('the step to run', () => gateway.logged().includes('step 1 of 2'));
	});
	afterEach(() => gateway.end('SIGKILL'));

	it('is alive, and says at /readyz and to clients how far it is', async () => {
		const live = await gateway.client.request('/livez', {});
		expect([live.status, live.body]).toEqual([200, { status: 'alive' }]);
		for (const url of ['/readyz', '/v1/health', '/v1/instances']) {
			const refused = await gateway.client.get(url);
			expect(refused.status).toBe(503);
			expect(refused.body).toEqual({
				error: {
					code: 'service_unavailable',
					message: 'The database is being upgraded: step 1 of 2.',
					requestId: refused.headers.get('x-request-id'),
					hint: expect.any(String),
					retryAfter: 5,
				},
			});
			expect(refused.headers.get('retry-after')).toBe('5');
		}
		const posted = await gateway.client.post('/v1/messages/send', { message: 'x'.repeat(100_000) });
		expect([posted.status, posted.at('error.code')]).toEqual([503, 'service_unavailable']);
	});

	it('continues after kill -9, with the same data', async () => {
		await gateway.end('SIGKILL');
		const again = await startLaterVersion(folder, ['9010-shade', '9011-messages-by-shade']);
		const ready = await again.ready;
		expect((await ready.get('/readyz')).status).toBe(200);
		expect(await runSql(folder, 'select shade from messages')).toEqual([]);
		expect(again.logged()).toContain('The database is upgraded.');
		await again.end('SIGTERM');
	});
});

describe('a version that is older than the database', () => {
	beforeEach(async () => {
		await (await startGatewayProcess(folder)).end('SIGTERM');
	});

	it('starts where the later one only added to it', async () => {
		const later = await startLaterVersion(folder, ['9010-shade']);
		await later.ready;
		await later.end('SIGTERM');
		const gateway = await startGatewayProcess(folder);
		expect((await gateway.get('/readyz')).status).toBe(200);
		await gateway.end('SIGTERM');
	});

	it('ends with one sentence where it cannot work on it, and writes nothing', async () => {
		const later = await startLaterVersion(folder, ['9010-shade', '9012-contract']);
		await later.ready;
		await later.end('SIGTERM');
		const file = path.join(folder, 'gateway.db');
		const before = ON_POSTGRES ? null : await readFile(file);
		const port = String(await freePort());
		const { code, stderr } = await runGateway([], { GATEWAY_DATA_DIR: folder, GATEWAY_PORT: port });
		expect(code).toBe(1);
		expect(withoutLog(stderr)).toMatch(
			/^The database was upgraded by version \S+ of the gateway, and this version cannot work on it\. Start version \S+ or later, or restore the backup from before the upgrade \(see docs\/upgrade\.md\)\.\n$/,
		);
		if (before !== null) expect(before.equals(await readFile(file))).toBe(true);
	});
});

describe('a command on the database of an earlier version', () => {
	it('leaves it to a gateway to upgrade the database', async () => {
		await createBaseline(folder);
		const before = await describeSchema(folder);
		const { code, stdout, stderr } = await runGateway(['users', 'list'], { GATEWAY_DATA_DIR: folder });
		expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
		expect(stderr).toMatch(
			/^The database is that of an earlier version of the gateway than this command, which is \S+\. Run the command in the version of your gateway, or start a gateway of version \S+ first, .+\n$/,
		);
		expect(await describeSchema(folder)).toEqual(before);

		await (await startGatewayProcess(folder)).end('SIGTERM');
		expect((await runGateway(['users', 'list'], { GATEWAY_DATA_DIR: folder })).code).toBe(0);
	});
});
