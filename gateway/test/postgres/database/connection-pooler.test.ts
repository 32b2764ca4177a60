import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { temporaryFolder } from '../../support/data-folder.ts';
import { runGateway, startGatewayProcess, withoutLog } from '../../support/gateway-process.ts';
import { startOwnPostgres, type OwnPostgres } from '../../support/storage/own-postgres.ts';
import { startPooler, type Pooler } from '../../support/storage/pooler.ts';

const REFUSED = 'The PostgreSQL server that DATABASE_URL names cannot be used: ';

describe('a connection pooler in front of PostgreSQL', () => {
	let server: OwnPostgres;
	let pooler: Pooler;
	let folder: string;
	let remove: () => Promise<void>;

	beforeAll(async () => {
		server = await startOwnPostgres();
		await server.run(['create database gateway']);
	});
	afterAll(() => server.close());
	beforeEach(async () => {
		({ folder, remove } = await temporaryFolder());
	});
	afterEach(async () => {
		await pooler.close();
		await remove();
	});

	it('may be in session mode, whatever parameters it refuses', async () => {
		pooler = await startPooler(server.port, 'session');
		const environment = { DATABASE_URL: pooler.urlOf('gateway') };
		const gateway = await startGatewayProcess(folder, environment);
		expect((await gateway.post('/v1/instances', { name: 'Shop' })).status).toBe(201);
		const { code, stdout } = await runGateway(['users', 'list'], {
			...environment,
			GATEWAY_DATA_DIR: folder,
		});
		expect(stdout).toContain('Nobody can sign in yet');
		expect(code).toBe(0);
		expect((await gateway.end('SIGTERM')).code).toBe(0);
	});

	it('is refused in transaction mode, before anything is written', async () => {
		pooler = await startPooler(server.port, 'transaction');
		await server.run(['create database untouched']);
		const environment = { GATEWAY_DATA_DIR: folder, DATABASE_URL: pooler.urlOf('untouched') };
		const sentence = `${REFUSED}it is behind a connection pooler that gives each transaction another connection. Put the pooler in session mode (pool_mode = session in PgBouncer), or name the server itself in DATABASE_URL, then try again.`;
		const started = await runGateway([], environment);
		expect(withoutLog(started.stderr)).toBe(`${sentence}\n`);
		expect(started.code).toBe(1);
		expect((await runGateway(['doctor'], environment)).stdout).toContain(sentence);
		await server.run(['create table messages ()'], 'untouched');
	});

	it('that refuses a parameter of the address is quoted', async () => {
		pooler = await startPooler(server.port, 'session');
		const { stderr } = await runGateway([], {
			GATEWAY_DATA_DIR: folder,
			DATABASE_URL: pooler.urlOf('gateway', '?options=-csearch_path%3Dshop'),
		});
		expect(withoutLog(stderr)).toBe(
			`${REFUSED}the connection pooler before it answers "unsupported startup parameter: options". Remove that parameter from DATABASE_URL, and set what it sets for the user instead, as in: alter role NAME set search_path = SCHEMA, then try again.\n`,
		);
	});
});
