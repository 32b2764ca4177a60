import { open } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { restoreBackup, type RestoredBackup } from '../backup/restore-backup.ts';
import { readConfig } from '../config/config.ts';
import type { Environment } from '../config/setting.ts';
import { ExplainedError } from '../lib/errors/explained-error.ts';
import { explainFileError } from '../lib/files/file-fault.ts';
import { checkDataFolder } from '../runtime/check-data-folder.ts';
import { lockDataFolder } from '../store/engine/sqlite/data-folder-lock.ts';
import { parseBackupArguments } from './backup-arguments.ts';

/** `restore FILE [--force]`: puts a backup into an empty data folder, and into an empty database on PostgreSQL. */
export async function runRestoreCommand(args: readonly string[], environment: Environment): Promise<void> {
	const { file, force } = parseBackupArguments(args, 'Name one file: restore FILE, or - for stdin.');
	const config = readConfig(environment);
	const input = file === '-' ? process.stdin : await openBackup(path.resolve(file));
	checkDataFolder(config.dataFolder);
	const lock = lockDataFolder(config.dataFolder);
	try {
		const restored = await restoreBackup(config, input, { moveAside: force, now: new Date() });
		process.stdout.write(summaryOf(config.dataFolder, restored));
	} catch (error) {
		throw explainFileError(`The backup could not be restored into ${config.dataFolder}`, error);
	} finally {
		lock.release();
		input.destroy();
	}
}

/** Throws an ExplainedError where the file cannot be read. */
async function openBackup(file: string): Promise<Readable> {
	try {
		const handle = await open(file);
		if ((await handle.stat()).isFile()) return handle.createReadStream();
		await handle.close();
	} catch (error) {
		throw explainFileError('The backup could not be read', error);
	}
	throw new ExplainedError(`The backup could not be read: ${file} is not a file. Name the file of a backup.`);
}

function summaryOf(dataFolder: string, { manifest, aside, keyProblem }: RestoredBackup): string {
	const { createdAt, version, mediaFiles, media } = manifest;
	const lines = [
		`The backup of ${createdAt} (messaging-gateway ${version}) is restored into ${dataFolder}, with ${mediaFiles} media files.`,
	];
	if (aside !== null) lines.push(`What was there before is in ${aside}; delete it when you need it no more.`);
	if (media === 'bucket') lines.push('Its media files are in a bucket: set GATEWAY_MEDIA_URL as before.');
	lines.push(
		keyProblem ??
			'Start the gateway. Never run it together with the one the backup is from, which has the same devices.',
	);
	return `${lines.join('\n')}\n`;
}
