import { rm } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { temporaryFolder } from '../../support/data-folder.ts';
import type { Answer } from '../../support/client.ts';
import { startGatewayProcess, type GatewayProcess } from '../../support/gateway-process.ts';
import { connectedInstance, statusOf } from '../../support/gateway.ts';
import { at } from '../../support/json.ts';
import { startOwnPostgres, type OwnPostgres } from '../../support/storage/own-postgres.ts';
import { until } from '../../support/until.ts';

/** Who may connect, and how. */
const ACCESS = ['host all postgres 127.0.0.1/32 trust', 'host all owner 127.0.0.1/32 scram-sha-256'];

describe('a PostgreSQL server that refuses a running gateway', () => {
	let folder: string;
	let remove: () => Promise<void>;
	let server: OwnPostgres;
	let gateway: GatewayProcess;
	let instanceId: string;

	beforeEach(async () => {
		({ folder, remove } = await temporaryFolder());
		server = await startOwnPostgres({ access: ACCESS });
		await server.run(["create role owner login password 'first'", 'create database gateway owner owner']);
		gateway = await startGatewayProcess(folder, {
			DATABASE_URL: server.urlOf('gateway', 'owner', 'first'),
			GATEWAY_SIMULATOR_LATENCY_MS: '0,0,0',
		});
		instanceId = await connectedInstance(gateway);
	});
	afterEach(async () => {
		await gateway.end('SIGKILL');
		await server.close();
		await remove();
	});

	const send = (): Promise<Answer> =>
		gateway.post('/v1/messages/send', { instanceId, to: '4915112345678', message: 'Hello' });

	function expectRetry({ status, at: inside, headers }: Answer): void {
		expect([status, inside('error.code')]).toEqual([503, 'service_unavailable']);
		expect(headers.get('retry-after')).toMatch(/^\d+$/);
	}

	/** Waits until the gateway works by itself again. */
	async function recovers(): Promise<void> {
		const accepted = await until('a message to be accepted', async () => {
			const answer = await send();
			expect([202, 503]).toContain(answer.status);
			return answer.status === 202 && answer;
		});
		await until('it to be read', async () => {
			return at(await statusOf(gateway, accepted.text('messageId')), 'status') === 'read';
		});
	}

	it('lets writes wait while it is switched to read-only, and goes on with reads', async () => {
		await server.run(['alter role owner set default_transaction_read_only = on', END_CONNECTIONS]);
		expectRetry(await send());
		expect((await gateway.get('/v1/instances')).status).toBe(200);
		expect((await fetch(`${gateway.url}/readyz`)).status).toBe(503);
		await until('the remedy in the log', () => gateway.output().stderr.includes(REMEDY));
		await server.run(['alter role owner reset default_transaction_read_only', END_CONNECTIONS]);
		await recovers();
		const { stderr } = gateway.output();
		expect(stderr).toContain('the database takes writes again');
		expect(stderr.match(/the database takes no writes/g)).toHaveLength(1);
	});

	it('goes on by itself when it is writable again, although nobody ends its connections', async () => {
		await server.run(['alter role owner set default_transaction_read_only = on', END_CONNECTIONS]);
		await until('writes to be refused', async () => (await send()).status === 503);
		await server.run(['alter role owner reset default_transaction_read_only']);
		await recovers();
	});

	it('asks clients to retry while its privileges are revoked', async () => {
		await server.run(['revoke all on all tables in schema public from owner'], 'gateway');
		expectRetry(await send());
		expectRetry(await gateway.get(`/v1/messages?instanceId=${instanceId}`));
		expect((await fetch(`${gateway.url}/readyz`)).status).toBe(503);
		await until('the remedy in the log', () => gateway.output().stderr.includes(NO_RIGHTS));
		await server.run(['grant all on all tables in schema public to owner'], 'gateway');
		await recovers();
	});

	it('reads from no standby, and goes on when the address leads to the primary again', async () => {
		const signal = await server.write('standby.signal', '');
		await server.restart({}, /ready to accept read-only/);
		expectRetry(await send());
		expectRetry(await gateway.get('/v1/instances'));
		await rm(signal);
		await server.restart();
		await recovers();
	});

	it('asks clients to retry while its password is another one', async () => {
		await server.run(["alter role owner password 'second'", END_CONNECTIONS]);
		// The first request finds closed connections, the later ones cannot open new ones.
		for (let count = 0; count < 3; count += 1) expectRetry(await gateway.get('/v1/instances'));
		await server.run(["alter role owner password 'first'"]);
		await recovers();
		const failures = gateway
			.output()
			.stderr.match(/password authentication failed[^\n]*a request failed for now/g);
		expect(failures).toHaveLength(1);
	});
});

const REMEDY =
	'it is read-only, such as a replica. Name the primary server in DATABASE_URL, or switch default_transaction_read_only off';

const NO_RIGHTS =
	"its user may not use the gateway's tables. Name their owner in DATABASE_URL, or run as their owner: grant select";

const END_CONNECTIONS = `select pg_terminate_backend(pid) from pg_stat_activity where usename = 'owner'`;
