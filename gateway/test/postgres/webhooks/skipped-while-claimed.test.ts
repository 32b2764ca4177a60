import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { databaseEnvironment, isLockAwaited, runSql } from '../../support/database.ts';
import { connectedInstance, startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { until } from '../../support/until.ts';

const ANA = '4915112345678';

describe('a delivery that another gateway begins to attempt', () => {
	let gateway: TestGateway;
	let other: pg.Client;
	let instanceId: string;
	let path: string;

	beforeEach(async () => {
		gateway = await startTestGateway();
		const { DATABASE_URL } = await databaseEnvironment(gateway.folder);
		other = new pg.Client({ connectionString: DATABASE_URL });
		await other.connect();
		instanceId = await connectedInstance(gateway);
		const webhook = { url: 'http://127.0.0.1:9/hook', events: ['message.received'], ordered: true };
		const created = await gateway.post('/v1/webhooks', webhook);
		path = `/v1/webhooks/${created.text('data.id')}`;
		await gateway.post(`/simulator/v1/instances/${instanceId}/messages`, { from: ANA, content: 'Hello' });
		await until('the first attempt to fail', async () => (await stored())?.failures === 1);
	});
	afterEach(async () => {
		await other.end();
		await gateway.close();
	});

	async function stored() {
		const rows = await runSql(gateway.folder, 'select status, failures::int, claim_token from deliveries');
		return rows[0];
	}

	/** Sends a request while the other gateway claims the delivery, which it has done when the request gets to it. */
	async function duringClaim<T>(request: () => Promise<T>): Promise<T> {
		await other.query('begin');
		await other.query(`update deliveries set attempts = 2, claim_token = 'other', due_at = due_at + 20000`);
		const requested = request();
		await until('the request to wait for the other gateway', () => isLockAwaited(gateway.folder));
		await other.query('commit');
		return requested;
	}

	it('is not given up with the others of its chat', async () => {
		const skipped = await duringClaim(() => gateway.post(`${path}/queues/skip`, { instanceId, chatId: ANA }));
		expect(skipped.at('data.skipped')).toBe(0);
		expect(await stored()).toMatchObject({ status: 'pending', claim_token: 'other' });
	});

	it('is not cancelled while its webhook becomes inactive', async () => {
		const updated = await duringClaim(() => gateway.put(path, { status: 'inactive' }));
		expect(updated.at('data.status')).toBe('inactive');
		expect(await stored()).toMatchObject({ status: 'pending', claim_token: 'other' });
	});
});
