import type { MessageId } from '../../domain/ids.ts';
import { padInList } from '../engine/chunk-in-list.ts';
import type { Db, MessageReactionRow } from '../schema.ts';
import { latestOfPerson } from './latest-of-person.ts';

/**
 * Stores the reaction of a person; null takes it back. Returns false where the same reaction is stored already, or a
 * later one.
 */
export async function writeReaction(db: Db, reaction: MessageReactionRow): Promise<boolean> {
	const { emoji, reacted_at, from_me } = reaction;
	const result = await db
		.insertInto('message_reactions')
		.values(reaction)
		.onConflict((conflict) =>
			conflict
				.columns(['message_id', 'sender_id'])
				.doUpdateSet({ emoji, reacted_at, from_me })
				.where('message_reactions.reacted_at', '<=', reacted_at)
				.where('message_reactions.emoji', 'is distinct from', emoji),
		)
		.executeTakeFirst();
	if ((result.numInsertedOrUpdatedRows ?? 0n) > 0n) return true;
	// The same one again is the latest: one from between, which arrives later, must not replace it.
	await db
		.updateTable('message_reactions')
		.set({ reacted_at })
		.where('message_id', '=', reaction.message_id)
		.where('sender_id', '=', reaction.sender_id)
		.where('reacted_at', '<', reacted_at)
		.execute();
	return false;
}

/** Stores the reactions of a person that came under earlier ids under the current one, which keeps the latest. */
export async function joinReactions(
	db: Db,
	messageId: MessageId,
	{ currentId, earlierIds }: { currentId: string; earlierIds: readonly string[] },
): Promise<void> {
	if (earlierIds.length === 0) return;
	const earlier = await db
		.deleteFrom('message_reactions')
		.where('message_id', '=', messageId)
		.where('sender_id', 'in', padInList(earlierIds))
		.returningAll()
		.execute();
	for (const reaction of earlier) await writeReaction(db, { ...reaction, sender_id: currentId });
}

/** The reactions to messages, oldest first: one of each person, under the id that the person has now. */
export async function listReactions(
	db: Db,
	messageIds: readonly MessageId[],
): Promise<(MessageReactionRow & { emoji: string })[]> {
	if (messageIds.length === 0) return [];
	const rows = await db
		.selectFrom('message_reactions')
		.innerJoin('messages', 'messages.id', 'message_reactions.message_id')
		.leftJoin('person_ids', (join) =>
			join
				.onRef('person_ids.instance_id', '=', 'messages.instance_id')
				.onRef('person_ids.id', '=', 'message_reactions.sender_id'),
		)
		.selectAll('message_reactions')
		.select('person_ids.current_id as current_id')
		.where('message_reactions.message_id', 'in', padInList(messageIds))
		.orderBy('message_reactions.reacted_at')
		.orderBy('message_reactions.sender_id')
		.execute();
	const reactions = rows.map(({ current_id: currentId, ...row }) => ({
		...row,
		sender_id: currentId ?? row.sender_id,
	}));
	// A reaction that was taken back under one id ends the earlier one under another.
	return latestOfPerson(reactions, (row) => row.sender_id).flatMap(({ emoji, ...row }) =>
		emoji === null ? [] : [{ ...row, emoji }],
	);
}
