import { deleteMessages, findOldMessages, type OldMessage } from '../store/expired-messages.ts';
import { idBound } from '../system.ts';
import type { FileRemoval } from './file-removal.ts';
import { GROUP, removeInGroups } from './groups.ts';
import type { Sweep } from './retention.ts';

/** Removes messages from before a moment, with their files, and the chats of which nothing is left. */
export function sweepMessages(sweep: Sweep, files: FileRemoval, before: number): Promise<void> {
	const { commit, read } = sweep.store;
	return removeInGroups<OldMessage>(
		sweep,
		'messages',
		(last) =>
			findOldMessages(read, { after: last?.id ?? null, before: idBound('msg', before), limit: GROUP }),
		async (messages) => {
			await files.announce(messages.flatMap(({ media_file: file }) => file ?? []));
			return commit(({ db }) => deleteMessages(db, messages));
		},
	);
}
