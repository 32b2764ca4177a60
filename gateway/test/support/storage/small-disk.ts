import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A disk in memory, which a test fills or makes read-only. */
export interface SmallDisk {
	/** Where it is mounted. */
	folder: string;
	/** Writes a file of other content that leaves so many bytes. */
	fill(left: number): Promise<void>;
	makeReadOnly(): void;
	remove(): void;
}

/** Mounts a disk of so many bytes and files. */
export function mountSmallDisk({ bytes = 4 * 1024 ** 2, files = 1000 } = {}): SmallDisk {
	const folder = mkdtempSync(path.join(tmpdir(), 'small-disk-'));
	try {
		mount(['-t', 'tmpfs', '-o', `size=${bytes},nr_inodes=${files}`, 'tmpfs', folder]);
	} catch (error) {
		rmSync(folder, { recursive: true });
		throw error;
	}
	return {
		folder,
		async fill(left) {
			const { bavail, bsize } = await statfs(folder);
			await writeFile(path.join(folder, 'other'), Buffer.alloc(Math.max(0, bavail * bsize - left)));
		},
		makeReadOnly() {
			mount(['-o', 'remount,ro', folder]);
		},
		remove() {
			execFileSync('umount', [folder], { stdio: 'pipe' });
			rmSync(folder, { recursive: true });
		},
	};
}

/** Why no disk can be mounted here; null: it can. */
export function findMountProblem(): string | null {
	try {
		mountSmallDisk().remove();
		return null;
	} catch {
		return 'not run: this account may not mount a disk';
	}
}

function mount(args: readonly string[]): void {
	execFileSync('mount', args, { stdio: 'pipe' });
}
