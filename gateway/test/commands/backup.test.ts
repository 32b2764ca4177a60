import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { constants, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
	NO_BACKUPS,
	startBackupDatabases,
	type BackupDatabases,
} from '../support/storage/backup-databases.ts';
import { missingMedia, readBackup } from '../support/storage/backups.ts';
import { temporaryFolder } from '../support/data-folder.ts';
import { ON_POSTGRES } from '../support/database.ts';
import { MAIN } from '../support/gateway-main.ts';
import { runGateway } from '../support/gateway-process.ts';
import { connectedInstance, startTestGateway, type TestGateway } from '../support/gateway.ts';
import { upload } from '../support/requests.ts';
import { PNG } from '../support/sample-files.ts';
import { until } from '../support/until.ts';

/** Bytes of a file that common file systems allow, and that has more pages than a disk has room for. */
const LARGEST_FILE = 8 * 1024 ** 4;
/** Bytes of a page of SQLite. */
const PAGE = 4096;
/** Where the header of a SQLite file has the number of its pages. */
const PAGE_COUNT_OFFSET = 28;

(NO_BACKUPS === null ? describe : describe.skip)(`messaging-gateway backup ${NO_BACKUPS ?? ''}`, () => {
	let databases: BackupDatabases;
	let database: Record<string, string>;
	let gateway: TestGateway;
	let out: string;
	let remove: () => Promise<void>;
	let files = 0;
	beforeAll(async () => {
		databases = await startBackupDatabases();
		database = await databases.environmentOf('gateway');
		gateway = await startTestGateway({ environment: database });
		({ folder: out, remove } = await temporaryFolder());
	});
	afterAll(async () => {
		await gateway.close();
		await remove();
		await databases.close();
	});

	const backup = (args: readonly string[], environment: Record<string, string> = {}) =>
		runGateway(['backup', ...args], { GATEWAY_DATA_DIR: gateway.folder, ...database, ...environment });
	const stages = async () =>
		(await readdir(gateway.folder, { recursive: true })).filter((name) => name.includes('backup-draft'));

	/** Makes a backup of the gateway to a stream, or to a file, without waiting for its end. */
	const begin = (file: string) =>
		spawn(process.execPath, [MAIN, 'backup', file], {
			env: { PATH: process.env.PATH, GATEWAY_DATA_DIR: gateway.folder, ...database },
			stdio: ['ignore', 'pipe', 'ignore'],
		});

	/** Sends a picture of its own to several people; returns when the network has all. */
	async function sendPictures(instanceId: string, count: number): Promise<void> {
		const mediaUrl = await upload(gateway, new Uint8Array(PNG), 'image/png');
		for (let index = 0; index < count; index += 1) {
			const body = { instanceId, to: `49151234500${10 + index}`, mediaUrl, mediaType: 'image' };
			expect((await gateway.post('/v1/messages/send', body)).status).toBe(202);
		}
	}

	it('writes one file with the database, the media files and the key, for this account only', async () => {
		await sendPictures(await connectedInstance(gateway), 3);
		const file = path.join(out, 'first.tar.gz');
		const { code, stdout, stderr } = await backup([file]);
		expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
		expect(stdout).toContain(`The backup is written to ${file}: the database and 4 media files`);
		expect(stdout).toContain('It contains the encryption key');
		expect((await stat(file)).mode & 0o777).toBe(0o600);
		const members = await readBackup(file);
		expect(members.slice(0, 3).map(({ header }) => header.name)).toEqual([
			'backup.json',
			'encryption.key',
			ON_POSTGRES ? 'database.dump' : 'gateway.db',
		]);
		expect(members.at(-1)?.header.name).toBe('checksums.txt');
		const media = members.filter(({ header }) => header.name.startsWith('media/'));
		// The upload and the messages that were sent with it are one file.
		expect(media.map(({ header }) => header.type).sort()).toEqual(['file', 'link', 'link', 'link']);
		expect(await stages()).toEqual([]);
	});

	it('replaces a file only with --force', async () => {
		const file = path.join(out, 'first.tar.gz');
		const before = (await stat(file)).mtimeMs;
		const refused = await backup([file]);
		expect([refused.code, refused.stderr]).toEqual([
			1,
			`${file} exists already. Choose another name, or add --force to replace it.\n`,
		]);
		expect((await stat(file)).mtimeMs).toBe(before);
		expect((await backup([file, '--force'])).code).toBe(0);
		expect((await stat(file)).mtimeMs).toBeGreaterThan(before);
	});

	it('says that the key of a variable is not in it, and where the folder or the key is wrong', async () => {
		const key = (await readFile(path.join(gateway.folder, 'encryption.key'), 'utf8')).trim();
		const file = path.join(out, 'variable.tar.gz');
		const { stdout } = await backup([file], { GATEWAY_ENCRYPTION_KEY: key });
		expect(stdout).toContain('does not contain the key in GATEWAY_ENCRYPTION_KEY');
		expect((await readBackup(file)).map(({ header }) => header.name)).not.toContain('encryption.key');

		const other = path.join(out, 'other.tar.gz');
		const wrong = await backup([other], { GATEWAY_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64') });
		expect([wrong.code, wrong.stderr]).toEqual([
			1,
			expect.stringContaining('another key than that of GATEWAY_ENCRYPTION_KEY'),
		]);
		const empty = path.join(out, 'empty');
		const none = await backup([other], {
			...(await databases.environmentOf('empty')),
			GATEWAY_DATA_DIR: empty,
		});
		expect([none.code, none.stderr]).toEqual([
			1,
			expect.stringContaining(
				ON_POSTGRES ? 'DATABASE_URL names has no tables' : `no gateway.db in the data folder ${empty}`,
			),
		]);
		expect([!ON_POSTGRES && existsSync(empty), existsSync(other), existsSync(`${other}.part`)]).toEqual([
			false,
			false,
			false,
		]);
	});

	it('explains a folder that does not exist and a full disk in one sentence', async () => {
		const missing = await backup([path.join(out, 'no-such-folder/backup.tar.gz')]);
		expect([missing.code, missing.stderr]).toEqual([
			1,
			expect.stringMatching(/^The backup could not be written to \S+: there is no such file or folder.*\n$/),
		]);
		if (!existsSync('/dev/full')) return;
		const full = spawn('sh', ['-c', '"$0" "$1" backup - > /dev/full', process.execPath, MAIN], {
			env: { PATH: process.env.PATH, GATEWAY_DATA_DIR: gateway.folder, ...database },
		});
		let stderr = '';
		full.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
		const [code] = (await once(full, 'close')) as [number];
		expect([code, stderr]).toEqual([
			1,
			'The backup could not be written to stdout: the disk is full. Free some space on it, and run the command again.\n',
		]);
	});

	(ON_POSTGRES ? it.skip : it)(
		'fills no disk that has less space than the copy of the database needs',
		async () => {
			const { folder, remove } = await temporaryFolder();
			await enlargedDatabase(folder);
			const file = path.join(out, 'too-large.tar.gz');
			// The limit ends a copy that is begun all the same.
			expect(await limitedBackup(folder, file, 2000)).toEqual([
				1,
				expect.stringMatching(
					/^The disk of \S+(?<!backup-draft) has [\d,]+ MB free, and the copy of the database needs [\d,]+ MB\. Nothing was changed\. Free some space on it, and run the command again\.\n$/,
				),
			]);
			expect((await readdir(folder)).filter((name) => name.startsWith('backup-draft'))).toEqual([]);
			expect(existsSync(file)).toBe(false);
			await remove();
		},
	);

	(ON_POSTGRES ? it.skip : it)('explains a copy of the database that cannot be written', async () => {
		expect(await limitedBackup(gateway.folder, '-', 50)).toEqual([
			1,
			expect.stringMatching(/^The database \S+ \(see GATEWAY_DATA_DIR\) cannot be used: the disk .*\n$/),
		]);
	});

	/** Makes a backup by a process that may write files of so many blocks; returns its exit code and its errors. */
	async function limitedBackup(folder: string, file: string, blocks: number): Promise<[number, string]> {
		const args = ['-c', `ulimit -f ${blocks}; exec "$0" "$@"`, process.execPath, MAIN, 'backup', file];
		const child = spawn('sh', args, { env: { PATH: process.env.PATH, GATEWAY_DATA_DIR: folder } });
		let stderr = '';
		child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
		const [code] = (await once(child, 'close')) as [number];
		return [code, stderr];
	}

	/** Makes a database that says it has as many pages as no disk has room for, in a file without content behind it. */
	async function enlargedDatabase(folder: string): Promise<void> {
		const file = path.join(folder, 'backup.tar.gz');
		expect((await backup([file])).code).toBe(0);
		expect((await runGateway(['restore', file], { GATEWAY_DATA_DIR: folder })).code).toBe(0);
		const database = await open(path.join(folder, 'gateway.db'), 'r+');
		const pages = Buffer.alloc(4);
		pages.writeUInt32BE(LARGEST_FILE / PAGE);
		await database.write(pages, 0, pages.length, PAGE_COUNT_OFFSET);
		await database.truncate(LARGEST_FILE);
		await database.close();
	}

	it('leaves no file of its name when it is killed, and nothing else after the next one', async () => {
		const file = path.join(out, 'killed.tar.gz');
		await upload(gateway, new Uint8Array(Buffer.concat([PNG, randomBytes(3_000_000)])), 'image/png');
		// A pipe that nobody reads stops the backup while it writes.
		const killed = begin('-');
		await until('the backup to be staged', async () => (await stages()).length > 2);
		const second = await backup([file]);
		expect([second.code, second.stderr]).toEqual([
			1,
			expect.stringContaining('Another backup of the data folder'),
		]);
		killed.kill('SIGKILL');
		await once(killed, 'exit');
		expect(existsSync(file)).toBe(false);
		expect((await backup([file])).code).toBe(0);
		expect(await stages()).toEqual([]);
	});

	describe('that is killed while it writes a file', () => {
		let file: string;
		let picture: string;

		/** Kills a backup half-way: a pipe in place of a media file stops it, as nobody writes into the pipe. */
		beforeEach(async () => {
			file = path.join(out, `half-${(files += 1)}.tar.gz`);
			const mediaUrl = await upload(gateway, new Uint8Array(PNG), 'image/png');
			picture = path.join(
				gateway.folder,
				'media/uploads',
				new URL(mediaUrl).pathname.split('/').at(-1) ?? '',
			);
			await rename(picture, `${picture}.away`);
			execFileSync('mkfifo', [picture]);
			const killed = begin(file);
			// The end to write to opens when something reads.
			const end = await until('the backup to read the pipe', () =>
				open(picture, constants.O_WRONLY | constants.O_NONBLOCK).catch(() => null),
			);
			killed.kill('SIGKILL');
			await once(killed, 'exit');
			await end.close();
			await rm(picture);
			await rename(`${picture}.away`, picture);
			expect([existsSync(file), existsSync(`${file}.part`)]).toEqual([false, true]);
			expect(await stages()).not.toEqual([]);
		});

		it('leaves nothing after the next backup, which has another name', async () => {
			expect((await backup([path.join(out, `next-${files}.tar.gz`)])).code).toBe(0);
			expect([existsSync(`${file}.part`), await stages()]).toEqual([false, []]);
		});

		it('leaves nothing after the next start of the gateway', async () => {
			gateway = await gateway.restart();
			expect([existsSync(`${file}.part`), await stages()]).toEqual([false, []]);
		});

		it('leaves its file where that cannot be removed, which the next backup says', async () => {
			await rm(`${file}.part`);
			await mkdir(`${file}.part/kept`, { recursive: true });
			const { code, stderr } = await backup([path.join(out, `next-${files}.tar.gz`)]);
			expect([code, stderr]).toEqual([0, expect.stringContaining(`${file}.part`)]);
			expect(await stages()).toEqual([]);
		});
	});

	it('never lacks a file of a message in it, while files come and go', async () => {
		const state = { busy: true };
		const load = (async () => {
			const instances: string[] = [];
			while (state.busy) {
				const instanceId = await connectedInstance(gateway, `Shop ${instances.length}`);
				instances.push(instanceId);
				await sendPictures(instanceId, 4);
				const [oldest] = instances;
				// Removes the files of its messages at once.
				if (instances.length > 2 && oldest !== undefined) {
					await gateway.delete(`/v1/instances/${oldest}`);
					instances.shift();
				}
			}
		})();
		for (let round = 1; round <= 3; round += 1) {
			const file = path.join(out, `busy-${round}.tar.gz`);
			const target = path.join(out, `restored-${round}`);
			expect((await backup([file])).code).toBe(0);
			const other = await databases.environmentOf(target);
			const restored = await runGateway(['restore', file], { GATEWAY_DATA_DIR: target, ...other });
			expect(restored).toMatchObject({ code: 0, stderr: '' });
			expect(await missingMedia(target, other.DATABASE_URL ?? null)).toEqual([]);
		}
		state.busy = false;
		await load;
	});

	it('is made of what there is where files are missing already, and says so', async () => {
		const [folder = ''] = (await readdir(path.join(gateway.folder, 'media'))).filter((name) =>
			name.startsWith('inst_'),
		);
		const media = path.join(gateway.folder, 'media', folder);
		await rename(media, `${media}.away`);
		const { code, stdout } = await backup([path.join(out, 'missing.tar.gz')]);
		await rename(`${media}.away`, media);
		expect([code, stdout]).toEqual([
			0,
			expect.stringMatching(/\d+ media files were missing in the gateway already/),
		]);
	});

	it('wants the name of one file', async () => {
		for (const args of [[], ['a', 'b']]) {
			const { code, stderr } = await backup(args);
			expect([code, stderr]).toEqual([1, expect.stringContaining('Name one file')]);
		}
		await writeFile(path.join(out, 'a'), '');
	});
});
