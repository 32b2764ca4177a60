import type { GatewayEvent } from '../../domain/events/event.ts';
import { pollCounts } from '../../domain/messages/poll-counts.ts';
import { listEarlierIds } from '../../store/chats/person-ids.ts';
import { detailsOf } from '../../store/messages/message-details.ts';
import { joinVotes, listVotes, writeVote } from '../../store/messages/poll-votes.ts';
import type { Db } from '../../store/schema.ts';
import type { ChangedMessage, ChangeEventFields } from './changed-message.ts';

/**
 * Stores what a person has selected in a poll; nothing: the vote is taken back. Options that the poll does not have are
 * left out. Returns the event; null: the message is no poll, or the same vote or a later one is stored already.
 */
export async function applyVote(
	db: Db,
	{ message, actor, at }: ChangedMessage,
	selected: readonly string[],
	fields: ChangeEventFields,
): Promise<GatewayEvent | null> {
	const { poll } = detailsOf(message);
	if (poll === undefined) return null;
	const options = poll.options.filter((option) => selected.includes(option));
	// A person has one vote, also one that came under an earlier id.
	const earlierIds = await listEarlierIds(db, message.instance_id, actor.senderId);
	await joinVotes(db, message.id, { currentId: actor.senderId, earlierIds });
	const isNew = await writeVote(db, {
		message_id: message.id,
		voter_id: actor.senderId,
		from_me: actor.isFromMe ? 1 : 0,
		options,
		voted_at: at,
	});
	if (!isNew) return null;
	const counts = pollCounts(poll.options, await listVotes(db, [message.id]));
	return { kind: 'poll.voted', data: { ...fields, options, counts } };
}
