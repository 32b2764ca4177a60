import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import path from 'node:path';
import pg from 'pg';
import { WebSocket } from 'ws';
import { temporaryFolder } from '../../support/data-folder.ts';
import { databaseEnvironment, runSql } from '../../support/database.ts';
import {
	runGateway,
	withoutLog,
	startGatewayProcess,
	type GatewayProcess,
} from '../../support/gateway-process.ts';
import { API_KEY, connectedInstance, statusOf } from '../../support/gateway.ts';
import { at } from '../../support/json.ts';
import { createRelay, type Relay } from '../../support/servers/relay.ts';
import { until } from '../../support/until.ts';

describe('an unreachable database', () => {
	let folder: string;
	let remove: () => Promise<void>;
	let relay: Relay;
	let gateway: GatewayProcess;

	beforeEach(async () => {
		({ folder, remove } = await temporaryFolder());
		const { DATABASE_URL = '' } = await databaseEnvironment(folder);
		const server = new URL(DATABASE_URL);
		relay = createRelay({ path: path.join(folder, '.s.PGSQL.5432') }, server);
		await relay.open();
		const { username, password, pathname } = server;
		gateway = await startGatewayProcess(folder, {
			DATABASE_URL: `postgres://${pathname}?host=${folder}&user=${username}&password=${password}&query_timeout=2000`,
			GATEWAY_SIMULATOR_LATENCY_MS: '0,0,0',
		});
	});
	afterEach(async () => {
		relay.close();
		await relay.open();
		await gateway.end('SIGTERM');
		relay.close();
		await remove();
	});

	const becomesRead = (messageId: string) =>
		until('the message to be read', async () => at(await statusOf(gateway, messageId), 'status') === 'read');

	it('is reached over new connections when the open ones stop responding', async () => {
		const instanceId = await connectedInstance(gateway);
		relay.fallSilent();
		const message = { instanceId, to: '4915112345678', message: 'Hello' };
		const accepted = await until('the message to be accepted', async () => {
			const answer = await gateway.post('/v1/messages/send', message);
			expect([202, 503]).toContain(answer.status);
			return answer.status === 202 && answer;
		});
		await becomesRead(accepted.text('messageId'));
	});

	it.each([
		['broke unnoticed', 'cutOff'],
		['fell silent', 'fallSilent'],
	] as const)(
		'receives notifications over a new connection after the old one %s',
		async (_case, loseConnections) => {
			const other = await startGatewayProcess(folder);
			const instanceId = await connectedInstance(other);
			const messages: unknown[] = [];
			const socket = new WebSocket(`${gateway.url.replace('http', 'ws')}/v1/realtime`);
			socket.on('message', (content: Buffer) => messages.push(JSON.parse(content.toString())));
			await once(socket, 'open');
			const channel = `instance:${instanceId}:status`;
			socket.send(JSON.stringify({ type: 'subscribe', channel, apiKey: API_KEY }));
			await until('the first status', () => messages.length === 2);
			relay[loseConnections]();
			await until('the status again', () => messages.length === 3);
			expect((await other.post(`/v1/instances/${instanceId}/disconnect`)).status).toBe(200);
			await until('the status', () => at(messages.at(-1), 'data.status') === 'disconnected');
			socket.terminate();
			await other.end('SIGTERM');
		},
	);

	it('makes requests fail with 503 and Retry-After, and lets writes wait', async () => {
		const instanceId = await connectedInstance(gateway);
		relay.close();
		// The first request finds closed connections, the later ones cannot open new ones.
		for (let count = 0; count < 10; count += 1) {
			const read = await gateway.get('/v1/instances');
			expect([read.status, read.at('error.code')]).toEqual([503, 'service_unavailable']);
			expect(read.headers.get('retry-after')).toMatch(/^\d+$/);
		}
		const message = { instanceId, to: '4915112345678', message: 'Hello' };
		const accepting = gateway.post('/v1/messages/send', message);
		await relay.open();
		const accepted = await accepting;
		expect(accepted.status).toBe(202);
		await becomesRead(accepted.text('messageId'));
	});

	it('makes a client of the real-time channel, whose key cannot be read, reconnect later', async () => {
		const socket = new WebSocket(`${gateway.url.replace('http', 'ws')}/v1/realtime`);
		const codes: unknown[] = [];
		socket.on('message', (content: Buffer) => codes.push(at(JSON.parse(content.toString()), 'error.code')));
		await once(socket, 'open');
		relay.close();
		socket.send(JSON.stringify({ type: 'subscribe', channel: 'events', apiKey: API_KEY }));
		const [code] = (await once(socket, 'close')) as [number];
		expect([codes, code]).toEqual([['service_unavailable'], 1013]);
	});
});

