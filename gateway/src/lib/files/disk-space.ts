import { statfs } from 'node:fs/promises';

/** Bytes of the disk with a folder. */
export interface DiskSpace {
	free: number;
	size: number;
}

/** Returns the space of the disk with a folder that this process may use. Throws what statfs throws. */
export async function diskSpaceOf(folder: string): Promise<DiskSpace> {
	const { bavail, blocks, bsize } = await statfs(folder);
	return { free: bavail * bsize, size: blocks * bsize };
}
