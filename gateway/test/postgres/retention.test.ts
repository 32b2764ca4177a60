import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { connectedInstance, startTestGateway, type TestGateway } from '../support/gateway.ts';
import { databaseEnvironment, isLockAwaited, runSql } from '../support/database.ts';
import { createManualClock } from '../support/manual-clock.ts';
import { until } from '../support/until.ts';

const ANA = '4915112345678';

describe('the sweep beside another gateway', () => {
	const clock = createManualClock();
	let gateway: TestGateway;
	let other: pg.Client;

	beforeEach(async () => {
		gateway = await startTestGateway({
			clock,
			environment: { GATEWAY_RETENTION_MESSAGES: '1h', GATEWAY_RETENTION_EVENTS: '1h' },
		});
		const { DATABASE_URL } = await databaseEnvironment(gateway.folder);
		other = new pg.Client({ connectionString: DATABASE_URL });
		await other.connect();
	});
	afterEach(async () => {
		await other.end();
		await gateway.close();
	});

	it('keeps a chat that receives another message meanwhile', async () => {
		const id = await connectedInstance(gateway);
		await gateway.post(`/simulator/v1/instances/${id}/messages`, { from: ANA, content: 'Hello' });
		// The writes of the other gateway for a received message.
		await other.query('begin');
		await other.query(`insert into messages (id, instance_id, chat_id, direction, type, content, status, created_at)
			select 'msg_z', instance_id, chat_id, direction, type, content, status, created_at from messages`);
		await other.query(`update chats set last_message_id = 'msg_z', unread_count = 2`);
		await until('the sweep to wait for it', () => {
			clock.advance(60_000);
			return isLockAwaited(gateway.folder);
		});
		await other.query('commit');
		const left = await until('the old message to be removed', async () => {
			const rows = await runSql(gateway.folder, 'select id from messages');
			return rows.length === 1 && rows;
		});
		expect(left).toEqual([{ id: 'msg_z' }]);
		const chats = await gateway.get(`/v1/messages/chats?instanceId=${id}`);
		expect(chats.at('data.0.lastMessage.messageId')).toBe('msg_z');
		expect(chats.at('data.0.unreadCount')).toBe(1);
	});

	it('keeps an event one of whose deliveries is retried meanwhile', async () => {
		const url = 'http://127.0.0.1:9/hook';
		const created = await gateway.post('/v1/webhooks', { url, events: ['message.received'] });
		await gateway.post(`/v1/webhooks/${created.text('data.id')}/test`, { event: 'message.received' });
		await other.query(`update deliveries set status = 'failed', finished_at = 1`);
		// The writes of the other gateway for a retry.
		await other.query('begin');
		await other.query(
			`update deliveries set status = 'pending', finished_at = null, due_at = ${Number.MAX_SAFE_INTEGER}`,
		);
		await until('the sweep to wait for it', () => {
			clock.advance(60_000);
			return isLockAwaited(gateway.folder);
		});
		await other.query('commit');
		clock.advance(60_000);
		await until('the sweep to end', async () => !(await isLockAwaited(gateway.folder)));
		const left = await runSql(gateway.folder, `select status from deliveries where test = 1`);
		expect(left).toEqual([{ status: 'pending' }]);
	});
});
