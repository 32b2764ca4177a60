import { createHmac, randomBytes } from 'node:crypto';
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createSealer } from '../../src/lib/crypto/sealer.ts';
import { createBaseline } from '../support/storage/baseline.ts';
import { temporaryFolder } from '../support/data-folder.ts';
import { databaseHolds, runSql } from '../support/database.ts';
import {
	runGateway,
	withoutLog,
	startGatewayProcess,
	type GatewayProcess,
} from '../support/gateway-process.ts';
import { connectedInstance } from '../support/gateway.ts';
import { startReceiver, type Receiver } from '../support/servers/receiver.ts';

const [WEBHOOK, INSTANCE] = ['wh_01jd0000000000000000000000', 'inst_01jd0000000000000000000000'];
const newKey = () => randomBytes(32).toString('base64');

describe('secrets in the database', () => {
	let folder: string;
	let remove: () => Promise<void>;
	let gateway: GatewayProcess | null;
	let receiver: Receiver;

	beforeEach(async () => {
		gateway = null;
		({ folder, remove } = await temporaryFolder());
		receiver = await startReceiver();
	});
	afterEach(async () => {
		await gateway?.end('SIGTERM');
		await receiver.close();
		await remove();
	});

	const start = async (environment: Record<string, string> = {}): Promise<GatewayProcess> => {
		await gateway?.end('SIGTERM');
		gateway = null;
		gateway = await startGatewayProcess(folder, environment);
		return gateway;
	};
	const startFailure = async (environment: Record<string, string> = {}): Promise<string> => {
		await gateway?.end('SIGTERM');
		gateway = null;
		const { code, stdout, stderr } = await runGateway([], {
			GATEWAY_PORT: '0',
			GATEWAY_DATA_DIR: folder,
			...environment,
		});
		expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
		// An upgrade of the database is logged before.
		const sentences = withoutLog(stderr)
			.split('\n')
			.filter((line) => line !== '');
		expect(sentences).toHaveLength(1);
		return `${sentences[0] ?? ''}\n`;
	};
	const encryption = async (action: string, environment: Record<string, string> = {}): Promise<string> => {
		const { code, stdout, stderr } = await runGateway(['encryption', action], {
			GATEWAY_DATA_DIR: folder,
			...environment,
		});
		expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
		return stdout;
	};
	const register = async (client: GatewayProcess): Promise<{ id: string; secret: string }> => {
		const body = { url: receiver.url, events: ['message.received'] };
		const created = await client.post('/v1/webhooks', body);
		return { id: created.text('data.id'), secret: created.text('data.secret') };
	};
	const secretOf = async (client: GatewayProcess, id: string) =>
		(await client.get(`/v1/webhooks/${id}`)).at('data.secret');
	/** Delivers a sample event, and expects that it is signed with a secret. */
	const expectSignedWith = async (client: GatewayProcess, id: string, secret: string) => {
		const sent = await client.post(`/v1/webhooks/${id}/test`, { event: 'message.received' });
		const eventId = sent.text('data.eventId');
		const request = await receiver.find('the sample event', (one) => one.at('eventId') === eventId);
		const expected = createHmac('sha256', secret).update(request.raw).digest('hex');
		expect(request.headers['x-service-signature']).toBe(`sha256=${expected}`);
	};

	it('are sealed when they are created, given, replaced and rotated, and are shown', async () => {
		const client = await start();
		const { id, secret } = await register(client);
		const given = 'a secret that was given';
		expect((await client.put(`/v1/webhooks/${id}`, { secret: given })).at('data.secret')).toBe(given);
		const rotated = (await client.post(`/v1/webhooks/${id}/rotate-secret`)).text('data.secret');
		await expectSignedWith(client, id, rotated);
		const own = await client.post('/v1/instances', { name: 'Own', webhookUrl: receiver.url });
		for (const one of [secret, given, rotated, own.text('data.webhookSecret')]) {
			expect(await databaseHolds(folder, one)).toBe(false);
		}
		expect(await secretOf(client, id)).toBe(rotated);
	});

	it('of an earlier version are sealed at the first start, and sign as before', async () => {
		await createBaseline(folder);
		const values = ['an earlier secret', 'the secret before'].map((text) => `'${text}'`).join(', ');
		await runSql(
			folder,
			`insert into webhooks (id, role, url, events, status, created_at, secret, previous_secret,
				previous_secret_expires_at) values ('${WEBHOOK}', 'registered', '${receiver.url}', '["message.received"]',
				'active', 0, ${values}, ${Date.now() + 60_000})`,
		);
		const client = await start();
		for (const text of ['an earlier secret', 'the secret before']) {
			expect(await databaseHolds(folder, text)).toBe(false);
		}
		expect(await secretOf(client, WEBHOOK)).toBe('an earlier secret');
		await expectSignedWith(client, WEBHOOK, 'an earlier secret');
		expect(receiver.requests[0]?.headers['x-service-signature-previous']).toMatch(/^sha256=/);
		await expectSignedWith(await start(), WEBHOOK, 'an earlier secret');
	});

	it('of network sessions of an earlier version keep their key', async () => {
		await createBaseline(folder);
		const key = randomBytes(32);
		const sealed = createSealer(key, randomBytes).seal('a token', `${INSTANCE}\naccount`);
		await runSql(
			folder,
			`insert into instances (id, name, status, auto_read, auto_typing, webhook_events, created_at, last_seen_at)
				values ('${INSTANCE}', 'Shop', 'disconnected', 0, 0, '[]', 0, 0)`,
		);
		await runSql(
			folder,
			`insert into network_sessions (instance_id, key, value) values ('${INSTANCE}', 'account', '${sealed}')`,
		);
		expect(await startFailure({ GATEWAY_ENCRYPTION_KEY: newKey() })).toContain('GATEWAY_ENCRYPTION_KEY');
		expect(await startFailure()).toContain('encryption.key does not exist');
		expect(await readdir(folder)).not.toContain('encryption.key');
		const GATEWAY_ENCRYPTION_KEY = key.toString('base64');
		await start({ GATEWAY_ENCRYPTION_KEY });
		expect(await encryption('status', { GATEWAY_ENCRYPTION_KEY })).toContain(
			'0 webhooks, 1 values of network sessions',
		);
		expect(await databaseHolds(folder, sealed)).toBe(true);
		expect(await startFailure({ GATEWAY_ENCRYPTION_KEY: newKey() })).toContain('another key');
	});

	it('stop the start with one sentence when the key is another one, damaged or missing', async () => {
		const client = await start();
		const { id, secret } = await register(client);
		const file = path.join(folder, 'encryption.key');
		const key = await readFile(file);
		expect(await startFailure({ GATEWAY_ENCRYPTION_KEY: newKey() })).toBe(
			'The database is encrypted with another key than that of GATEWAY_ENCRYPTION_KEY. Start the gateway with the key it had; if that key is lost, see "The encryption key" in docs/operations.md.\n',
		);
		await writeFile(file, 'not a key\n');
		expect(await startFailure()).toContain(`${file} does not hold an encryption key`);
		await rm(file);
		expect(await startFailure()).toContain(`GATEWAY_ENCRYPTION_KEY is not set and ${file} does not exist`);
		await writeFile(file, key);
		await expectSignedWith(await start(), id, secret);
	});

	it('open with a new key file, while the gateway runs', async () => {
		const client = await start();
		const { id, secret } = await register(client);
		const file = path.join(folder, 'encryption.key');
		const before = await readFile(file, 'utf8');
		expect(await encryption('rotate')).toContain('is replaced');
		const after = await readFile(file, 'utf8');
		expect(after).not.toBe(before);
		expect((await stat(file)).mode & 0o777).toBe(0o600);

		await expectSignedWith(client, id, secret);
		await connectedInstance(client);
		await expectSignedWith(await start(), id, secret);
		await writeFile(file, before);
		expect(await startFailure()).toContain('another key');
	});

	it('open with the earlier and the new variable, until the earlier key is forgotten', async () => {
		const [earlier, later] = [newKey(), newKey()];
		const client = await start({ GATEWAY_ENCRYPTION_KEY: earlier });
		const { id, secret } = await register(client);
		const keys = { GATEWAY_ENCRYPTION_KEY: earlier, GATEWAY_ENCRYPTION_KEY_NEW: later };
		expect(await encryption('rotate', keys)).toContain('Both keys open');
		await expectSignedWith(client, id, secret);
		await expectSignedWith(await start({ GATEWAY_ENCRYPTION_KEY: earlier }), id, secret);
		const renewed = await start({ GATEWAY_ENCRYPTION_KEY: later });
		await expectSignedWith(renewed, id, secret);

		const status = await encryption('status', { GATEWAY_ENCRYPTION_KEY: later });
		expect(status.match(/^Key \S+, since \S+: (in use|opens)/gm)).toHaveLength(2);
		await encryption('forget-old', { GATEWAY_ENCRYPTION_KEY: later });
		expect(await encryption('status', { GATEWAY_ENCRYPTION_KEY: later })).not.toContain('opens them too');
		await expectSignedWith(renewed, id, secret);
		expect(await startFailure({ GATEWAY_ENCRYPTION_KEY: earlier })).toContain('another key');
		const audited = await runGateway(['audit'], { GATEWAY_DATA_DIR: folder });
		expect(audited.stdout).toMatch(/encryption\.keys_forgotten[^]*encryption\.key_added/);
		for (const key of [earlier, later]) expect(audited.stdout).not.toContain(key);
	});

	it('are given up and made anew where the key is lost', async () => {
		const client = await start();
		const { id, secret } = await register(client);
		await client.end('SIGTERM');
		gateway = null;
		const refused = await runGateway(['encryption', 'reset'], { GATEWAY_DATA_DIR: folder });
		expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('nothing to give up') });
		await rm(path.join(folder, 'encryption.key'));
		expect(await encryption('reset')).toContain(id);
		const renewed = await start();
		const after = await secretOf(renewed, id);
		expect(after).not.toBe(secret);
		await expectSignedWith(renewed, id, String(after));
	});

	it('need the name of an action, and a new key where the key is a variable', async () => {
		for (const args of [['encryption'], ['encryption', 'rotate', newKey()]]) {
			const { code, stderr } = await runGateway(args, { GATEWAY_DATA_DIR: folder });
			expect([code, stderr]).toEqual([1, expect.stringContaining('status, rotate, forget-old or reset')]);
		}
		const { code, stderr } = await runGateway(['encryption', 'rotate'], {
			GATEWAY_DATA_DIR: folder,
			GATEWAY_ENCRYPTION_KEY: newKey(),
		});
		expect([code, stderr]).toEqual([1, expect.stringContaining('GATEWAY_ENCRYPTION_KEY_NEW')]);
	});
});
