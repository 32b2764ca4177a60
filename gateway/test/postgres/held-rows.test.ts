import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { temporaryFolder } from '../support/data-folder.ts';
import { databaseEnvironment } from '../support/database.ts';
import { startGatewayProcess, type GatewayProcess } from '../support/gateway-process.ts';
import { connectedInstance, sendText } from '../support/gateway.ts';

describe('a database of which somebody else holds a table', () => {
	let remove: () => Promise<void>;
	let other: pg.Client;
	let gateway: GatewayProcess;

	beforeEach(async () => {
		let folder: string;
		({ folder, remove } = await temporaryFolder());
		const { DATABASE_URL = '' } = await databaseEnvironment(folder);
		gateway = await startGatewayProcess(folder, { DATABASE_URL: `${DATABASE_URL}?statement_timeout=300` });
		other = new pg.Client({ connectionString: DATABASE_URL });
		await other.connect();
	});
	afterEach(async () => {
		await gateway.end('SIGTERM');
		await remove();
	});

	it('keeps clients waiting, and has them come back when it takes too long', async () => {
		const instanceId = await connectedInstance(gateway);
		await other.query('begin; lock table messages in exclusive mode');
		const message = { instanceId, to: '4915112345678', message: 'Hello' };
		const refused = await Promise.all([1, 2, 3].map(() => gateway.post('/v1/messages/send', message)));
		expect(refused.map(({ status }) => status)).toEqual([503, 503, 503]);
		expect(refused[0]?.at('error.code')).toBe('service_unavailable');
		expect(refused[0]?.headers.get('retry-after')).toMatch(/^\d+$/);
		await other.query('lock table messages in access exclusive mode');
		const read = await gateway.get(`/v1/messages?instanceId=${instanceId}`);
		expect([read.status, read.at('error.code')]).toEqual([503, 'service_unavailable']);
		await other.end();
		await sendText(gateway, instanceId, '4915112345678');
	});
});
