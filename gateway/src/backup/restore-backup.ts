import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { unwrapDataKey, WrongEncryptionKey } from '../encryption/data-key.ts';
import { findEncryptionKey, type KeyLocation } from '../encryption/key-file.ts';
import { ExplainedError } from '../lib/errors/explained-error.ts';
import { isKnownMigration } from '../store/migrations/index.ts';
import { extractBackup } from './extract-backup.ts';
import { DATABASE, madeByLaterVersion, parseManifest, type Manifest } from './manifest.ts';
import {
	DRAFT,
	findData,
	hasPlan,
	placeRestored,
	readPlannedManifest,
	RestoreUnfinished,
	writePlan,
} from './place-restored.ts';
import { endKilledRestore, restorePostgres, requireEmptyPostgres } from './restore-postgres.ts';
import { openSqliteSnapshot } from './sqlite-snapshot.ts';

/** Where a backup is restored to. No gateway may run there. */
export interface RestoreTarget extends KeyLocation {
	/** A PostgreSQL database, which must be empty; null: the SQLite file in the data folder. */
	databaseUrl: string | null;
}

export interface RestoredBackup {
	manifest: Manifest;
	/** Where the earlier data of the folder is; null: there was none. */
	aside: string | null;
	/** What keeps a gateway from opening the secrets; null: nothing, or it cannot be known before the start. */
	keyProblem: string | null;
}

/**
 * Puts a backup in place of an empty data folder, or, if `moveAside`, of one whose data is moved to a folder beside it.
 * Nothing is changed before the whole backup is verified. After a crash the next call with the same backup finishes.
 */
export async function restoreBackup(
	target: RestoreTarget,
	input: Readable,
	{ moveAside, now }: { moveAside: boolean; now: Date },
): Promise<RestoredBackup> {
	const { dataFolder, databaseUrl } = target;
	const draft = path.join(dataFolder, DRAFT);
	if (hasPlan(dataFolder)) return finishRestore(target, input);
	const existing = await findData(dataFolder);
	if (existing.length > 0 && !moveAside) throw folderNotEmpty(dataFolder, existing);
	if (databaseUrl !== null) await requireEmptyPostgres(databaseUrl);
	await rm(draft, { recursive: true, force: true });
	await mkdir(draft, { mode: 0o700 });
	try {
		const manifest = await extractBackup(input, draft, (found) => {
			requireRestorable(found, databaseUrl);
		});
		const keyProblem = findKeyProblem(target, manifest, draft);
		// A gateway may have been started on it while the backup was read.
		if (databaseUrl !== null) await requireEmptyPostgres(databaseUrl);
		const aside = existing.length > 0 ? `before-restore-${now.toISOString().replace(/[:.]/g, '-')}` : null;
		await writePlan(dataFolder, { aside });
		return { manifest, keyProblem, aside: await place(target) };
	} finally {
		// The next restore finishes a planned one.
		if (!hasPlan(dataFolder)) await rm(draft, { recursive: true, force: true });
	}
}

/** Finishes a restore that was interrupted, if the backup is the same. */
async function finishRestore(target: RestoreTarget, input: Readable): Promise<RestoredBackup> {
	const { dataFolder } = target;
	const planned = await readPlannedManifest(dataFolder);
	const manifest = parseManifest(planned);
	const other = path.join(dataFolder, `${DRAFT}-check`);
	await rm(other, { recursive: true, force: true });
	await mkdir(other, { mode: 0o700 });
	try {
		await extractBackup(input, other, (found) => {
			throw new FoundManifest(found);
		}).catch((error: unknown) => {
			if (!(error instanceof FoundManifest)) throw error;
			if (JSON.stringify(error.manifest) !== JSON.stringify(manifest))
				throw new RestoreUnfinished(dataFolder);
		});
	} finally {
		await rm(other, { recursive: true });
	}
	const keyProblem = findKeyProblem(target, manifest, path.join(dataFolder, DRAFT));
	if (target.databaseUrl !== null) await endKilledRestore(target.databaseUrl);
	return { manifest, keyProblem, aside: await place(target) };
}

/** Ends an extraction that needs the manifest only. */
class FoundManifest extends ExplainedError {
	readonly manifest: Manifest;
	constructor(manifest: Manifest) {
		super('Only the manifest was needed.');
		this.manifest = manifest;
	}
}

function place({ dataFolder, databaseUrl }: RestoreTarget): Promise<string | null> {
	return placeRestored(dataFolder, async (dump) => {
		if (databaseUrl !== null) await restorePostgres(databaseUrl, dump);
	});
}

/** Throws an ExplainedError where this version, or this engine, cannot use the backup. */
function requireRestorable(manifest: Manifest, databaseUrl: string | null): void {
	const { engine, schema, version } = manifest;
	if (!isKnownMigration(schema)) throw madeByLaterVersion(version);
	if (engine === 'sqlite' && databaseUrl !== null) {
		throw new ExplainedError(
			'This is the backup of a SQLite database, but DATABASE_URL names a PostgreSQL database. Nothing was changed. Unset DATABASE_URL to restore it.',
		);
	}
	if (engine === 'postgres' && databaseUrl === null) {
		throw new ExplainedError(
			'This is the backup of a PostgreSQL database. Nothing was changed. Set DATABASE_URL to the URL of an empty database to restore it.',
		);
	}
}

/** Whether the key that the gateway will have opens the secrets. Only SQLite can be asked before it is in place. */
function findKeyProblem(target: RestoreTarget, manifest: Manifest, draft: string): string | null {
	const location = { encryptionKey: target.encryptionKey, dataFolder: draft };
	const key = findEncryptionKey(location);
	if (manifest.encryptionKey === 'none') return null;
	if (key === null)
		return 'The key is not in the backup: set GATEWAY_ENCRYPTION_KEY to the key that the gateway had.';
	if (manifest.engine !== 'sqlite') return null;
	const database = openSqliteSnapshot(path.join(draft, DATABASE.sqlite));
	try {
		unwrapDataKey(database.encryptionKeys, key, draft);
		return null;
	} catch (error) {
		if (!(error instanceof WrongEncryptionKey)) throw error;
		return error.message;
	} finally {
		void database.close();
	}
}

function folderNotEmpty(dataFolder: string, existing: readonly string[]): ExplainedError {
	return new ExplainedError(
		`The data folder ${dataFolder} is not empty (${existing.join(', ')}). Set GATEWAY_DATA_DIR to an empty folder, or add --force, which moves what is there to a folder beside it.`,
	);
}
