import path from 'node:path';
import type { Writable } from 'node:stream';
import { draftOf, writeWhole } from '../backup/backup-file.ts';
import { createBackup, type CreatedBackup } from '../backup/create-backup.ts';
import { removeUnfinishedBackup, tryLockForBackup, withRecord } from '../backup/unfinished-backup.ts';
import { readConfig } from '../config/config.ts';
import type { Environment } from '../config/setting.ts';
import { ExplainedError } from '../lib/errors/explained-error.ts';
import { explainFileError } from '../lib/files/file-fault.ts';
import { checkDataFolder } from '../runtime/check-data-folder.ts';
import { UsageError } from './usage-error.ts';
import { requireData } from './with-store.ts';
import { parseBackupArguments } from './backup-arguments.ts';

/** `backup FILE [--force]`: writes all that `restore` needs to one file, or to stdout for the name `-`. */
export async function runBackupCommand(args: readonly string[], environment: Environment): Promise<void> {
	const { file, force } = parseBackupArguments(args, 'Name one file: backup FILE, or - for stdout.');
	const config = readConfig(environment);
	requireData(config);
	checkDataFolder(config.dataFolder);
	const unlock = lockForBackup(config.dataFolder);
	try {
		await removeUnfinishedBackup(config.dataFolder).catch(warnAboutLeftovers);
		const write = (output: Writable): Promise<CreatedBackup> => createBackup(config, output, new Date());
		if (file === '-') {
			if (process.stdout.isTTY)
				throw new UsageError('A backup is no text: redirect it to a file, backup - > FILE.');
			const created = await write(process.stdout).catch(throwExplained('stdout'));
			process.stderr.write(summaryOf('stdout', created));
			return;
		}
		const target = path.resolve(file);
		const writeFile = (): Promise<CreatedBackup> => writeWhole(target, { replace: force }, write);
		const created = await withRecord(config.dataFolder, draftOf(target), writeFile).catch(
			throwExplained(target),
		);
		process.stdout.write(summaryOf(target, created));
	} finally {
		unlock();
	}
}

/** Returns a function that throws the explanation of an error of the file system. */
function throwExplained(target: string): (error: unknown) => never {
	return (error) => {
		throw explainFileError(`The backup could not be written to ${target}`, error);
	};
}

/** The leftovers of an earlier backup take space, but must not prevent a new one. */
function warnAboutLeftovers(error: unknown): void {
	const explained = explainFileError('The leftovers of an earlier backup could not be removed', error);
	process.stderr.write(`${explained instanceof Error ? explained.message : String(explained)}\n`);
}

/** Two backups at once would remove each other's drafts. */
function lockForBackup(dataFolder: string): () => void {
	const unlock = tryLockForBackup(dataFolder);
	if (unlock !== null) return unlock;
	throw new ExplainedError(
		`Another backup of the data folder ${dataFolder} is being made. Wait until it is finished, and run the command again.`,
	);
}

/** Returns one line for each fact: what the backup contains, and what else the operator has to keep. */
function summaryOf(target: string, { manifest, missingFiles }: CreatedBackup): string {
	const { mediaFiles, bytes, encryptionKey, media } = manifest;
	const lines = [
		`The backup is written to ${target}: the database and ${mediaFiles} media files, ${megabytes(bytes)} before compression.`,
	];
	if (encryptionKey === 'included') {
		lines.push('It contains the encryption key, which opens all secrets in it: let nobody else read it.');
	}
	if (encryptionKey === 'GATEWAY_ENCRYPTION_KEY') {
		lines.push(
			'It does not contain the key in GATEWAY_ENCRYPTION_KEY, without which nobody can open the secrets in it: keep that key in another place.',
		);
	}
	if (media === 'bucket') {
		lines.push('It does not contain the media files: back up the bucket of GATEWAY_MEDIA_URL too.');
	}
	if (missingFiles > 0) {
		lines.push(
			`${missingFiles} media files were missing in the gateway already: their messages have no file.`,
		);
	}
	return `${lines.join('\n')}\n`;
}

function megabytes(bytes: number): string {
	return `${Math.ceil(bytes / 1024 ** 2).toLocaleString('en-US')} MB`;
}
