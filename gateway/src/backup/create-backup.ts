import { mkdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Writable } from 'node:stream';
import { unwrapDataKey } from '../encryption/data-key.ts';
import { findEncryptionKey, type KeyLocation } from '../encryption/key-file.ts';
import { codeOf } from '../lib/errors/error-code.ts';
import { explainPostgresError } from '../store/engine/postgres/connection-error.ts';
import { explainSqliteError } from '../store/engine/sqlite/file-error.ts';
import { noTables } from '../store/store.ts';
import { VERSION } from '../runtime/version.ts';
import { createArchive } from './archive-writer.ts';
import { DATABASE, FORMAT, KEY, MANIFEST, MEDIA, type Manifest } from './manifest.ts';
import { openPostgresSnapshot } from './postgres-snapshot.ts';
import { requireSpace } from './require-space.ts';
import type { DatabaseSnapshot } from './snapshot.ts';
import { openSqliteSnapshot } from './sqlite-snapshot.ts';
import { measureStaged, stagedFiles, stageMedia } from './stage-media.ts';
import { clearStage, stageFoldersOf } from './unfinished-backup.ts';

/** Where the data of a gateway is. */
export interface BackupSource extends KeyLocation {
	/** A PostgreSQL database; null: the SQLite file in the data folder. */
	databaseUrl: string | null;
	/** Where the media files are; null: in the data folder. */
	mediaBucket: object | null;
}

export interface CreatedBackup {
	manifest: Manifest;
	/** Files that messages refer to and that do not exist: they were missing before the backup too. */
	missingFiles: number;
}

/**
 * Writes a backup of a gateway's data to a stream, whether gateways run on it or not. Only one at a time may run on a
 * data folder. Every file that a message in the copy of the database refers to is in the backup: files get a second name
 * first, so that none vanishes meanwhile. Throws WrongEncryptionKey where the key does not open the database.
 */
export async function createBackup(
	source: BackupSource,
	output: Writable,
	now: Date,
): Promise<CreatedBackup> {
	const folders = stageFoldersOf(source.dataFolder);
	const { stage } = folders;
	const mediaRoot = path.join(source.dataFolder, 'media');
	const mediaStage = source.mediaBucket === null ? folders.mediaStage : path.join(stage, 'media');
	// An earlier backup may have been killed.
	await clearStage(source.dataFolder);
	try {
		await mkdir(stage, { mode: 0o700 });
		await mkdir(mediaStage, { recursive: true, mode: 0o700 });
		const database = path.join(stage, DATABASE[engineOf(source)]);
		const { schema, key, media, missingFiles } = await stageAll(source, { mediaRoot, mediaStage, database });
		const links = measureStaged(media);
		const manifest: Manifest = {
			format: FORMAT,
			version: VERSION,
			schema,
			createdAt: now.toISOString(),
			engine: engineOf(source),
			encryptionKey: encryptionKeyOf(source, key),
			media: source.mediaBucket === null ? 'included' : 'bucket',
			mediaFiles: links.files,
			bytes: (await stat(database)).size + (key?.length ?? 0) + links.bytes,
		};
		const archive = await createArchive(output, path.join(stage, 'checksums'));
		await archive.addText(MANIFEST, `${JSON.stringify(manifest, null, '\t')}\n`);
		if (key !== null) await archive.addText(KEY, key);
		await archive.addFile(DATABASE[manifest.engine], database);
		for (const file of stagedFiles(media)) {
			if (!links.links.has(file)) await archive.addFile(`${MEDIA}${file}`, path.join(media, file));
		}
		for (const [file, first] of links.links) await archive.addLink(`${MEDIA}${file}`, `${MEDIA}${first}`);
		await archive.finish();
		return { manifest, missingFiles };
	} finally {
		await clearStage(source.dataFolder);
	}
}

interface Staged {
	schema: string;
	/** The content of the key file; null: it is not to be in the backup. */
	key: string | null;
	/** The folder of the staged media files. */
	media: string;
	missingFiles: number;
}

