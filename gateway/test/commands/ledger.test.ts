import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { databaseEnvironment, runSql } from '../support/database.ts';
import { connectedInstance, startTestGateway, type TestGateway } from '../support/gateway.ts';
import { runGateway } from '../support/gateway-process.ts';
import { until } from '../support/until.ts';

describe('the command ledger', () => {
	let gateway: TestGateway;
	let messageId: string;

	beforeAll(async () => {
		gateway = await startTestGateway();
		const shop = await connectedInstance(gateway);
		const path = `/simulator/v1/instances/${shop}/messages`;
		messageId = (await gateway.post(path, { from: '4915112345678', content: 'Hi' })).text('data.messageId');
	});
	afterAll(() => gateway.close());

	async function run(...args: string[]) {
		const database = await databaseEnvironment(gateway.folder);
		return runGateway(['ledger', ...args], { GATEWAY_DATA_DIR: gateway.folder, ...database });
	}

	it('prints each hour with its verdict, beside a running gateway', async () => {
		const { code, stdout } = await run();
		expect(code).toBe(0);
		expect(stdout).toMatch(/Shop: 0 of \d+ missing \(.*received: \d+ acknowledged, 1 stored/);
		expect(stdout).toMatch(/\n0 of \d+ missing\n$/);
	});

	it('counts hours of more rows than one slice has', async () => {
		const columns = ['instance_id', 'kind', 'body', 'created_at'].join(', ');
		await runSql(
			gateway.folder,
			`insert into events (id, ${columns})
				with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 4100)
				select substr(id, 1, 14) || substr(cast(10000000000000000 + n as text), 2), ${columns}
				from (select * from events where kind = 'instance.connected' limit 1) as event, numbers`,
		);
		expect(await run()).toMatchObject({
			code: 0,
			stderr: '',
			stdout: expect.stringMatching(/; 41\d\d events/),
		});
	});

	it('ends with exit code 2 and the usage after wrong arguments', async () => {
		const { code, stderr } = await run('--from', 'yesterday');
		expect(code).toBe(2);
		expect(stderr).toContain('"from" is not a date that exists');
	});

	it('ends with exit code 2 for an instance that does not exist', async () => {
		const { code, stdout, stderr } = await run('--instance', 'inst_01jd0000000000000000000000');
		expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
		expect(stderr).toContain('There is no instance "inst_01jd0000000000000000000000".');
	});

	it('ends with exit code 3 where the database cannot be reached', async () => {
		const unreachable = { GATEWAY_DATA_DIR: gateway.folder, DATABASE_URL: 'postgres://127.0.0.1:1/gateway' };
		const { code, stderr } = await runGateway(['ledger'], unreachable);
		expect(code).toBe(3);
		expect(stderr).toContain('could not be reached');
	});

	it('has the hours of the simulated time', async () => {
		await until('the acknowledgement to be counted', async () =>
			(await run()).stdout.includes('received: 1 acknowledged'),
		);
		await gateway.post('/simulator/v1/clock', { advance: '3d' });
		const { code, stdout } = await run();
		expect({ code, stdout }).toEqual({ code: 0, stdout: '0 of 0 missing\n' });
		const day = 24 * 3_600_000;
		const earlier = await run('--from', new Date(Date.now() - day).toISOString());
		expect(earlier.stdout).toMatch(/Shop: 0 of \d+ missing/);
	});

	it('names what is missing, and ends with exit code 1', async () => {
		await runSql(gateway.folder, "delete from events where kind = 'message.received'");
		const from = new Date(Date.now() - 3_600_000).toISOString();
		const range = ['--from', from, '--to', new Date().toISOString(), '--recount'];
		const text = await run(...range);
		expect(text.code).toBe(1);
		expect(text.stdout).toContain(`${messageId} message.received: The message is stored with this status`);
		const { code, stdout } = await run(...range, '--json');
		expect(code).toBe(1);
		expect(JSON.parse(stdout)).toMatchObject({ total: { missing: 1 } });
	});
});
