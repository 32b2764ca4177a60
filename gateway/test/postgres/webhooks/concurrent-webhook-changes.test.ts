import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { temporaryFolder } from '../../support/data-folder.ts';
import { databaseEnvironment, isLockAwaited } from '../../support/database.ts';
import { startGatewayProcess, type GatewayProcess } from '../../support/gateway-process.ts';
import { connectedInstance } from '../../support/gateway.ts';
import { clientWith } from '../../support/keys.ts';
import { until } from '../../support/until.ts';

/** The writes of another gateway that deletes a webhook. */
const DELETION = `role = 'deleted', status = 'inactive', instance_id = null, name = null, url = '', events = '[]',
	secret = '', previous_secret = null, previous_secret_expires_at = null`;

describe('a webhook that two gateways change at the same time', () => {
	let folder: string;
	let remove: () => Promise<void>;
	let gateway: GatewayProcess;
	/** The connection of the other gateway. */
	let other: pg.Client;
	let path: string;

	beforeAll(async () => {
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

	const webhookId = (): string => path.split('/').at(-1) ?? '';

	/** Sends a request; the other gateway has changed the webhook before, and commits that when the request waits for it. */
	async function during<T>(change: string, request: () => Promise<T>, id = webhookId()): Promise<T> {
		await other.query('begin');
		await other.query(`update webhooks set ${change} where id = $1`, [id]);
		const requested = request();
		await until('the request to wait for the other gateway', () => isLockAwaited(folder));
		await other.query('commit');
		return requested;
	}

	/** Returns the row of the webhook; undefined: the delivery worker has deleted it. */
	async function storedWebhook(id = webhookId()) {
		const { rows } = await other.query<Record<'name' | 'url' | 'secret' | 'status', string | null>>(
			'select name, url, secret, status from webhooks where id = $1',
			[id],
		);
		return rows[0];
	}

	/** Expects that a webhook is as the other gateway has left it. */
	async function expectDeleted(id = webhookId()): Promise<void> {
		const row = await storedWebhook(id);
		if (row !== undefined) expect(row).toEqual({ name: null, url: '', secret: '', status: 'inactive' });
	}

	it('changes only what it names, and returns what the other one has changed', async () => {
		await gateway.post(`${path}/rotate-secret`, { secret: 'the secret of the other one' });
		const rotated = (await storedWebhook())?.secret ?? '';
		await gateway.put(path, { secret: 'the secret before' });
		const change = `url = 'http://127.0.0.1:9/moved', events = '["message.read"]', status = 'inactive',
			secret = '${rotated}'`;
		const updated = await during(change, () => gateway.put(path, { ordered: true }));
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

	it('keeps the secret of the other rotation as the previous one', async () => {
		await gateway.post(`${path}/rotate-secret`, { secret: 'the secret of the other one' });
		const secret = (await storedWebhook())?.secret ?? '';
		await gateway.put(path, { secret: 'the secret before' });
		const rotated = await during(`secret = '${secret}'`, () =>
			gateway.post(`${path}/rotate-secret`, { secret: 'the newest secret' }),
		);
		expect(rotated.at('data.secret')).toBe('the newest secret');
		const { rows } = await other.query('select previous_secret from webhooks where id = $1', [webhookId()]);
		expect(rows).toEqual([{ previous_secret: secret }]);
	});

	it('asks for the right to the events that it has by then', async () => {
		await gateway.put(path, { events: ['instance.connected'] });
		const limited = await clientWith(
			{ url: gateway.url, folder },
			{ scopes: ['webhooks:read', 'webhooks:write'] },
		);
		const updated = await during(`events = '["message.received"]'`, () =>
			limited.put(path, { url: 'http://127.0.0.1:9/mine' }),
		);
		expect([updated.status, updated.at('error.code')]).toEqual([403, 'insufficient_permissions']);
		expect((await storedWebhook())?.url).toBe('http://127.0.0.1:9/hook');
	});

	it.each([
		['one delivery is', (id: string) => gateway.post(`${path}/deliveries/${id}/retry`)],
		['a selection is', (id: string) => gateway.post(`${path}/deliveries/retry`, { deliveryIds: [id] })],
	])('that becomes inactive gets nothing more where %s retried', async (_what, retry) => {
		const test = await gateway.post(`${path}/test`, { event: 'message.received' });
		const retried = await during(`status = 'inactive'`, () => retry(test.text('data.deliveryId')));
		expect([retried.status, retried.at('error.code')]).toEqual([400, 'invalid_parameters']);
	});

	describe('and that the other one deletes', () => {
		const requests: [string, () => Promise<{ status: number }>][] = [
			['an update', () => gateway.put(path, { name: 'Invoices' })],
			['an activation', () => gateway.put(path, { status: 'active' })],
			[
				'a rotation of its secret',
				() => gateway.post(`${path}/rotate-secret`, { secret: 'the newest secret' }),
			],
			['a deletion', () => gateway.delete(path)],
			[
				'a recovery of its deliveries',
				() => gateway.post(`${path}/deliveries/recover`, { since: '2026-01-01T00:00:00.000Z' }),
			],
		];
		it.each(requests)('stays deleted after %s', async (_name, request) => {
			await other.query('update webhooks set paused_at = 1, failing_since = 1 where id = $1', [webhookId()]);
			expect((await during(DELETION, request)).status).toBe(404);
			await expectDeleted();
		});

		it('is followed by a new one where it was of an instance that gets another URL', async () => {
			const instanceId = await connectedInstance(gateway);
			const instance = `/v1/instances/${instanceId}`;
			await gateway.patch(instance, { webhookUrl: 'http://127.0.0.1:9/own' });
			const { rows } = await other.query<{ id: string }>('select id from webhooks where instance_id = $1', [
				instanceId,
			]);
			const own = rows[0]?.id;
			const patched = await during(
				DELETION,
				() => gateway.patch(instance, { webhookUrl: 'http://127.0.0.1:9/next' }),
				own,
			);
			expect(patched.at('data.webhookUrl')).toBe('http://127.0.0.1:9/next');
			await expectDeleted(own);
		});
	});
});
