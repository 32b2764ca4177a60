import { accessSync, chmodSync, constants, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const IN_MEMORY = '/dev/shm';
/** Bytes that have to be free there: some tests fill a data folder with large files. */
const ROOM = 4 * 1024 ** 3;

/**
 * Makes one folder for all temporary files of a run, in memory where there is room: on a disk, a gateway waits for it
 * at each commit, and no test cuts the power. Processes that tests start keep their compiled code there as well.
 */
export default function makeScratchFolder() {
	const folder = mkdtempSync(path.join(hasRoom() ? IN_MEMORY : os.tmpdir(), 'tests-'));
	// PostgreSQL runs as a user of its own, in a folder below.
	chmodSync(folder, 0o711);
	process.env.TMPDIR = folder;
	process.env.NODE_COMPILE_CACHE = path.join(folder, 'compiled');
	process.once('exit', () => {
		rmSync(folder, { recursive: true, force: true });
	});
	// A process that ends by a signal nobody listens to reports no exit.
	for (const [signal, number] of Object.entries({ SIGINT: 2, SIGTERM: 15 })) {
		process.once(signal, () => process.exit(128 + number));
	}
}

function hasRoom() {
	try {
		accessSync(IN_MEMORY, constants.W_OK);
		const { bavail, bsize } = statfsSync(IN_MEMORY);
		return bavail * bsize >= ROOM;
	} catch {
		return false;
	}
}
