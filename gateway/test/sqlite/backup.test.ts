import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { missingMedia, readBackup } from '../support/backups.ts';
import { temporaryFolder } from '../support/data-folder.ts';
import { runGateway } from '../support/gateway-process.ts';
import { connectedInstance, startTestGateway, type TestGateway } from '../support/gateway.ts';
import { upload } from '../support/requests.ts';
import { PNG } from '../support/sample-files.ts';
import { until } from '../support/until.ts';

const MAIN = path.join(import.meta.dirname, '../../src/main.ts');

describe('messaging-gateway backup', () => {
	let gateway: TestGateway;
	let out: string;
	let remove: () => Promise<void>;
	beforeAll(async () => {
		gateway = await startTestGateway();
		({ folder: out, remove } = await temporaryFolder());
	});
	afterAll(async () => {
		await gateway.close();
		await remove();
	});

	const backup = (args: readonly string[], environment: Record<string, string> = {}) =>
		runGateway(['backup', ...args], { GATEWAY_DATA_DIR: gateway.folder, ...environment });
	const stages = async () =>
		(await readdir(gateway.folder, { recursive: true })).filter((name) => name.includes('backup-draft'));

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
			'gateway.db',
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
		const none = await backup([other], { GATEWAY_DATA_DIR: empty });
		expect([none.code, none.stderr]).toEqual([
			1,
			expect.stringContaining(`no gateway.db in the data folder ${empty}`),
		]);
		expect([existsSync(empty), existsSync(other), existsSync(`${other}.part`)]).toEqual([
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
			env: { PATH: process.env.PATH, GATEWAY_DATA_DIR: gateway.folder },
		});
		let stderr = '';
		full.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
		const [code] = (await once(full, 'close')) as [number];
		expect([code, stderr]).toEqual([
			1,
			'The backup could not be written to stdout: the disk is full. Free some space on it, and run the command again.\n',
		]);
	});

	it('leaves no file of its name when it is killed, and nothing else after the next one', async () => {
		const file = path.join(out, 'killed.tar.gz');
		await upload(gateway, new Uint8Array(Buffer.concat([PNG, randomBytes(3_000_000)])), 'image/png');
		// A pipe that nobody reads stops the backup while it writes.
		const killed = spawn(process.execPath, [MAIN, 'backup', '-'], {
			env: { PATH: process.env.PATH, GATEWAY_DATA_DIR: gateway.folder },
			stdio: ['ignore', 'pipe', 'ignore'],
		});
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
			const restored = await runGateway(['restore', file], { GATEWAY_DATA_DIR: target });
			expect(restored).toMatchObject({ code: 0, stderr: '' });
			expect(missingMedia(target)).toEqual([]);
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
