import { deleteMessages, findOldMessages, type OldMessage } from '../store/retention/messages.ts';
import { minIdAt } from '../domain/ids.ts';
import type { FileRemoval } from './file-removal.ts';
import { BATCH_SIZE, removeInBatches } from './remove-in-batches.ts';
import type { Sweep } from './retention.ts';

/** Removes messages that were created before a time (epoch milliseconds), with their files, and chats left empty. */
export function sweepMessages(sweep: Sweep, files: FileRemoval, before: number): Promise<void> {
	const { commit, read } = sweep.store;
	return removeInBatches<OldMessage>(
		sweep,
		'messages',
		(last) =>
			findOldMessages(read, { after: last?.id ?? null, before: minIdAt('msg', before), limit: BATCH_SIZE }),
		async (messages) => {
			await files.markPending(messages.flatMap(({ media_file: file }) => file ?? []));
			return commit(({ db }) => deleteMessages(db, messages));
		},
	);
}
