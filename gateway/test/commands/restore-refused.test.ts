import { existsSync } from 'node:fs';
import { readdir, readFile, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { NO_BACKUPS } from '../support/storage/backup-databases.ts';
import { readBackup, writeArchive, type Member } from '../support/storage/backups.ts';
import {
	DATABASE,
	startRestoreStage,
	withManifest,
	type RestoreStage,
} from '../support/storage/restore-stage.ts';
import { ON_POSTGRES } from '../support/database.ts';

const FILE = 'media/uploads/med_01k9z5q7v8w9x0y1z2a3b4c5d6';

(NO_BACKUPS === null ? describe : describe.skip)(`a backup that restore refuses ${NO_BACKUPS ?? ''}`, () => {
	let stage: RestoreStage;
	beforeAll(async () => {
		stage = await startRestoreStage();
	});
	afterAll(() => stage.close());

	/** Expects one sentence, and a folder without data. */
	async function expectRefused(file: string, sentence: string | RegExp): Promise<void> {
		const folder = stage.newPath('data');
		const { code, stdout, stderr } = await stage.restore(folder, [file]);
		expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
		expect(stderr).toMatch(sentence);
		expect(stderr.trim().split('\n')).toHaveLength(1);
		const left = await readdir(folder).catch(() => []);
		expect(left.filter((name) => name !== 'gateway.lock')).toEqual([]);
	}

	it('refuses a backup of a later version, and one of the other engine', async () => {
		const { changedBackup } = stage;
		await expectRefused(
			await changedBackup(withManifest({ schema: '9999-later', version: '9.0.0' })),
			/messaging-gateway 9\.0\.0, whose database this version does not know/,
		);
		await expectRefused(await changedBackup(withManifest({ format: 2 })), /does not know/);
		await expectRefused(
			await changedBackup(withManifest({ engine: ON_POSTGRES ? 'sqlite' : 'postgres' })),
			ON_POSTGRES ? /backup of a SQLite database/ : /backup of a PostgreSQL database/,
		);
	});

	it('refuses what is damaged or no backup', async () => {
		const { backup, newPath, changedBackup } = stage;
		const damaged = newPath('damaged.tar.gz');
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
		await expectRefused(newPath('nowhere.tar.gz'), /could not be read.*no such file/);
		await expectRefused(
			await changedBackup((members) => members.filter(({ name }) => name !== DATABASE)),
			/files are missing in it/,
		);
		await expectRefused(
			await changedBackup((members) =>
				members.map((one) => (one.name === 'encryption.key' ? { ...one, content: '' } : one)),
			),
			/files are missing in it/,
		);
	});

	it('refuses checksums that do not match', async () => {
		const { backup, newPath } = stage;
		const members = (await readBackup(backup)).map(({ header, data }) => ({
			name: header.name,
			content: data ?? '',
		}));
		const file = newPath('sums.tar.gz');
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
		const { backup, changedBackup } = stage;
		await expectRefused(
			await changedBackup((members) => [...members, member]),
			/not a complete backup of a gateway/,
		);
		expect(existsSync(path.join(path.dirname(backup), 'evil'))).toBe(false);
	});

	it('refuses a backup that needs more space than there is', async () => {
		const { changedBackup } = stage;
		await expectRefused(
			await changedBackup(withManifest({ bytes: Number.MAX_SAFE_INTEGER })),
			/MB free, and the backup needs/,
		);
	});
});
