import { afterEach, describe, expect, it } from '@jest/globals';
import type { Answer, Client } from '../support/client.ts';
import { countRows, runSql } from '../support/database.ts';
import { startGatewayProcess } from '../support/gateway-process.ts';
import { connectedInstance, startTestGateway, type TestGateway } from '../support/gateway.ts';
import { createManualClock } from '../support/manual-clock.ts';
import { until } from '../support/until.ts';

/** More than some ten commits of the deletion. */
const MESSAGES = 8000;

describe('the deletion of an instance with many messages', () => {
	let gateway: TestGateway;
	afterEach(() => gateway.close());

	it('is completed after its gateway was killed, and the ledger misses nothing meanwhile', async () => {
		const clock = createManualClock(Date.now());
		let shop = '';
		let left = 0;
		gateway = await startTestGateway({
			clock,
			async prepare(folder) {
				const killed = await startGatewayProcess(folder);
				shop = await connectedInstance(killed);
				await receiveMany(killed, folder, shop);
				killed.delete(`/v1/instances/${shop}`).catch(() => undefined);
				await until('the deletion to begin', async () => (await countRows(folder, 'messages')) < MESSAGES);
				await killed.end('SIGKILL');
				left = await countRows(folder, 'messages');
				// The time of the process, whose last commit would otherwise be one of a clock that was ahead.
				clock.advance(Date.now() - clock.now());
			},
		});
		expect(left).toBeGreaterThan(0);
		let ledger: Answer | null = null;
		void gateway.get('/v1/ledger?recount=true').then((answer) => (ledger = answer));
		// It pauses between two slices of an hour.
		const answer = await until('the ledger', () => {
			clock.advance(1);
			return ledger;
		});
		expect(answer.at('total')).toMatchObject({ missing: 0 });
		expect(Number(answer.at('total.checked'))).toBeGreaterThan(0);
		const again = await gateway.post(`/v1/instances/${shop}/connect`, { method: 'qrcode' });
		expect(again.text('error.code')).toBe('instance_not_found');

		await until('the instance to be gone', async () => {
			clock.advance(60_000);
			return (await gateway.get(`/v1/instances/${shop}`)).status === 404;
		});
		expect(await countRows(gateway.folder, 'messages')).toBe(0);
		const acts = await runSql(
			gateway.folder,
			"select target from audit_log where action = 'instance.deleted'",
		);
		expect(acts).toMatchObject([{ target: shop }]);
	});

	it('ends with the first request for one that is repeated meanwhile', async () => {
		gateway = await startTestGateway();
		const shop = await connectedInstance(gateway);
		await receiveMany(gateway, gateway.folder, shop);
		const first = gateway.delete(`/v1/instances/${shop}`);
		await until(
			'the deletion to begin',
			async () => (await countRows(gateway.folder, 'messages')) < MESSAGES,
		);
		const second = await gateway.delete(`/v1/instances/${shop}`);
		expect([second.status, (await first).status]).toEqual([200, 200]);
		expect((await gateway.get(`/v1/instances/${shop}`)).status).toBe(404);
		expect(await countRows(gateway.folder, 'messages')).toBe(0);
	});

	it.each(['chats', 'contacts'])(
		'deletes the %s a few at a time, so that others do not wait',
		async (table) => {
			gateway = await startTestGateway();
			const shop = await connectedInstance(gateway);
			await gateway.post(`/simulator/v1/instances/${shop}/messages`, {
				from: '4915112345678',
				content: 'Hi',
			});
			await until('the row', async () => (await countRows(gateway.folder, table)) > 0);
			const [row] = await runSql(gateway.folder, `select * from ${table} order by id limit 1`);
			const columns = Object.keys(row ?? {});
			const values = columns.map((column) => (column === 'id' ? `'a' || n` : column));
			await runSql(
				gateway.folder,
				`with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${MESSAGES})
				insert into ${table} (${columns.join()}) select ${values.join()} from ${table}, numbers
				where id = '${String(row?.id)}'`,
			);
			const total = await countRows(gateway.folder, table);
			expect(total).toBeGreaterThan(MESSAGES);
			const deleted = gateway.delete(`/v1/instances/${shop}`);
			await until('a part of the rows', async () => {
				const left = await countRows(gateway.folder, table);
				return left > 0 && left < total;
			});
			expect((await deleted).status).toBe(200);
			expect(await countRows(gateway.folder, table)).toBe(0);
		},
	);

	/** Lets an instance receive a message, and stores copies of it with copies of its event. */
	async function receiveMany(client: Client, folder: string, shop: string): Promise<void> {
		await client.post(`/simulator/v1/instances/${shop}/messages`, { from: '4915112345678', content: 'Hi' });
		await until('the message', async () => (await countRows(folder, 'messages')) === 1);
		const numbers = `with recursive numbers (n) as (
			select 100001 union all select n + 1 from numbers where n < ${100_000 + MESSAGES - 1})`;
		const numbered = (id: string) => `substr(${id}, 1, 24) || n`;
		const [message] = await runSql(folder, 'select * from messages');
		const messageId = String(message?.id);
		const body = `replace(body, '${messageId}', ${numbered(`'${messageId}'`)})`;
		await runSql(
			folder,
			`${numbers} insert into events (id, instance_id, kind, body, created_at, deliveries)
				select ${numbered('id')}, instance_id, kind, ${body}, created_at, 0
				from events, numbers where kind = 'message.received'`,
		);
		const columns = Object.keys(message ?? {});
		const values: Record<string, string> = { id: numbered('id'), provider_message_id: 'null' };
		await runSql(
			folder,
			`${numbers} insert into messages (${columns.join()})
				select ${columns.map((column) => values[column] ?? column).join()} from messages, numbers`,
		);
		expect(await countRows(folder, 'messages')).toBe(MESSAGES);
	}
});