/**
 * Copies the database, and makes links to the files that it refers to. A file that vanished before it had a link may
 * have been removed with its message after the snapshot: then everything is repeated with a later snapshot, which needs
 * fewer new links. A file that was missing in both is missing in the gateway too.
 */
async function stageAll(
	source: BackupSource,
	{ mediaRoot, mediaStage, database }: { mediaRoot: string; mediaStage: string; database: string },
): Promise<Staged> {
	let earlier: string | null = null;
	let missingBefore = new Set<string>();
	for (let attempt = 1; ; attempt += 1) {
		const snapshot = await openSnapshot(source);
		try {
			const key = keyFor(source, snapshot, attempt);
			const folder = path.join(mediaStage, String(attempt));
			const files = source.mediaBucket === null ? snapshot.mediaFiles() : [];
			const missing: Set<string> = await stageMedia({ root: mediaRoot, folder, earlier, files });
			if (key !== undefined && [...missing].every((file) => missingBefore.has(file))) {
				await requireSpaceFor(snapshot, source.dataFolder);
				await snapshot.copyTo(database);
				return { schema: snapshot.schema, key, media: folder, missingFiles: missing.size };
			}
			if (earlier !== null) await rm(earlier, { recursive: true });
			earlier = folder;
			missingBefore = missing;
		} finally {
			await snapshot.close();
		}
	}
}

/** A gateway that runs on the disk could store nothing more where the copy fills it. */
async function requireSpaceFor({ bytes }: DatabaseSnapshot, folder: string): Promise<void> {
	if (bytes === null) return;
	const remedy = 'Free some space on it, and run the command again.';
	await requireSpace(folder, bytes, { what: 'the copy of the database', remedy });
}

/** Attempts after which the key is wrong. */
const KEY_ATTEMPTS = 3;

/**
 * Returns the content of the key file, or null where the key is configured. Undefined: the key does not open the
 * snapshot, which may be because it is being rotated. Throws WrongEncryptionKey after some attempts.
 */
function keyFor(
	source: BackupSource,
	{ encryptionKeys }: DatabaseSnapshot,
	attempt: number,
): string | null | undefined {
	const key = findEncryptionKey(source);
	if (encryptionKeys.length > 0) {
		try {
			unwrapDataKey(encryptionKeys, key, source.dataFolder);
		} catch (error) {
			if (attempt >= KEY_ATTEMPTS) throw error;
			return undefined;
		}
	}
	if (key === null || source.encryptionKey !== null) return null;
	return `${key.bytes.toString('base64')}\n`;
}

function encryptionKeyOf({ encryptionKey }: BackupSource, key: string | null): Manifest['encryptionKey'] {
	if (encryptionKey !== null) return 'GATEWAY_ENCRYPTION_KEY';
	return key === null ? 'none' : 'included';
}

function engineOf({ databaseUrl }: BackupSource): Manifest['engine'] {
	return databaseUrl === null ? 'sqlite' : 'postgres';
}

/** Throws an ExplainedError for a fault that an operator can resolve. */
async function openSnapshot({ databaseUrl, dataFolder }: BackupSource): Promise<DatabaseSnapshot> {
	const file = path.join(dataFolder, DATABASE.sqlite);
	try {
		return databaseUrl === null ? openSqliteSnapshot(file) : await openPostgresSnapshot(databaseUrl);
	} catch (error) {
		if (isWithoutTables(error)) throw noTables(databaseUrl === null ? dataFolder : null);
		throw (databaseUrl === null ? explainSqliteError(file, error) : explainPostgresError(error)) ?? error;
	}
}

const UNDEFINED_TABLE = '42P01';

function isWithoutTables(error: unknown): boolean {
	return (
		codeOf(error) === UNDEFINED_TABLE || (error instanceof Error && error.message.startsWith('no such table'))
	);
}
