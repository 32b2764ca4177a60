import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, existsSync } from 'node:fs';
import { mkdir, readdir, readFile, stat, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { extractBackup } from '../../src/backup/extract-backup.ts';
import { writePlan } from '../../src/backup/place-restored.ts';
import {
	NO_BACKUPS,
	startBackupDatabases,
	type BackupDatabases,
} from '../support/storage/backup-databases.ts';
import { readBackup, writeArchive, writeWithChecksums, type Member } from '../support/storage/backups.ts';
import { temporaryFolder } from '../support/data-folder.ts';
import { ON_POSTGRES } from '../support/database.ts';
import { MAIN } from '../support/gateway-main.ts';
import { beginGatewayProcess, runGateway, startGatewayProcess } from '../support/gateway-process.ts';
import { connectedInstance, startTestGateway, type TestGateway } from '../support/gateway.ts';
import { mediaOf } from '../support/media.ts';
import { upload } from '../support/requests.ts';
import { PNG } from '../support/sample-files.ts';
import { until } from '../support/until.ts';

const FILE = 'media/uploads/med_01k9z5q7v8w9x0y1z2a3b4c5d6';

/** The database in a backup. */
const DATABASE = ON_POSTGRES ? 'database.dump' : 'gateway.db';

(NO_BACKUPS === null ? describe : describe.skip)(`messaging-gateway restore ${NO_BACKUPS ?? ''}`, () => {
	let databases: BackupDatabases;
	let database: Record<string, string>;
	let gateway: TestGateway;
	let out: string;
	let backup: string;
	let secret: { id: string; value: string };
	let messageId: string;
	let remove: () => Promise<void>;
	let folders = 0;
	beforeAll(async () => {
		databases = await startBackupDatabases();
		database = await databases.environmentOf('gateway');
		gateway = await startTestGateway({ environment: database });
		({ folder: out, remove } = await temporaryFolder());
		const webhook = await gateway.post('/v1/webhooks', {
			url: 'https://example.com/hook',
			events: ['message.received'],
		});
		secret = { id: webhook.text('data.id'), value: webhook.text('data.secret') };
		const mediaUrl = await upload(gateway, new Uint8Array(PNG), 'image/png');
		const instanceId = await connectedInstance(gateway);
		const body = { instanceId, to: '4915112345678', mediaUrl, mediaType: 'image' };
		messageId = (await gateway.post('/v1/messages/send', body)).text('messageId');
		backup = path.join(out, 'backup.tar.gz');
		expect(
			await runGateway(['backup', backup], { GATEWAY_DATA_DIR: gateway.folder, ...database }),
		).toMatchObject({ code: 0, stderr: '' });
	});
	afterAll(async () => {
		await gateway.close();
		await remove();
		await databases.close();
	});

	const emptyFolder = () => path.join(out, `data-${(folders += 1)}`);
	/** Runs a command on a data folder and its database. */
	const run = async (folder: string, args: readonly string[], environment: Record<string, string> = {}) =>
		runGateway(args, {
			GATEWAY_DATA_DIR: folder,
			...(await databases.environmentOf(folder)),
			...environment,
		});
	const restore = (folder: string, args: readonly string[], environment: Record<string, string> = {}) =>
		run(folder, ['restore', ...args], environment);
	/** Expects one sentence, and a folder without data. */
	async function expectRefused(file: string, sentence: string | RegExp): Promise<void> {
		const folder = emptyFolder();
		const { code, stdout, stderr } = await restore(folder, [file]);
		expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
		expect(stderr).toMatch(sentence);
		expect(stderr.trim().split('\n')).toHaveLength(1);
		const left = await readdir(folder).catch(() => []);
		expect(left.filter((name) => name !== 'gateway.lock')).toEqual([]);
	}
	/** The members of the backup, of which some are changed. */
	async function membersOf(change: (members: Member[]) => Member[]): Promise<string> {
		const members = (await readBackup(backup))
			.map(
				({ header, data }): Member => ({
					name: header.name,
					type: header.type as 'file',
					...(header.linkname === undefined ? {} : { linkname: header.linkname }),
					...(data === undefined ? {} : { content: data }),
				}),
			)
			.filter(({ name }) => name !== 'checksums.txt');
		const file = path.join(out, `changed-${(folders += 1)}.tar.gz`);
		await writeWithChecksums(file, change(members));
		return file;
	}
	/** Restores a backup of which only the first half arrives, and kills the command meanwhile. */
	async function killHalfway(
		folder: string,
		args: readonly string[],
		environment: Record<string, string> = {},
	): Promise<void> {
		const child = spawn(process.execPath, [MAIN, 'restore', '-', ...args], {
			env: {
				PATH: process.env.PATH,
				GATEWAY_DATA_DIR: folder,
				...(await databases.environmentOf(folder)),
				...environment,
			},
			stdio: ['pipe', 'ignore', 'ignore'],
		});
		const bytes = await readFile(backup);
		child.stdin.write(bytes.subarray(0, bytes.length / 2));
		await until('the restore to write', () => existsSync(path.join(folder, 'restore-draft', DATABASE)));
		child.kill('SIGKILL');
		await once(child, 'exit');
	}
	const withManifest = (change: Record<string, unknown>) => (members: Member[]) =>
		members.map((member) =>
			member.name === 'backup.json'
				? {
						...member,
						content: JSON.stringify({
							...(JSON.parse(Buffer.from(member.content ?? '').toString()) as object),
							...change,
						}),
					}
				: member,
		);

	it('brings back messages with their files, and secrets that open', async () => {
		const folder = emptyFolder();
		const { code, stdout, stderr } = await restore(folder, [backup]);
		expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
		expect(stdout).toContain('is restored into');
		expect((await stat(path.join(folder, 'encryption.key'))).mode & 0o777).toBe(0o600);
		const restored = await startGatewayProcess(folder, await databases.environmentOf(folder));
		expect((await restored.get(`/v1/webhooks/${secret.id}`)).at('data.secret')).toBe(secret.value);
		expect(Buffer.from(await (await mediaOf(restored, messageId)).arrayBuffer())).toEqual(PNG);
		await restored.end('SIGTERM');
	});

	it('refuses a folder on which a gateway runs, also for another database', async () => {
		const folder = emptyFolder();
		const running = await startGatewayProcess(folder, await databases.environmentOf(folder));
		const another = await databases.environmentOf(`${folder}-another`);
		const refused = await runGateway(['restore', backup, '--force'], {
			GATEWAY_DATA_DIR: folder,
			...another,
		});
		expect([refused.code, refused.stderr]).toEqual([
			1,
			expect.stringContaining('Another gateway is running on the data folder'),
		]);
		await running.end('SIGTERM');
		const { code, stderr } = await restore(folder, [backup, '--force']);
		expect([code, stderr]).toEqual(
			ON_POSTGRES
				? [1, expect.stringContaining('The database that DATABASE_URL names is not empty')]
				: [0, ''],
		);
	});

	it('refuses a folder with data, and moves it aside with --force', async () => {
		const folder = emptyFolder();
		await mkdir(path.join(folder, 'media'), { recursive: true });
		await writeFile(path.join(folder, 'gateway.db'), 'earlier');
		await writeFile(path.join(folder, 'own-notes.txt'), 'kept');
		const refused = await restore(folder, [backup]);
		expect([refused.code, refused.stderr]).toEqual([
			1,
			expect.stringContaining(`The data folder ${folder} is not empty (gateway.db)`),
		]);
		const { code, stdout } = await restore(folder, [backup, '--force']);
		expect([code, stdout]).toEqual([0, expect.stringContaining(`${folder}/before-restore-`)]);
		const [aside = ''] = (await readdir(folder)).filter((name) => name.startsWith('before-restore-'));
		expect(await readFile(path.join(folder, aside, 'gateway.db'), 'utf8')).toBe('earlier');
		expect(await readFile(path.join(folder, 'own-notes.txt'), 'utf8')).toBe('kept');
		expect((await run(folder, ['encryption', 'status'])).stdout).toContain('in use');
	});

	it('says what is missing where the key is not in the backup, or another one is set', async () => {
		const other = Buffer.alloc(32, 7).toString('base64');
		const folder = emptyFolder();
		const { stdout } = await restore(folder, [backup], { GATEWAY_ENCRYPTION_KEY: other });
		// A dump of PostgreSQL is not read before it is in place.
		const told = ON_POSTGRES ? (await run(folder, [], { GATEWAY_ENCRYPTION_KEY: other })).stderr : stdout;
		expect(told).toContain('encrypted with another key than that of GATEWAY_ENCRYPTION_KEY');
		const key = (await readFile(path.join(gateway.folder, 'encryption.key'), 'utf8')).trim();
		const withoutKey = path.join(out, 'without-key.tar.gz');
		await runGateway(['backup', withoutKey], {
			...database,
			GATEWAY_DATA_DIR: gateway.folder,
			GATEWAY_ENCRYPTION_KEY: key,
		});
		const missing = await restore(emptyFolder(), [withoutKey]);
		expect([missing.code, missing.stdout]).toEqual([
			0,
			expect.stringContaining('set GATEWAY_ENCRYPTION_KEY to the key that the gateway had'),
		]);
	});

	it('finishes a restore that was interrupted, before which no gateway starts', async () => {
		const folder = emptyFolder();
		await mkdir(folder);
		await writeFile(path.join(folder, 'gateway.db'), 'earlier');
		await mkdir(path.join(folder, 'restore-draft'));
		await extractBackup(createReadStream(backup), path.join(folder, 'restore-draft'), () => undefined);
		await writePlan(folder, { aside: 'before-restore-1' });
		for (const args of [[], ['keys', 'list']]) {
			const { code, stderr } = await run(folder, args);
			expect([code, stderr]).toEqual([
				1,
				expect.stringContaining('was interrupted. Run it again with the same backup'),
			]);
		}
		const another = await restore(folder, [
			await membersOf(withManifest({ createdAt: '2020-01-01T00:00:00.000Z' })),
		]);
		expect([another.code, another.stderr]).toEqual([1, expect.stringContaining('was interrupted')]);
		expect((await restore(folder, [backup])).code).toBe(0);
		expect(await readFile(path.join(folder, 'before-restore-1/gateway.db'), 'utf8')).toBe('earlier');
		expect((await run(folder, ['keys', 'list'])).code).toBe(0);
		expect(existsSync(path.join(folder, 'restore-draft'))).toBe(false);
	});

	it('lets no gateway begin anew after a restore that was killed while it read', async () => {
		const folder = emptyFolder();
		await killHalfway(folder, []);
		const start = await beginGatewayProcess(folder, await databases.environmentOf(folder));
		await expect(start.ready).rejects.toThrow(
			`A restore into the data folder ${folder} was interrupted before anything was in place. Run it again`,
		);
		await start.end('SIGKILL');
		expect(await restore(folder, [backup])).toMatchObject({ code: 0, stderr: '' });
		expect((await run(folder, ['keys', 'list'])).code).toBe(0);
	});

	it('lets the gateway start whose data a killed restore was to replace, and leaves nothing', async () => {
		const folder = emptyFolder();
		expect((await restore(folder, [backup])).code).toBe(0);
		// What is on a server is not moved aside: it is restored into another database.
		await killHalfway(folder, ['--force'], await databases.environmentOf(emptyFolder()));
		const started = await startGatewayProcess(folder, await databases.environmentOf(folder));
		expect((await started.get(`/v1/messages/${messageId}`)).status).toBe(200);
		expect(existsSync(path.join(folder, 'restore-draft'))).toBe(false);
		await started.end('SIGTERM');
	});

	if (ON_POSTGRES) {
		it('does not take the database of another gateway for the restored one', async () => {
			const folder = emptyFolder();
			const draft = path.join(folder, 'restore-draft');
			await mkdir(draft, { recursive: true });
			await extractBackup(createReadStream(backup), draft, () => undefined);
			await writePlan(folder, { aside: null });
			const { DATABASE_URL: url = '' } = await databases.environmentOf(folder);
			const other = await startGatewayProcess(emptyFolder(), { DATABASE_URL: url });
			await other.end('SIGTERM');
			const { code, stdout, stderr } = await restore(folder, [backup]);
			expect({ code, stdout, stderr }).toEqual({
				code: 1,
				stdout: '',
				stderr: expect.stringMatching(/is not empty .* These are not the tables of the backup\./),
			});
			const empty = await databases.environmentOf(emptyFolder());
			expect((await restore(folder, [backup], empty)).code).toBe(0);
			expect((await restore(folder, [backup], empty)).stderr).toMatch(/is not empty/);
		});

		it('finishes a restore that was killed while pg_restore worked, which goes on without it', async () => {
			const folder = emptyFolder();
			const environment = await databases.environmentOf(folder);
			const client = new pg.Client(environment.DATABASE_URL);
			const observer = new pg.Client(environment.DATABASE_URL);
			await Promise.all([client.connect(), observer.connect()]);
			// A table that is not committed stops pg_restore, and nobody else sees it.
			await client.query('begin');
			await client.query('create table messages (id text)');
			const waiting = async (): Promise<number[]> => {
				const { rows } = await observer.query<{ pid: number }>(
					"select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
				);
				return rows.map(({ pid }) => pid);
			};
			const killed = spawn(process.execPath, [MAIN, 'restore', backup], {
				env: { PATH: process.env.PATH, GATEWAY_DATA_DIR: folder, ...environment },
				stdio: 'ignore',
			});
			await until('pg_restore to wait', async () => (await waiting()).length === 1);
			const [first] = await waiting();
			killed.kill('SIGKILL');
			await once(killed, 'exit');
			const again = restore(folder, [backup]);
			await until('the next pg_restore to wait', async () => (await waiting()).some((pid) => pid !== first));
			await client.query('rollback');
			expect(await again).toMatchObject({ code: 0, stderr: '' });
			expect((await client.query('select 1 from messages')).rowCount).toBe(1);
			await Promise.all([client.end(), observer.end()]);
		});

		it('finishes a restore that was interrupted after the database was restored', async () => {
			const folder = emptyFolder();
			expect((await restore(folder, [backup])).code).toBe(0);
			const draft = path.join(folder, 'restore-draft');
			await mkdir(draft);
			await extractBackup(createReadStream(backup), draft, () => undefined);
			await writePlan(folder, { aside: null });
			expect(await restore(folder, [backup])).toMatchObject({ code: 0, stderr: '' });
		});
	}

	it('refuses a backup of a later version, and one of the other engine', async () => {
		await expectRefused(
			await membersOf(withManifest({ schema: '9999-later', version: '9.0.0' })),
			/messaging-gateway 9\.0\.0, whose database this version does not know/,
		);
		await expectRefused(await membersOf(withManifest({ format: 2 })), /does not know/);
		await expectRefused(
			await membersOf(withManifest({ engine: ON_POSTGRES ? 'sqlite' : 'postgres' })),
			ON_POSTGRES ? /backup of a SQLite database/ : /backup of a PostgreSQL database/,
		);
	});

	it('refuses what is damaged or no backup', async () => {
		const damaged = path.join(out, 'damaged.tar.gz');
		const bytes = await readFile(backup);
		await writeFile(damaged, bytes.subarray(0, bytes.length - 200));
		await expectRefused(damaged, /not a complete backup of a gateway/);
		const middle = Math.floor(bytes.length / 2);
		bytes.writeUInt8(bytes.readUInt8(middle) ^ 0xff, middle);
		await writeFile(damaged, bytes);
		await expectRefused(damaged, /not a complete backup of a gateway/);
		await writeFile(damaged, 'hello');
		await expectRefused(damaged, /no compressed tar archive/);
		await truncate(damaged);
		await expectRefused(damaged, /not a complete backup of a gateway/);
		await expectRefused(path.join(out, 'nowhere.tar.gz'), /could not be read.*no such file/);
		await expectRefused(
			await membersOf((members) => members.filter(({ name }) => name !== DATABASE)),
			/files are missing in it/,
		);
		await expectRefused(
			await membersOf((members) =>
				members.map((one) => (one.name === 'encryption.key' ? { ...one, content: '' } : one)),
			),
			/files are missing in it/,
		);
	});

	it('refuses checksums that do not match', async () => {
		const members = (await readBackup(backup)).map(({ header, data }) => ({
			name: header.name,
			content: data ?? '',
		}));
		const file = path.join(out, 'sums.tar.gz');
		const [manifest, key, ...rest] = members;
		if (manifest === undefined || key === undefined) throw new Error('The backup has no key.');
		const other = { ...key, content: `${Buffer.alloc(32, 7).toString('base64')}\n` };
		await writeArchive(file, [manifest, other, ...rest]);
		await expectRefused(file, /its checksums do not match|files are missing/);
	});

	it.each<[string, Member]>([
		['a path out of the folder', { name: '../evil', content: 'x' }],
		['a path out of the media folder', { name: 'media/uploads/../../evil', content: 'x' }],
		['an absolute path', { name: '/tmp/evil', content: 'x' }],
		['another file', { name: 'gateway.lock', content: 'x' }],
		['a second database', { name: DATABASE, content: 'x' }],
		['a symbolic link', { name: FILE, type: 'symlink', linkname: '/etc/passwd' }],
		['a link to another place', { name: FILE, type: 'link', linkname: '../../encryption.key' }],
		['a link to the key', { name: FILE, type: 'link', linkname: 'encryption.key' }],
		['a link to nothing', { name: FILE, type: 'link', linkname: `${FILE.slice(0, -1)}7` }],
		['a folder', { name: 'media/uploads/', type: 'directory' }],
		['a pipe', { name: FILE, type: 'fifo' }],
		['more than it declares', { name: FILE, content: Buffer.alloc(2_000_000) }],
	])('refuses an archive with %s', async (_what, member) => {
		await expectRefused(
			await membersOf((members) => [...members, member]),
			/not a complete backup of a gateway/,
		);
		expect(existsSync(path.join(out, 'evil'))).toBe(false);
	});

	it('refuses a backup that needs more space than there is', async () => {
		await expectRefused(
			await membersOf(withManifest({ bytes: Number.MAX_SAFE_INTEGER })),
			/MB free, and the backup needs/,
		);
	});
});
