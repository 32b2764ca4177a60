import type { MediaId, MessageId } from '../domain/ids.ts';
import {
	deleteUploads,
	findOldMessageFiles,
	findOldUploads,
	forgetMessageFiles,
	type Naming,
} from '../store/expired-media.ts';
import { idBound } from '../system.ts';
import type { FileRemoval } from './file-removal.ts';
import { GROUP, removeInGroups } from './groups.ts';
import type { Sweep } from './retention.ts';

/** Removes the files of messages and uploads from before a moment. The messages stay. */
export async function sweepMedia(sweep: Sweep, files: FileRemoval, before: number): Promise<void> {
	const { commit, read } = sweep.store;
	await removeInGroups<Naming<MessageId>>(
		sweep,
		'media_of_messages',
		(last) =>
			findOldMessageFiles(read, {
				after: last?.id ?? null,
				before: idBound('msg', before),
				limit: GROUP,
			}),
		async (old) => {
			await files.announce(old.map(({ file }) => file));
			return commit(({ db }) =>
				forgetMessageFiles(
					db,
					old.map(({ id }) => id),
				),
			);
		},
	);
	await removeInGroups<Naming<MediaId>>(
		sweep,
		'uploads',
		(last) => findOldUploads(read, { after: last?.id ?? null, before: idBound('med', before), limit: GROUP }),
		async (old) => {
			await files.announce(old.map(({ file }) => file));
			return commit(({ db }) =>
				deleteUploads(
					db,
					old.map(({ id }) => id),
				),
			);
		},
	);
}
