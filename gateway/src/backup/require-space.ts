import { statfs } from 'node:fs/promises';
import { ExplainedError } from '../lib/errors/explained-error.ts';

/** Throws an ExplainedError, with what to do, where the disk of a folder has fewer free bytes than something needs. */
export async function requireSpace(
	folder: string,
	bytes: number,
	{ what, remedy }: { what: string; remedy: string },
): Promise<void> {
	const { bavail, bsize } = await statfs(folder);
	if (bavail * bsize >= bytes) return;
	const [needed, free] = [bytes, bavail * bsize].map((size) =>
		Math.ceil(size / 1024 ** 2).toLocaleString('en-US'),
	);
	throw new ExplainedError(
		`The disk of ${folder} has ${free} MB free, and ${what} needs ${needed} MB. Nothing was changed. ${remedy}`,
	);
}
