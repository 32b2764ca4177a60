import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { databaseEnvironment, isLockAwaited, runSql } from '../../support/database.ts';
import { connectedInstance, startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { startReceiver, type Receiver } from '../../support/servers/receiver.ts';
import { until } from '../../support/until.ts';

const ANA = '4915112345678';
/** More than a gateway deletes in one commit, twice. */
const DELIVERIES = 1200;

describe('the deliveries of a deleted webhook', () => {
	let gateway: TestGateway;
	let other: pg.Client;
	let receiver: Receiver;
	let instanceId: string;
	let webhookId: string;

	beforeEach(async () => {
		gateway = await startTestGateway();
		const { DATABASE_URL } = await databaseEnvironment(gateway.folder);
		other = new pg.Client({ connectionString: DATABASE_URL });
		await other.connect();
		receiver = await startReceiver();
		instanceId = await connectedInstance(gateway);
		const webhook = { url: receiver.url, events: ['message.received'] };
		webhookId = (await gateway.post('/v1/webhooks', webhook)).text('data.id');
	});
	afterEach(async () => {
		await other.end();
		await gateway.close();
		await receiver.close();
	});

	const receive = (content: string) =>
		gateway.post(`/simulator/v1/instances/${instanceId}/messages`, { from: ANA, content });
	const untilGatewayWaits = (): Promise<boolean> =>
		until('the gateway to wait for the other one', () => isLockAwaited(gateway.folder));
	const untilPurged = (): Promise<boolean> =>
		until('its row to be deleted', async () => {
			const rows = await runSql(gateway.folder, `select 1 from webhooks where id = '${webhookId}'`);
			return rows.length === 0;
		});

	it('are missing in no ledger where two gateways delete them', async () => {
		await receive('Hello');
		await until('the message to be delivered', () => receiver.requests.length === 1);
		await runSql(
			gateway.folder,
			`insert into events select ${numbered('id')}, instance_id, kind, body, created_at, deliveries
				from events, generate_series(1, ${DELIVERIES}) as number where kind = 'message.received'`,
		);
		await runSql(
			gateway.folder,
			`insert into deliveries (id, event_id, webhook_id, kind, test, status, attempts, failures, due_at, created_at,
					finished_at)
				select ${numbered('id')}, ${numbered('event_id')}, webhook_id, kind, test, status, attempts, failures,
					due_at, created_at, finished_at
				from deliveries, generate_series(1, ${DELIVERIES}) as number`,
		);
		// The first batch of the other gateway.
		await other.query('begin');
		await other.query(`with deleted as (
				delete from deliveries where id in (select id from deliveries limit 500) returning event_id
			) update events set deliveries = deliveries - 1 from deleted where events.id = deleted.event_id`);
		await gateway.delete(`/v1/webhooks/${webhookId}`);
		await untilGatewayWaits();
		await other.query('commit');
		await untilPurged();
		const ledger = await gateway.get(`/v1/ledger?instanceId=${instanceId}&recount=true`);
		const hours = ledger.at('data') as { missing: number }[];
		expect(hours.map(({ missing }) => missing).filter((missing) => missing > 0)).toEqual([]);
	});

	it('are no obstacle to a message that arrives while another gateway deletes the last of it', async () => {
		await other.query('begin');
		await other.query('lock table deliveries in share row exclusive mode');
		const received = receive('Hello');
		await untilGatewayWaits();
		await other.query('delete from webhooks where id = $1', [webhookId]);
		await other.query('commit');
		expect((await received).status).toBe(201);
		const messages = await gateway.get(`/v1/messages?instanceId=${instanceId}`);
		expect(messages.at('data.0.content') ?? messages.body).toBe('Hello');
	});
});

/** An id of its own for each number, with the time of another one. */
function numbered(id: string): string {
	return `left(${id}, 24) || lpad(number::text, 6, '0')`;
}
