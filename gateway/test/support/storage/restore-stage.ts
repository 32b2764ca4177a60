import { createReadStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { expect } from '@jest/globals';
import { extractBackup } from '../../../src/backup/extract-backup.ts';
import { runGateway } from '../gateway-process.ts';
import { connectedInstance, startTestGateway, type TestGateway } from '../gateway.ts';
import { temporaryFolder } from '../data-folder.ts';
import { ON_POSTGRES } from '../database.ts';
import { upload } from '../requests.ts';
import { PNG } from '../sample-files.ts';
import { startBackupDatabases, type BackupDatabases } from './backup-databases.ts';
import { readBackup, writeWithChecksums, type Member } from './backups.ts';

type Environment = Record<string, string>;
type Run = ReturnType<typeof runGateway>;

/** The name of the database in a backup. */
export const DATABASE = ON_POSTGRES ? 'database.dump' : 'gateway.db';

/** A backup of a gateway, with folders and databases to restore it to. */
export interface RestoreStage {
	/** The gateway of the backup, which has one webhook, and one message with a file. */
	gateway: TestGateway;
	backup: string;
	messageId: string;
	webhook: { id: string; secret: string };
	databases: BackupDatabases;
	/** Returns the path of a file or folder that does not exist yet, below the folder of the stage. */
	newPath: (name: string) => string;
	/** Runs a command on a data folder and its database. */
	run: (folder: string, args: readonly string[], environment?: Environment) => Run;
	restore: (folder: string, args: readonly string[], environment?: Environment) => Run;
	/** Writes a backup with these changes to the members of the stage's backup; returns its path. */
	changedBackup: (change: (members: Member[]) => Member[]) => Promise<string>;
	close: () => Promise<void>;
}

export async function startRestoreStage(): Promise<RestoreStage> {
	const databases = await startBackupDatabases();
	const database = await databases.environmentOf('gateway');
	const gateway = await startTestGateway({ environment: database });
	const { folder: out, remove } = await temporaryFolder();
	let paths = 0;
	const newPath = (name: string) => path.join(out, `${(paths += 1)}-${name}`);

	const created = await gateway.post('/v1/webhooks', {
		url: 'https://example.com/hook',
		events: ['message.received'],
	});
	const mediaUrl = await upload(gateway, new Uint8Array(PNG), 'image/png');
	const instanceId = await connectedInstance(gateway);
	const sent = await gateway.post('/v1/messages/send', {
		instanceId,
		to: '4915112345678',
		mediaUrl,
		mediaType: 'image',
	});
	const backup = newPath('backup.tar.gz');
	const made = await runGateway(['backup', backup], { GATEWAY_DATA_DIR: gateway.folder, ...database });
	expect(made).toMatchObject({ code: 0, stderr: '' });

	async function run(folder: string, args: readonly string[], environment: Environment = {}) {
		const own = await databases.environmentOf(folder);
		return runGateway(args, { GATEWAY_DATA_DIR: folder, ...own, ...environment });
	}

	return {
		gateway,
		backup,
		messageId: sent.text('messageId'),
		webhook: { id: created.text('data.id'), secret: created.text('data.secret') },
		databases,
		newPath,
		run,
		restore: (folder, args, environment) => run(folder, ['restore', ...args], environment),
		async changedBackup(change) {
			const file = newPath('changed.tar.gz');
			await writeWithChecksums(file, change(await membersOf(backup)));
			return file;
		},
		async close() {
			await gateway.close();
			await remove();
			await databases.close();
		},
	};
}

/** Extracts the backup into the draft of a data folder, as a restore does before it places anything. */
export async function extractDraft({ backup }: Pick<RestoreStage, 'backup'>, folder: string): Promise<void> {
	const draft = path.join(folder, 'restore-draft');
	await mkdir(draft, { recursive: true });
	await extractBackup(createReadStream(backup), draft, () => undefined);
}

async function membersOf(backup: string): Promise<Member[]> {
	const members = await readBackup(backup);
	return members
		.map(
			({ header, data }): Member => ({
				name: header.name,
				type: header.type as 'file',
				...(header.linkname === undefined ? {} : { linkname: header.linkname }),
				...(data === undefined ? {} : { content: data }),
			}),
		)
		.filter(({ name }) => name !== 'checksums.txt');
}

/** Returns a change of members that replaces fields of the manifest. */
export function withManifest(change: Record<string, unknown>): (members: Member[]) => Member[] {
	return (members) =>
		members.map((member) => {
			if (member.name !== 'backup.json') return member;
			const manifest = JSON.parse(Buffer.from(member.content ?? '').toString()) as object;
			return { ...member, content: JSON.stringify({ ...manifest, ...change }) };
		});
}
