import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { minIdAt } from '../../../src/domain/ids.ts';
import { openConnection } from '../../store/query-plans/connection.ts';
import {
	recordStatements,
	type Recording,
	type Statement,
} from '../../store/query-plans/record-statements.ts';
import { runSql } from '../../support/database.ts';
import { connectedInstance, startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { at } from '../../support/json.ts';

const HOUR = 3_600_000;
/** Ten slices: PostgreSQL takes reading all deliveries for each to be cheaper than looking for those of its events. */
const EVENTS = 20_000;
const INTERVAL = HOUR / EVENTS;

let recording: Recording;
let gateway: TestGateway;

beforeEach(async () => {
	recording = await recordStatements();
	gateway = await startTestGateway();
});
afterEach(async () => {
	recording.stop();
	await gateway.close();
});

it('counts the deliveries of an hour without reading all deliveries for each slice of it', async () => {
	const instanceId = await connectedInstance(gateway);
	const webhook = await gateway.post('/v1/webhooks', {
		url: 'https://example.com/hook',
		events: ['call.received'],
	});
	const begin = Math.floor(Date.now() / HOUR) * HOUR - HOUR;
	await insertEvents(begin, instanceId, String(at(webhook.body, 'data.id')));

	const range = `from=${new Date(begin).toISOString()}&to=${new Date(begin + HOUR - 1).toISOString()}`;
	const { body } = await gateway.get(`/v1/ledger?recount=true&${range}`);
	expect(at(body, 'data.0.deliveries')).toMatchObject({ expected: EVENTS, success: EVENTS });

	const statements = recording.statements().filter(({ text }) => /from events[^]* deliveries/.test(text));
	expect(statements.length).toBeGreaterThan(0);
	expect(await readingAllDeliveries(statements)).toEqual([]);
});

/** Stores events with a delivery each, one after the other over an hour. */
async function insertEvents(begin: number, instanceId: string, webhookId: string): Promise<void> {
	const rows = Array.from({ length: EVENTS }, (_, index) => {
		const time = begin + index * INTERVAL;
		return { event: minIdAt('evt', time), delivery: minIdAt('dlv', time), time };
	});
	const source = `jsonb_to_recordset('${JSON.stringify(rows)}') as rows (event text, delivery text, time bigint)`;
	await runSql(
		gateway.folder,
		`insert into events (id, instance_id, kind, body, created_at, deliveries)
			select event, '${instanceId}', 'call.received', '{}', time, 1 from ${source}`,
	);
	await runSql(
		gateway.folder,
		`insert into deliveries (id, event_id, webhook_id, kind, test, status, attempts, failures, due_at, created_at, finished_at)
			select delivery, event, '${webhookId}', 'call.received', 0, 'success', 1, 0, time, time, time from ${source}`,
	);
	await runSql(gateway.folder, 'analyze');
}

/** The texts of the statements whose plan reads the table of deliveries as a whole. */
async function readingAllDeliveries(statements: readonly Statement[]): Promise<string[]> {
	const db = await openConnection(gateway.folder);
	try {
		const found: string[] = [];
		for (const { text, values } of statements) {
			const plan = JSON.stringify(await db.run(`explain ${text}`, values));
			if (plan.includes('Seq Scan on deliveries')) found.push(text);
		}
		return found;
	} finally {
		await db.close();
	}
}
