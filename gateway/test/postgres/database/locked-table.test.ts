import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { temporaryFolder } from '../../support/data-folder.ts';
import { databaseEnvironment } from '../../support/database.ts';
import { startGatewayProcess, type GatewayProcess } from '../../support/gateway-process.ts';
import { connectedInstance, sendText, statusOf } from '../../support/gateway.ts';
import { at } from '../../support/json.ts';
import { until } from '../../support/until.ts';

describe('a database with a table that another client has locked', () => {
	let remove: () => Promise<void>;
	let other: pg.Client;
	let start: () => Promise<GatewayProcess>;
	let gateway: GatewayProcess;

	beforeEach(async () => {
		let folder: string;
		({ folder, remove } = await temporaryFolder());
		const { DATABASE_URL = '' } = await databaseEnvironment(folder);
		start = () =>
			startGatewayProcess(folder, {
				DATABASE_URL: `${DATABASE_URL}?statement_timeout=300`,
				GATEWAY_SIMULATOR_LATENCY_MS: '0,0,0',
			});
		gateway = await start();
		other = new pg.Client({ connectionString: DATABASE_URL });
		await other.connect();
	});
	afterEach(async () => {
		await other.end();
		await gateway.end('SIGTERM');
		await remove();
	});

	it('reopens connections after a start during the lock once it is released', async () => {
		const instanceId = await connectedInstance(gateway);
		await gateway.end('SIGKILL');
		await other.query('begin; lock table instances in exclusive mode');
		gateway = await start();
		await until('a connection that could not be opened', () =>
			gateway.output().stderr.includes('a connection could not be opened again'),
		);
		await other.query('commit');
		const messageId = await sendText(gateway, instanceId, '4915112345678');
		await until(
			'the message to be read',
			async () => at(await statusOf(gateway, messageId), 'status') === 'read',
		);
	});

	it('lets an instance connect again whose lease could not be released during the lock', async () => {
		const instanceId = await connectedInstance(gateway);
		await other.query('begin; lock table instance_leases in share mode');
		await gateway.post(`/simulator/v1/instances/${instanceId}/logout`);
		await until('the release of the lease to fail', () =>
			gateway.output().stderr.includes('the other gateways on the database could not be reached'),
		);
		await other.query('commit');
		await until('the instance to be connected', async () => {
			const connecting = await gateway.post(`/v1/instances/${instanceId}/connect`, { method: 'qrcode' });
			expect([200, 503]).toContain(connecting.status);
			return connecting.status === 200;
		});
	});

	it('answers 503 when a statement waits too long', async () => {
		const instanceId = await connectedInstance(gateway);
		await other.query('begin; lock table messages in exclusive mode');
		const message = { instanceId, to: '4915112345678', message: 'Hello' };
		const refused = await Promise.all([1, 2, 3].map(() => gateway.post('/v1/messages/send', message)));
		expect(refused.map(({ status }) => status)).toEqual([503, 503, 503]);
		expect(refused[0]?.at('error.code')).toBe('service_unavailable');
		expect(refused[0]?.headers.get('retry-after')).toMatch(/^\d+$/);
		await until('the reason in the log', () =>
			gateway.output().stderr.includes('as it does while another session has locked a table'),
		);
		await other.query('lock table messages in access exclusive mode');
		const read = await gateway.get(`/v1/messages?instanceId=${instanceId}`);
		expect([read.status, read.at('error.code')]).toEqual([503, 'service_unavailable']);
		await other.query('commit');
		await sendText(gateway, instanceId, '4915112345678');
	});
});
