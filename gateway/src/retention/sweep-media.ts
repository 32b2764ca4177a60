import type { MessageId } from '../domain/ids.ts';
import { findOldMessageFiles, forgetMessageFiles, type Naming } from '../store/expired-media.ts';
import { idBound } from '../system.ts';
import type { FileRemoval } from './file-removal.ts';
import { GROUP, removeInGroups } from './groups.ts';
import type { Sweep } from './retention.ts';

/** Removes the files of messages from before a moment. The messages stay. */
export function sweepMedia(sweep: Sweep, files: FileRemoval, before: number): Promise<void> {
	const { commit, read } = sweep.store;
	return removeInGroups<Naming<MessageId>>(
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
			const ids = old.map(({ id }) => id);
			return commit(({ db }) => forgetMessageFiles(db, ids));
		},
	);
}
