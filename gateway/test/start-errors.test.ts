import { generateKeyPairSync } from 'node:crypto';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { selfSigned } from './support/servers/certificate.ts';
import { temporaryFolder } from './support/data-folder.ts';
import { databaseEnvironment, runSql } from './support/database.ts';
import { MAIN } from './support/gateway-main.ts';
import { runGateway, withoutLog } from './support/gateway-process.ts';
import { startReceiver } from './support/servers/receiver.ts';

/** An account that may do nothing, to run as where the tests run as root. */
const NOBODY = 65_534;
const AS_ROOT = process.getuid?.() === 0;

describe('a start that fails prints one sentence', () => {
	let folder: string;
	let remove: () => Promise<void>;
	beforeEach(async () => {
		({ folder, remove } = await temporaryFolder());
		await chmod(folder, 0o755);
	});
	afterEach(() => remove());

	/** Starts a gateway that must fail, as another account where the tests run as root; returns its sentence. */
	async function failure(
		environment: Record<string, string>,
		{ unprivileged = false } = {},
	): Promise<string> {
		const settings = { GATEWAY_PORT: '0', GATEWAY_DATA_DIR: folder, ...environment };
		const { code, stdout, stderr } = unprivileged
			? await runAsNobody(settings)
			: await runGateway([], settings);
		expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
		// Its log may say before that it listens, for probes.
		const sentence = withoutLog(stderr).trim();
		expect(sentence.split('\n')).toHaveLength(1);
		return sentence;
	}

	async function runAsNobody(settings: Record<string, string>) {
		const { PATH } = process.env;
		const database = await databaseEnvironment(folder);
		const child = spawn(process.execPath, [MAIN], {
			env: { PATH, ...database, ...settings },
			stdio: ['ignore', 'pipe', 'pipe'],
			...(AS_ROOT ? { uid: NOBODY, gid: NOBODY } : {}),
		});
		const output = { stdout: '', stderr: '' };
		child.stdout.on('data', (chunk: Buffer) => (output.stdout += chunk.toString()));
		child.stderr.on('data', (chunk: Buffer) => (output.stderr += chunk.toString()));
		const [code] = (await once(child, 'close')) as [number | null];
		return { code, ...output };
	}

	async function write(name: string, content: string): Promise<string> {
		const file = path.join(folder, name);
		await writeFile(file, content);
		return file;
	}

	describe('about the data folder', () => {
		it('where this account may not write to it', async () => {
			const data = path.join(folder, 'data');
			await mkdir(data);
			await chmod(data, 0o555);
			expect(await failure({ GATEWAY_DATA_DIR: data }, { unprivileged: true })).toMatch(
				/^GATEWAY_DATA_DIR is "\S+", but this account may not write to it \(.+\)\. Run.*: ch(own|mod) -R .+, then try again\.$/,
			);
		});

		it('where it cannot be made', async () => {
			const closed = path.join(folder, 'closed');
			await mkdir(closed, { mode: 0o555 });
			expect(await failure({ GATEWAY_DATA_DIR: path.join(closed, 'data') }, { unprivileged: true })).toMatch(
				/^GATEWAY_DATA_DIR is "\S+", but the folder could not be made \(.+\)\. Make that folder for this account/,
			);
		});

		it('where a file is in its place, or above it', async () => {
			const file = await write('file', '');
			for (const data of [file, path.join(file, 'data')]) {
				expect(await failure({ GATEWAY_DATA_DIR: data })).toBe(
					`GATEWAY_DATA_DIR is "${data}", but ${file} is a file, not a folder. Move the file away, or set GATEWAY_DATA_DIR to a folder, then try again.`,
				);
			}
		});

		it('where its path leads in a circle', async () => {
			const circle = path.join(folder, 'circle');
			await symlink(circle, circle);
			expect(await failure({ GATEWAY_DATA_DIR: path.join(circle, 'data') })).toMatch(
				/^GATEWAY_DATA_DIR is "\S+", but the folder could not be made/,
			);
		});

		it('where its path is longer than SQLite can open', async () => {
			const data = path.join(folder, 'a'.repeat(250), 'b'.repeat(250));
			if ((await databaseEnvironment(folder)).DATABASE_URL !== undefined) return;
			expect(await failure({ GATEWAY_DATA_DIR: data })).toMatch(
				/: its path is longer than SQLite can open\. Choose a folder with a shorter path, then try again\.$/,
			);
		});

		(process.platform === 'linux' ? it : it.skip)('where the system makes no folders', async () => {
			expect(await failure({ GATEWAY_DATA_DIR: '/proc/gateway/data' })).toBe(
				'GATEWAY_DATA_DIR is "/proc/gateway/data", but the folder could not be made. Set GATEWAY_DATA_DIR to another folder, then try again.',
			);
		});

		it('where the database in it belongs to another account', async () => {
			const data = path.join(folder, 'data');
			await mkdir(data);
			const database = path.join(data, 'gateway.db');
			await writeFile(database, '', { mode: AS_ROOT ? 0o600 : 0o400 });
			if (AS_ROOT) await chown(data, NOBODY, NOBODY);
			expect(await failure({ GATEWAY_DATA_DIR: data }, { unprivileged: true })).toMatch(
				new RegExp(
					`^GATEWAY_DATA_DIR is "${data}", but this account may not use ${database} \\(.+\\)\\. Run`,
				),
			);
		});
	});

	it('about a database of another program', async () => {
		await runSql(folder, 'create table messages (id integer primary key)');
		expect(await failure({})).toMatch(
			/^The database has a table "messages" of another program, so the gateway cannot make its own\. Nothing was changed\. .+, then try again\.$/,
		);
		expect(await runSql(folder, 'select id from messages')).toEqual([]);
	});

	describe('about the address', () => {
		it('where the port is in use', async () => {
			const receiver = await startReceiver();
			expect(await failure({ GATEWAY_PORT: String(receiver.port) })).toBe(
				`GATEWAY_PORT is ${receiver.port}, but another program listens on that port of 127.0.0.1 already. Stop it, or choose another port with GATEWAY_PORT.`,
			);
			await receiver.close();
		});

		it('where the machine does not have it, or there is no such host', async () => {
			const GATEWAY_TRUST_PROXY = '127.0.0.1/32';
			expect(await failure({ GATEWAY_HOST: '203.0.113.7', GATEWAY_TRUST_PROXY })).toContain(
				'GATEWAY_HOST is "203.0.113.7", but this machine does not have that address',
			);
			expect(await failure({ GATEWAY_HOST: 'no-such-host.invalid', GATEWAY_TRUST_PROXY })).toContain(
				'GATEWAY_HOST is "no-such-host.invalid", but there is no host of that name',
			);
		});

		it('where the account may not use the port', async () => {
			// Some systems and containers let every account use every port.
			const first = await readFile('/proc/sys/net/ipv4/ip_unprivileged_port_start', 'utf8').catch(
				() => '1024',
			);
			if (Number(first) <= 80) return;
			if (AS_ROOT) await chown(folder, NOBODY, NOBODY);
			expect(await failure({ GATEWAY_PORT: '80' }, { unprivileged: true })).toMatch(
				/^GATEWAY_PORT is 80, but this account may not listen on ports below 1024\. Choose another port, such as 8080/,
			);
		});
	});

	describe('about TLS', () => {
		const { cert, key } = selfSigned();

		it('where the key is that of another certificate', async () => {
			const environment = {
				GATEWAY_TLS_CERT: await write('cert.pem', cert),
				GATEWAY_TLS_KEY: await write('key.pem', selfSigned().key),
			};
			expect(await failure(environment)).toBe(
				`GATEWAY_TLS_KEY is "${environment.GATEWAY_TLS_KEY}", but must be the key of the certificate in GATEWAY_TLS_CERT (${environment.GATEWAY_TLS_CERT}); it is that of another one.`,
			);
		});

		it.each([
			['GATEWAY_TLS_CERT', key, 'this file is a private key, which belongs in GATEWAY_TLS_KEY'],
			['GATEWAY_TLS_CERT', 'hello', 'which begins with -----BEGIN CERTIFICATE-----'],
			['GATEWAY_TLS_CERT', cert.replaceAll(/^[^-].*$/gm, 'AAAA'), 'the one in this file is damaged'],
			['GATEWAY_TLS_KEY', cert, 'this file is a certificate, which belongs in GATEWAY_TLS_CERT'],
			['GATEWAY_TLS_KEY', 'hello', 'which begins with -----BEGIN PRIVATE KEY-----'],
			['GATEWAY_TLS_KEY', key.replaceAll(/^[^-].*$/gm, 'AAAA'), 'the one in this file is damaged'],
			['GATEWAY_TLS_KEY', encryptedKey(), 'a private key without a passphrase'],
		])('where %s is another file', async (variable, content, what) => {
			const environment = {
				GATEWAY_TLS_CERT: await write('cert.pem', cert),
				GATEWAY_TLS_KEY: await write('key.pem', key),
			};
			const file = await write('other.pem', content);
			const sentence = await failure({ ...environment, [variable]: file });
			expect(sentence).toContain(`${variable} is "${file}", but must be`);
			expect(sentence).toContain(what);
		});
	});

	it.each([
		['postgres://gateway:hun@ter/2#x@127.0.0.1/gateway'],
		['postgres://gateway:hunter/2@127.0.0.1/gateway'],
		['postgres://gateway:hunter?2@127.0.0.1/gateway'],
		['postgres://gateway:hunter%2@127.0.0.1/gateway'],
	])('about characters of a password in DATABASE_URL, such as in %s, without the password', async (url) => {
		const sentence = await failure({ DATABASE_URL: url });
		expect(sentence).toMatch(
			/^DATABASE_URL is "something of \d+ characters \(not shown\)", but must be a valid URL: .* write % as %25, @ as %40/,
		);
		expect(sentence).not.toMatch(/hun/);
	});
});

describe('a command in a folder without a database', () => {
	it.each([
		['keys', 'create', '--name', 'Shop'],
		['keys', 'list'],
		['users', 'list'],
		['owner', 'reset'],
		['audit'],
		['encryption', 'status'],
		['encryption', 'rotate'],
		['encryption', 'reset'],
	])('makes none: %s %s', async (...args) => {
		const { folder, remove } = await temporaryFolder();
		const data = path.join(folder, 'data');
		const { code, stdout, stderr } = await runGateway(
			args.filter((arg) => typeof arg === 'string'),
			{
				GATEWAY_DATA_DIR: data,
			},
		);
		expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
		expect(stderr).toMatch(
			/^(There is no gateway\.db in the data folder \S+|The database that DATABASE_URL names has no tables of a gateway)\. Set .+\n$/,
		);
		await remove();
	});
});

function encryptedKey(): string {
	const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
	return privateKey
		.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'secret' })
		.toString();
}