describe('a connection that waits for an answer', () => {
	let folder: string;
	let remove: () => Promise<void>;
	let relay: Relay;
	let gateway: GatewayProcess;

	beforeEach(async () => {
		({ folder, remove } = await temporaryFolder());
		const { DATABASE_URL = '' } = await databaseEnvironment(folder);
		const url = new URL(DATABASE_URL);
		relay = createRelay({ port: 0, host: '127.0.0.1' }, new URL(DATABASE_URL));
		url.port = String(await relay.open());
		gateway = await startGatewayProcess(folder, { DATABASE_URL: url.href });
	});
	afterEach(async () => {
		await gateway.end('SIGKILL');
		relay.close();
		await remove();
	});

	it('is replaced after it fell silent, before its statement times out', async () => {
		const instanceId = await connectedInstance(gateway);
		relay.fallSilent();
		const message = { instanceId, to: '4915112345678', message: 'Hello' };
		const answers = await Promise.all([
			gateway.post('/v1/messages/send', message),
			gateway.get('/v1/instances'),
		]);
		for (const { status } of answers) expect([200, 202, 503]).toContain(status);
		expect((await gateway.post('/v1/messages/send', message)).status).toBe(202);
		expect((await gateway.get('/v1/instances')).status).toBe(200);
		// Where the answer is missed only when the statement has timed out, the log says that it did.
		expect(gateway.output().stderr).toContain('The connection to the database fell silent.');
	});

	it('is kept while the server works for it', async () => {
		const instanceId = await connectedInstance(gateway);
		const other = new pg.Client({ connectionString: (await databaseEnvironment(folder)).DATABASE_URL });
		await other.connect();
		await other.query('begin');
		await other.query('lock table messages');
		const sending = gateway.post('/v1/messages/send', { instanceId, to: '4915112345678', message: 'Hello' });
		await until('a statement to wait for long', async () => {
			const waiting = await runSql(
				folder,
				`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
					and query_start < clock_timestamp() - interval '9 seconds'`,
			);
			return waiting.length > 0;
		});
		await other.query('rollback');
		await other.end();
		expect((await sending).status).toBe(202);
		expect(gateway.output().stderr).not.toContain('fell silent');
	});
});

describe('a database that refuses the connection', () => {
	it('ends the start with one sentence', async () => {
		const { folder, remove } = await temporaryFolder();
		const { DATABASE_URL = '' } = await databaseEnvironment(folder);
		const wrong = new URL(DATABASE_URL);
		wrong.pathname = '/no_such_database';
		const { code, stderr } = await runGateway([], { GATEWAY_DATA_DIR: folder, DATABASE_URL: wrong.href });
		expect(code).toBe(1);
		expect(withoutLog(stderr)).toMatch(
			/^The PostgreSQL server .* cannot be used: there is no database of that name\. Create it .*\n$/,
		);
		await remove();
	});
});

describe('a start that fails after the server listens', () => {
	it('ends the process', async () => {
		const { folder, remove } = await temporaryFolder();
		await (await startGatewayProcess(folder)).end('SIGTERM');
		await runSql(folder, 'alter table processes rename to no_processes');
		const { code, stderr } = await runGateway([], { GATEWAY_DATA_DIR: folder, GATEWAY_PORT: '0' });
		expect(code).toBe(1);
		expect(stderr).toContain('relation "processes" does not exist');
		await remove();
	});
});
