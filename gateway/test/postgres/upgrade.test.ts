import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { temporaryFolder } from '../support/data-folder.ts';
import { runSql } from '../support/database.ts';
import { startGatewayProcess, type GatewayProcess } from '../support/gateway-process.ts';
import { connectedInstance, sendText, statusOf } from '../support/gateway.ts';
import { at } from '../support/json.ts';
import { until } from '../support/until.ts';
import { startLaterVersion, type LaterGateway } from '../support/upgrade/later-gateway.ts';

describe('a cluster that is upgraded', () => {
	let folder: string;
	let remove: () => Promise<void>;
	let old: GatewayProcess;
	const later: LaterGateway[] = [];
	const start = async (steps: readonly string[], hold?: string): Promise<LaterGateway> => {
		const gateway = await startLaterVersion(folder, steps, hold);
		later.push(gateway);
		return gateway;
	};

	beforeEach(async () => {
		({ folder, remove } = await temporaryFolder());
		old = await startGatewayProcess(folder, { GATEWAY_SIMULATOR_LATENCY_MS: '0,0,0' });
	});
	afterEach(async () => {
		await Promise.all([old.end('SIGKILL'), ...later.splice(0).map((gateway) => gateway.end('SIGKILL'))]);
		await remove();
	});

	it('takes over from a gateway that cannot work on the new schema, which stops and says so', async () => {
		const instanceId = await connectedInstance(old);
		const gateway = await start(['9010-shade', '9012-contract']);
		const ready = await gateway.ready;
		expect(gateway.logged()).toContain('waiting for 1 gateway of an earlier version to stop');

		expect((await old.request('/livez', {})).status).toBe(200);
		const probed = await old.request('/readyz', {});
		expect([probed.status, probed.at('error.code')]).toEqual([503, 'service_unavailable']);
		expect(probed.text('error.message')).toMatch(
			/^The database was upgraded by version \S+ of the gateway, and this one \(\S+\) cannot work on it any more: it has stopped\. Start version \S+ or later in its place\.$/,
		);
		const refused = await old.post('/v1/messages/send', { instanceId, to: '4915112345678', message: 'Hi' });
		expect(refused.status).toBe(503);
		expect(old.output().stderr).toContain('cannot work on it any more');

		const messageId = await sendText(ready, instanceId, '4915112345678');
		await until('the message to be sent', async () => {
			const status = at(await statusOf(ready, messageId), 'status');
			return status === 'sent' || status === 'delivered' || status === 'read';
		});
		expect((await old.end('SIGTERM')).code).toBe(0);
	});

	it('is upgraded by one gateway, while another waits and says so; kill -9 does not block it', async () => {
		const first = await start(['9010-shade'], 'shade');
		await until('the step to run', () => first.logged().includes('step 1 of 1'));
		const second = await start(['9010-shade']);
		await until('the second to wait', () => second.logged().includes('Another gateway is upgrading'));
		const probed = await second.client.get('/readyz');
		expect([probed.status, probed.at('error.message')]).toEqual([
			503,
			'Another gateway is upgrading the database; this one waits for it.',
		]);
		// The step locks a table, as every change of a table does: the old gateway waits for it, and continues
		// afterwards.
		await first.end('SIGKILL');
		await second.ready;
		expect((await old.get('/v1/health')).status).toBe(200);
	});

	it('cancels the running statement of an upgrade on SIGTERM', async () => {
		const gateway = await start(['9010-shade'], 'shade');
		const sleeping = () =>
			runSql(
				folder,
				`select 1 from pg_stat_activity where datname = current_database() and query like 'select pg_sleep%' and state = 'active'`,
			);
		await until('the statement to run', async () => (await sleeping()).length === 1);
		const { code } = await gateway.end('SIGTERM');
		expect(code).toBe(0);
		await until('the statement to end', async () => (await sleeping()).length === 0);
		const columns = await runSql(
			folder,
			`select 1 from information_schema.columns where table_name = 'messages' and column_name = 'shade'`,
		);
		expect(columns).toEqual([]);
	});

	it('replaces the invalid index of a build that was interrupted', async () => {
		const valid = () =>
			runSql(
				folder,
				`select indisvalid as valid from pg_index where indexrelid = to_regclass('messages_by_shade')`,
			);
		await runSql(folder, 'alter table messages add column shade integer');
		await runSql(folder, 'create index messages_by_shade on messages (shade)');
		await runSql(
			folder,
			`update pg_index set indisvalid = false where indexrelid = to_regclass('messages_by_shade')`,
		);
		const gateway = await start(['9011-messages-by-shade']);
		await gateway.ready;
		expect(await valid()).toEqual([{ valid: true }]);
	});
});
