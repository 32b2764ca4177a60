import { oldestOfLargest } from '../../../lib/bounded/oldest-of-largest.ts';

/**
 * Most deletions of other people's messages that wait until WhatsApp reports the admins. Beyond it, the oldest deletion
 * of the person with the most waiting deletions is dropped.
 */
const MAX_WAITING = 1000;

/** Identifies a deletion. */
export interface WaitingDeletion {
	/** The name of the message that is the deletion; senders choose ids, so it contains the chat and the sender. */
	name: string;
	/** Who deletes. */
	person: string;
}

/**
 * The deletions of other people's messages that are not recorded yet. Anybody in a group can send them, and WhatsApp may
 * not report for minutes whether the sender is an admin: neither the memory nor the inbox may grow with them without a
 * limit, and no other message may wait for them.
 */
export interface WaitingDeletions {
	/**
	 * Adds a deletion, in the place of an earlier delivery of it. `drop` is called, once, if it is dropped because too many
	 * wait; not after `remove`.
	 */
	add(deletion: WaitingDeletion, drop: () => void): void;
	/** Removes a deletion before it is recorded. Returns false where it was dropped, so that it must not be recorded. */
	remove(name: string): boolean;
}

export function createWaitingDeletions(maxWaiting = MAX_WAITING): WaitingDeletions {
	const waiting = new Map<string, { person: string; drop: () => void }>();

	return {
		add({ name, person }, drop) {
			waiting.set(name, { person, drop });
			if (waiting.size <= maxWaiting) return;
			const dropped = oldestOfLargest(waiting, (one) => one.person);
			if (dropped === undefined) return;
			const one = waiting.get(dropped);
			waiting.delete(dropped);
			one?.drop();
		},
		remove: (name) => waiting.delete(name),
	};
}
