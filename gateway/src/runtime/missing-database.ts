import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { ExplainedError } from '../lib/errors/explained-error.ts';

/** A data folder has the log of a database without the database. */
export class DatabaseMissing extends ExplainedError {
	constructor(file: string, log: string) {
		super(
			`${log} has the last changes of a database, but ${file} is missing or empty. Put the database back beside it, or restore a backup; delete ${log} only to do without that database.`,
		);
		this.name = 'DatabaseMissing';
	}
}

/**
 * Returns a sentence where a data folder has what a gateway keeps beside its SQLite database, but not the database: then
 * the gateway would begin anew, perhaps because another volume was mounted; else null. Throws DatabaseMissing where the
 * folder has the log of a database: SQLite deletes it before it makes a new one.
 */
export function findMissingDatabase(dataFolder: string): string | null {
	const file = path.join(dataFolder, 'gateway.db');
	if (hasContent(file)) return null;
	const log = `${file}-wal`;
	if (hasContent(log)) throw new DatabaseMissing(file, log);
	const rest = [
		...(existsSync(path.join(dataFolder, 'encryption.key')) ? ['an encryption key'] : []),
		...(hasFilesOfMessages(dataFolder) ? ['files of messages'] : []),
	];
	if (rest.length === 0) return null;
	return `The data folder ${dataFolder} has ${rest.join(' and ')}, but no database: the gateway begins with an empty one. If it should have its earlier instances and messages, stop it and put gateway.db back, mount the volume it had, set DATABASE_URL as it was, or restore a backup.`;
}

function hasContent(file: string): boolean {
	return (statSync(file, { throwIfNoEntry: false })?.size ?? 0) > 0;
}

/** Whether the media folder has a folder of an instance. */
function hasFilesOfMessages(dataFolder: string): boolean {
	const media = path.join(dataFolder, 'media');
	return existsSync(media) && readdirSync(media).some((name) => name.startsWith('inst_'));
}
