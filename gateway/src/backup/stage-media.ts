import { constants, copyFileSync, linkSync, mkdirSync, opendirSync, statSync } from 'node:fs';
import path from 'node:path';
import { isMediaFile } from '../media/storage/media-storage.ts';
import { codeOf } from '../lib/errors/error-code.ts';

/** What was staged. */
export interface StagedMedia {
	/** How many names there are. */
	files: number;
	/** Their bytes; a file with several names counts once. */
	bytes: number;
	/** The names of files that were staged under another name too, with that other name. */
	links: ReadonlyMap<string, string>;
}

export interface StageMediaRequest {
	/** The media folder. */
	root: string;
	/** The folder to stage in, which does not exist yet. */
	folder: string;
	/** Where the files of an earlier attempt are; null: there was none. */
	earlier: string | null;
	/** The files to stage, as rows name them. */
	files: AsyncIterable<string> | Iterable<string>;
}

/**
 * Makes a hard link to each file, so that it stays when the gateway removes it. On file systems without hard links it
 * makes copies. Returns the files that do not exist.
 */
export async function stageMedia({ root, folder, earlier, files }: StageMediaRequest): Promise<Set<string>> {
	mkdirSync(folder, { mode: 0o700 });
	const missing = new Set<string>();
	const owners = new Set<string>();
	for await (const file of files) {
		// The gateway makes no other names: it would find no such file either.
		if (!isMediaFile(file)) continue;
		const owner = path.dirname(file);
		if (!owners.has(owner)) mkdirSync(path.join(folder, owner), { mode: 0o700 });
		owners.add(owner);
		const target = path.join(folder, file);
		const sources = earlier === null ? [root] : [root, earlier];
		if (!sources.some((source) => linkOrCopy(path.join(source, file), target))) missing.add(file);
	}
	return missing;
}

/** Returns false where there is no such file. Several rows may refer to one file, which is linked once. */
function linkOrCopy(from: string, to: string): boolean {
	try {
		linkSync(from, to);
		return true;
	} catch (error) {
		if (codeOf(error) === 'EEXIST') return true;
		if (codeOf(error) === 'ENOENT') return false;
	}
	try {
		copyFileSync(from, to, constants.COPYFILE_FICLONE);
		return true;
	} catch (error) {
		if (codeOf(error) === 'ENOENT') return false;
		throw error;
	}
}

/** The staged files, as rows name them. */
export function* stagedFiles(folder: string): Generator<string> {
	for (const owner of entriesOf(folder)) {
		for (const name of entriesOf(path.join(folder, owner))) yield `${owner}/${name}`;
	}
}

/** Counts what was staged, and finds the hard links among it. */
export function measureStaged(folder: string): StagedMedia {
	const firstNames = new Map<bigint, string>();
	const links = new Map<string, string>();
	let [files, bytes] = [0, 0];
	for (const file of stagedFiles(folder)) {
		files += 1;
		const { ino, nlink, size } = statSync(path.join(folder, file), { bigint: true });
		const first = firstNames.get(ino);
		if (first !== undefined) {
			links.set(file, first);
			continue;
		}
		bytes += Number(size);
		// Most files have two names: in the media folder, and here.
		if (nlink > 2n) firstNames.set(ino, file);
	}
	return { files, bytes, links };
}

function* entriesOf(folder: string): Generator<string> {
	const entries = opendirSync(folder);
	try {
		for (let entry = entries.readSync(); entry !== null; entry = entries.readSync()) yield entry.name;
	} finally {
		entries.closeSync();
	}
}
