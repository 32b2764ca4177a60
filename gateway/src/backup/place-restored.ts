import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ExplainedError } from '../lib/errors/explained-error.ts';
import { syncFolder } from '../lib/files/sync-folder.ts';
import { DATABASE, KEY, MANIFEST } from './manifest.ts';

/** The folder of a restore within the data folder. It is removed when the restore is complete. */
export const DRAFT = 'restore-draft';
/** Exists from the moment everything is verified until everything is in place. */
const PLAN = 'plan.json';
/** Exists when the earlier data has been moved aside. */
const MOVED = 'moved';

/**
 * The files and folders of a gateway in its data folder, in the order in which they are moved: the write-ahead log of
 * SQLite before its database, which without the log would lack the newest commits.
 */
const DATA = [
	'gateway.db-wal',
	'gateway.db-shm',
	DATABASE.sqlite,
	'media',
	KEY,
	'first-key.txt',
	'setup-link.txt',
] as const;

interface Plan {
	/** The folder to move earlier data to; null: there was none. */
	aside: string | null;
}

/** The entries that show that a folder has a gateway. `media` shows nothing: it may be the mount point of a disk. */
const EVIDENCE = DATA.filter((name) => name !== 'media');

/** A restore of this data folder was interrupted, and a part of it is in place. */
export class RestoreUnfinished extends ExplainedError {
	constructor(dataFolder: string) {
		super(
			`A restore into the data folder ${dataFolder} was interrupted. Run it again with the same backup: messaging-gateway restore FILE`,
		);
		this.name = 'RestoreUnfinished';
	}
}

/** A restore of this data folder was interrupted before anything of it was in place. */
class RestoreNotBegun extends ExplainedError {
	constructor(dataFolder: string) {
		super(
			`A restore into the data folder ${dataFolder} was interrupted before anything was in place. Run it again: messaging-gateway restore FILE. To do without the backup, delete ${path.join(dataFolder, DRAFT)}.`,
		);
		this.name = 'RestoreNotBegun';
	}
}

/**
 * Throws an ExplainedError where a restore was interrupted, unless it was to replace data that is still there: a gateway
 * would begin anew in a folder without data, and the restore could not be run again.
 */
export function requireFinishedRestore(dataFolder: string): void {
	if (hasPlan(dataFolder)) throw new RestoreUnfinished(dataFolder);
	if (!existsSync(path.join(dataFolder, DRAFT))) return;
	const hasData = EVIDENCE.some((name) => existsSync(path.join(dataFolder, name)));
	if (!hasData) throw new RestoreNotBegun(dataFolder);
}

/**
 * Removes the leftovers of a restore that was killed before anything was in place: they have the size of the backup,
 * and its secrets. The caller must hold the lock of the data folder. Returns whether it removed anything.
 */
export async function removeKilledRestore(dataFolder: string): Promise<boolean> {
	const draft = path.join(dataFolder, DRAFT);
	if (!existsSync(draft) || hasPlan(dataFolder)) return false;
	await rm(draft, { recursive: true, force: true });
	return true;
}

/** Whether a restore into a data folder is verified, but not complete. */
export function hasPlan(dataFolder: string): boolean {
	return existsSync(path.join(dataFolder, DRAFT, PLAN));
}

/** Which data of a gateway is in the folder. An empty media folder is none. */
export async function findData(dataFolder: string): Promise<string[]> {
	const found: string[] = [];
	for (const name of DATA) {
		const entry = path.join(dataFolder, name);
		if (existsSync(entry) && !(name === 'media' && (await isEmptyMedia(entry)))) found.push(name);
	}
	return found;
}

async function isEmptyMedia(folder: string): Promise<boolean> {
	const entries = await readdir(folder, { recursive: true, withFileTypes: true });
	return entries.every((entry) => entry.isDirectory());
}

/** Decides that the draft is put in place. From here on only `placeRestored` may follow, also after a crash. */
export async function writePlan(dataFolder: string, plan: Plan): Promise<void> {
	const draft = path.join(dataFolder, DRAFT);
	await syncFolders(draft);
	await writeFile(path.join(draft, `${PLAN}.new`), JSON.stringify(plan), { mode: 0o600, flush: true });
	await rename(path.join(draft, `${PLAN}.new`), path.join(draft, PLAN));
	await syncFolders(draft);
	await syncFolder(dataFolder);
}

/**
 * Moves earlier data aside and the draft into its place, by renames. After a crash it continues from the last completed
 * step. `restoreDump` restores a dump of PostgreSQL, if there is one; it may be called again. Returns the folder of the
 * earlier data.
 */
export async function placeRestored(
	dataFolder: string,
	restoreDump: (file: string) => Promise<void>,
): Promise<string | null> {
	const draft = path.join(dataFolder, DRAFT);
	const { aside } = JSON.parse(await readFile(path.join(draft, PLAN), 'utf8')) as Plan;
	const asideFolder = aside === null ? null : path.join(dataFolder, aside);
	if (!existsSync(path.join(draft, MOVED))) {
		if (asideFolder !== null) {
			await mkdir(asideFolder, { recursive: true, mode: 0o700 });
			for (const name of DATA) await moveIfThere(path.join(dataFolder, name), path.join(asideFolder, name));
			await syncFolder(asideFolder);
		}
		await rm(path.join(dataFolder, 'media'), { recursive: true, force: true });
		await syncFolder(dataFolder);
		await writeFile(path.join(draft, MOVED), '', { flush: true });
		await syncFolder(draft);
	}
	const dump = path.join(draft, DATABASE.postgres);
	if (existsSync(dump)) await restoreDump(dump);
	for (const name of ['media', KEY, DATABASE.sqlite]) {
		await moveIfThere(path.join(draft, name), path.join(dataFolder, name));
	}
	await syncFolder(dataFolder);
	await rm(path.join(draft, PLAN));
	await syncFolder(draft);
	await rm(draft, { recursive: true });
	return asideFolder;
}

/** Returns the manifest of the restore that was interrupted. */
export function readPlannedManifest(dataFolder: string): Promise<string> {
	return readFile(path.join(dataFolder, DRAFT, MANIFEST), 'utf8');
}

async function moveIfThere(from: string, to: string): Promise<void> {
	if (existsSync(from)) await rename(from, to);
}

/** Syncs a folder and those in it, so that their names survive a power failure. */
async function syncFolders(folder: string): Promise<void> {
	for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
		if (entry.isDirectory()) await syncFolder(path.join(entry.parentPath, entry.name));
	}
	await syncFolder(folder);
}
