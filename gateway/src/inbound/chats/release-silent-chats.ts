import type { Clock } from '../../domain/clock.ts';
import type { NewId } from '../../domain/ids.ts';
import { runWhenDue } from '../../lib/loops/run-when-due.ts';
import { findNextOwnershipEnd, lockEndedOwnerships } from '../../store/chats/chat-owners.ts';
import type { Store } from '../../store/store.ts';
import { releaseChats } from './release-chats.ts';

/** Chats released in one commit. */
const BATCH_SIZE = 200;
/** Milliseconds between two searches without a signal: a gateway may have ended before it sent the signal. */
const POLL_INTERVAL = 15_000;

/**
 * Releases the chats of people who have written nothing for as long as settings.takeover says. Every gateway on a
 * database runs this: a chat is released once, because its row is locked. Returns a function that stops this, and
 * resolves when the running commit has ended.
 */
export function startReleasingChats(
	store: Store,
	clock: Clock,
	newId: NewId,
	onError: (error: unknown) => void,
): () => Promise<void> {
	/** Releases a batch of chats; returns when to search again (epoch milliseconds). */
	async function releaseEnded(): Promise<number> {
		const now = clock.now();
		const end = await findNextOwnershipEnd(store.read);
		if (end === null || end > now) return Math.min(end ?? Infinity, now + POLL_INTERVAL);
		await store.commit(
			async (scope) => {
				await releaseChats(scope, newId, await lockEndedOwnerships(scope.db, now, BATCH_SIZE), now);
			},
			{ rows: BATCH_SIZE, bytes: 0 },
		);
		return now;
	}

	const loop = runWhenDue(clock, releaseEnded, onError);
	const unsubscribe = store.listen(({ kind }) => {
		if (kind === 'chat_taken') loop.notify();
	});

	return () => {
		unsubscribe();
		return loop.stop();
	};
}
