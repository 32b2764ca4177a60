import type { MessageId } from '../../domain/ids.ts';
import type { Commit } from '../../store/commit/scope.ts';
import { lockMessages } from '../../store/messages/messages.ts';
import { markMaybeSent } from '../../store/messages/send-attempts.ts';
import type { MessageRow } from '../../store/schema.ts';
import { LONGEST_TRANSFER, MESSAGE_TTL } from '../queueing/expire-messages.ts';

/** Whether a message may expire before a transfer ends that begins now. */
export function isLateTransfer(
	{ created_at: queuedAt }: Pick<MessageRow, 'created_at'>,
	now: number,
): boolean {
	return now - queuedAt > MESSAGE_TTL - LONGEST_TRANSFER;
}

/**
 * Records that the transfer of a message begins, so that no gateway expires the message during the transfer. Returns
 * false if the message is not queued any more.
 */
export function markLateTransfer(commit: Commit, id: MessageId): Promise<boolean> {
	return commit(async ({ db }) => {
		if ((await lockMessages(db, [id])).get(id)?.status !== 'queued') return false;
		await markMaybeSent(db, [id]);
		return true;
	});
}
