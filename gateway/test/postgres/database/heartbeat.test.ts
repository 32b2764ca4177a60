import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { temporaryFolder } from '../../support/data-folder.ts';
import { databaseEnvironment } from '../../support/database.ts';
import { startGatewayProcess, type GatewayProcess } from '../../support/gateway-process.ts';
import { connectedInstance, sendText } from '../../support/gateway.ts';
import { until } from '../../support/until.ts';

/** Heartbeats to see; one is due every second. */
const HEARTBEATS = 3;

describe('the heartbeat of a gateway in a cluster', () => {
	let remove: () => Promise<void>;
	let other: pg.Client;
	let first: GatewayProcess;
	let second: GatewayProcess;

	beforeAll(async () => {
		let folder: string;
		({ folder, remove } = await temporaryFolder());
		const { DATABASE_URL = '' } = await databaseEnvironment(folder);
		first = await startGatewayProcess(folder, {});
		second = await startGatewayProcess(folder, {});
		other = new pg.Client({ connectionString: DATABASE_URL });
		await other.connect();
	});
	afterAll(async () => {
		await other.end();
		await first.end('SIGTERM');
		await second.end('SIGTERM');
		await remove();
	});

	it('continues while commits, resumes and reads of the gateway wait for a lock', async () => {
		const instanceId = await connectedInstance(first);
		await other.query('begin; lock table instances, instance_leases, messages in access exclusive mode');
		const waiting = sendText(first, instanceId, '4915112345678');
		const seenAt = new Map<string, Set<string>>();
		await until(`${HEARTBEATS} heartbeats of both gateways`, async () => {
			const { rows } = await other.query<{ id: string; seen_at: string }>(
				'select id, seen_at from processes',
			);
			for (const { id, seen_at: time } of rows) {
				const times = seenAt.get(id) ?? new Set();
				seenAt.set(id, times.add(time));
			}
			return [...seenAt.values()].filter((times) => times.size > HEARTBEATS).length === 2;
		});
		expect(seenAt.size).toBe(2);
		await other.query('commit');
		await waiting;
	});
});
