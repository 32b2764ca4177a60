import { sql, type RawBuilder } from 'kysely';
import { END_UNKNOWN, type AccountRestriction } from '../../domain/instances/restriction.ts';
import type { InstanceRow } from '../schema.ts';

/** Returns the restriction of an instance's account; null: it has none. */
export function restrictionOf(row: InstanceRow): AccountRestriction | null {
	const { restriction_kind: kind, restricted_until: until } = row;
	if (kind === null) return null;
	return {
		kind,
		reason: row.restriction_reason,
		until: until === END_UNKNOWN ? null : until,
		newChatsLeft: row.new_chats_left,
	};
}

/** Returns the restriction while it lasts. */
export function currentRestrictionOf(row: InstanceRow, now: number): AccountRestriction | null {
	return (row.restricted_until ?? 0) > now ? restrictionOf(row) : null;
}

/**
 * A condition: the restriction of the account keeps the messages of a chat queued. A restriction of new chats does so
 * until somebody else has written in the chat. Both arguments are columns of the outer query.
 */
export function isHeldBack(
	instanceId: RawBuilder<unknown>,
	chatId: RawBuilder<unknown>,
	now: number,
): RawBuilder<boolean> {
	return sql<boolean>`exists (
		select 1 from instances as sending
		where sending.id = ${instanceId} and sending.restricted_until > ${now}
			and (sending.restriction_kind = 'sending' or not exists (
				select 1 from messages as received
				where received.instance_id = ${instanceId} and received.chat_id = ${chatId}
					and received.direction = 'inbound'
			))
	)`;
}
