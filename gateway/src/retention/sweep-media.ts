import { minIdAt, type MediaId, type MessageId } from '../domain/ids.ts';
import {
	deleteUploads,
	findOldMessageFiles,
	findOldUploads,
	clearMessageFiles,
	type FileReference,
} from '../store/retention/media.ts';
import type { FileRemoval } from './file-removal.ts';
import { BATCH_SIZE, removeInBatches } from './remove-in-batches.ts';
import { findNeededFiles, lockUnneededFiles } from './find-needed-files.ts';
import type { Sweep } from './retention.ts';

/** Removes the files of messages that were created before a time (epoch milliseconds). The messages are kept. */
export function sweepMessageFiles(sweep: Sweep, files: FileRemoval, before: number): Promise<void> {
	const { commit, read } = sweep.store;
	return removeInBatches<FileReference<MessageId>>(
		sweep,
		'media_of_messages',
		(last) =>
			findOldMessageFiles(read, {
				after: last?.id ?? null,
				before: minIdAt('msg', before),
				limit: BATCH_SIZE,
			}),
		async (old) => {
			await files.markPending(old.map(({ file }) => file));
			return commit(({ db }) =>
				clearMessageFiles(
					db,
					old.map(({ id }) => id),
				),
			);
		},
	);
}

/**
 * Removes uploads that were created before a time (epoch milliseconds), with their files. Keeps an upload that a
 * queued message references until the message is sent. Sent messages have their own link to the file.
 */
export function sweepUploads(sweep: Sweep, files: FileRemoval, before: number): Promise<void> {
	const { commit, read } = sweep.store;
	return removeInBatches<FileReference<MediaId>>(
		sweep,
		'uploads',
		(last) =>
			findOldUploads(read, { after: last?.id ?? null, before: minIdAt('med', before), limit: BATCH_SIZE }),
		async (old) => {
			const needed = await findNeededFiles(
				read,
				old.map(({ file }) => file),
			);
			const unneeded = old.filter(({ file }) => !needed.has(file));
			if (unneeded.length === 0) return 0;
			const unneededFiles = unneeded.map(({ file }) => file);
			await files.markPending(unneededFiles);
			return commit(async ({ db }) => {
				// A message that references one of them may have been enqueued since the read.
				const stillUnneeded = new Set(await lockUnneededFiles(db, unneededFiles));
				return deleteUploads(
					db,
					unneeded.filter(({ file }) => stillUnneeded.has(file)).map(({ id }) => id),
				);
			});
		},
	);
}
