import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs';
import path from 'node:path';
import { requireFinishedRestore } from '../../backup/place-restored.ts';
import { ExplainedError } from '../../lib/errors/explained-error.ts';
import { checkDataFolder } from '../../runtime/check-data-folder.ts';
import { ok, problem, warning, type Finding } from './finding.ts';

const TOPIC = 'folder';
const MEGABYTE = 1024 ** 2;
/** Free megabytes below which the gateway may stop soon, and below which it is time to make room. */
const LEAST_FREE = 100;
const LOW_FREE = 1024;

/**
 * Checks the data folder: whether this account can use it, who else can, whether it is half restored, and how much space
 * is left.
 */
export function checkFolder(folder: string): Finding[] {
	if (!existsSync(folder)) return [checkMissing(folder)];
	try {
		checkDataFolder(folder);
		requireFinishedRestore(folder);
	} catch (error) {
		if (error instanceof ExplainedError) return [problem(TOPIC, error.message)];
		throw error;
	}
	const found = [...checkOwner(folder), ...checkSpace(folder)];
	return found.length === 0 ? [ok(TOPIC, `${folder} is writable, with ${freeIn(folder)} MB free`)] : found;
}

/** The first start makes the folder in the nearest one that exists. */
function checkMissing(folder: string): Finding {
	let parent = path.dirname(folder);
	while (!existsSync(parent)) parent = path.dirname(parent);
	try {
		accessSync(parent, constants.W_OK | constants.X_OK);
		return ok(TOPIC, `${folder} does not exist yet: the first start makes it`);
	} catch {
		const sentence = `${folder} does not exist, and this account may not make it in ${parent}. Make the folder for this account, or set GATEWAY_DATA_DIR to another one.`;
		return problem(TOPIC, sentence);
	}
}

function checkOwner(folder: string): Finding[] {
	const account = process.getuid?.();
	// Windows has access lists instead.
	if (account === undefined) return [];
	const { uid, mode } = statSync(folder);
	if (uid !== account) {
		const sentence = `${folder} belongs to another account (uid ${uid}), and this is uid ${account}. Run this command and the gateway as that account, or run: chown -R ${account} ${folder}`;
		return [warning(TOPIC, sentence)];
	}
	if ((mode & 0o077) === 0) return [];
	const sentence = `Other accounts of this machine may read ${folder}. The next start of the gateway closes it; until then run: chmod 700 ${folder}`;
	return [warning(TOPIC, sentence)];
}

function checkSpace(folder: string): Finding[] {
	const free = freeIn(folder);
	if (free >= LOW_FREE) return [];
	const find = free < LEAST_FREE ? problem : warning;
	const sentence = `Only ${free} MB are free on the disk of ${folder}. Make room, or limit what is kept with GATEWAY_MEDIA_LIMIT and GATEWAY_RETENTION_MESSAGES.`;
	return [find(TOPIC, sentence)];
}

function freeIn(folder: string): number {
	const { bavail, bsize } = statfsSync(folder);
	return Math.floor((bavail * bsize) / MEGABYTE);
}
