import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { temporaryFolder } from '../support/data-folder.ts';
import { databaseEnvironment } from '../support/database.ts';
import { startGatewayProcess, type GatewayProcess } from '../support/gateway-process.ts';
import { until } from '../support/until.ts';

describe('an update of a webhook that another gateway changes at the same time', () => {
	let remove: () => Promise<void>;
	let gateway: GatewayProcess;
	/** The connection of the other gateway. */
	let other: pg.Client;
	let path: string;

	beforeAll(async () => {
		let folder: string;
		({ folder, remove } = await temporaryFolder());
		const { DATABASE_URL = '' } = await databaseEnvironment(folder);
		gateway = await startGatewayProcess(folder);
		other = new pg.Client({ connectionString: DATABASE_URL });
		await other.connect();
	});
	afterAll(async () => {
		await other.end();
		await gateway.end('SIGTERM');
		await remove();
	});
	beforeEach(async () => {
		const webhook = { url: 'http://127.0.0.1:9/hook', events: ['message.received'], name: 'Orders' };
		const created = await gateway.post('/v1/webhooks', webhook);
		path = `/v1/webhooks/${created.text('data.id')}`;
	});
	afterEach(() => other.query('rollback'));

	/** Updates the webhook; the other gateway commits its change after the update has read the row. */
	async function updateDuring(change: string, update: object) {
		await other.query('begin');
		await other.query(`update webhooks set ${change} where id = $1`, [path.split('/').at(-1)]);
		const updating = gateway.put(path, update);
		await until('the update to wait for the other gateway', async () => {
			const { rowCount } = await other.query(
				"select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
			);
			return rowCount !== 0;
		});
		await other.query('commit');
		return updating;
	}

	/** Returns the secret of the webhook as its row holds it. */
	async function sealedSecret(): Promise<string> {
		const id = path.split('/').at(-1);
		const { rows } = await other.query<{ secret: string }>('select secret from webhooks where id = $1', [id]);
		return rows[0]?.secret ?? '';
	}

	it('changes only what it names, and returns what the other one has changed', async () => {
		await gateway.post(`${path}/rotate-secret`, { secret: 'the secret of the other one' });
		const rotated = await sealedSecret();
		await gateway.put(path, { secret: 'the secret before' });
		const change = `url = 'http://127.0.0.1:9/moved', events = '["message.read"]', status = 'inactive',
			secret = '${rotated}'`;
		const updated = await updateDuring(change, { ordered: true });
		expect(updated.status).toBe(200);
		expect(updated.at('data')).toMatchObject({
			name: 'Orders',
			url: 'http://127.0.0.1:9/moved',
			events: ['message.read'],
			status: 'inactive',
			ordered: true,
			secret: 'the secret of the other one',
		});
		expect((await gateway.get(path)).body).toEqual(updated.body);
	});

	it('leaves a deleted webhook deleted', async () => {
		const change = "role = 'deleted', status = 'inactive', name = null, url = '', events = '[]', secret = ''";
		const updated = await updateDuring(change, { name: 'Invoices' });
		expect([updated.status, updated.at('error.code')]).toEqual([404, 'webhook_not_found']);
		const id = path.split('/').at(-1);
		const { rows } = await other.query('select name, url, secret, status from webhooks where id = $1', [id]);
		// The delivery worker deletes the row sooner or later.
		for (const row of rows) expect(row).toEqual({ name: null, url: '', secret: '', status: 'inactive' });
	});
});
