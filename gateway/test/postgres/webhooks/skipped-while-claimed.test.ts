import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { databaseEnvironment, isLockAwaited, runSql } from '../../support/database.ts';
import { connectedInstance, startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { until } from '../../support/until.ts';

const ANA = '4915112345678';
/** More than one batch. */
const ADDED = 800;

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

	/** Adds copies of the delivery to the queue of its chat. */
	async function addDeliveries(status: string, finishedAt: number | null): Promise<void> {
		await other.query(
			`insert into deliveries (id, event_id, webhook_id, kind, test, status, attempts, failures, due_at,
				created_at, finished_at, ordering_key, position)
			select id || number, event_id, webhook_id, kind, test, $1, attempts, failures, due_at,
				created_at, $2::bigint, ordering_key, position + number
			from deliveries, generate_series(1, ${ADDED}) as number`,
			[status, finishedAt],
		);
	}

	/** Sends a request while the other gateway claims the delivery, which it has done when the request gets to it. */
	async function duringClaim<T>(request: () => Promise<T>, which = 'true', changes = ''): Promise<T> {
		await other.query('begin');
		await other.query(
			`update deliveries set ${changes} attempts = 2, claim_token = 'other', due_at = due_at + 20000 where ${which}`,
		);
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

	it('is the only one left of a chat with more than a batch of them', async () => {
		await addDeliveries('waiting', null);
		const skipped = await duringClaim(
			() => gateway.post(`${path}/queues/skip`, { instanceId, chatId: ANA }),
			`status = 'pending'`,
		);
		expect(skipped.at('data.skipped')).toBe(ADDED);
	});

	it('does not end the recovery of more than a batch of failed ones', async () => {
		await gateway.put(path, { ordered: false });
		await addDeliveries('failed', 1);
		const recovered = await duringClaim(
			() => gateway.post(`${path}/deliveries/recover`, { since: '2026-01-01T00:00:00.000Z' }),
			`status = 'failed' and position % 2 = 0`,
			`status = 'pending', finished_at = null, `,
		);
		expect(recovered.at('data.recovered')).toBe(ADDED / 2);
	});

	it('is not cancelled while its webhook becomes inactive', async () => {
		const updated = await duringClaim(() => gateway.put(path, { status: 'inactive' }));
		expect(updated.at('data.status')).toBe('inactive');
		expect(await stored()).toMatchObject({ status: 'pending', claim_token: 'other' });
	});
});
