import type { MessageId } from '../../domain/ids.ts';
import type { Db, MessageReactionRow, MessageRow } from '../schema.ts';
import { listVotes, type PollVote } from './poll-votes.ts';
import { listReactions } from './reactions.ts';

/** The responses of people to a message: their reactions, and their votes where it is a poll. */
export interface MessageResponses {
	reactions: readonly (MessageReactionRow & { emoji: string })[];
	votes: readonly PollVote[];
}

/** Returns a function that finds what people did with one of these messages. Reads all of them by one query for each. */
export async function readResponses(
	db: Db,
	messages: readonly Pick<MessageRow, 'id' | 'type'>[],
): Promise<(message: { id: MessageId }) => MessageResponses> {
	const polls = messages.filter(({ type }) => type === 'poll');
	const [reactions, votes] = await Promise.all([
		listReactions(
			db,
			messages.map(({ id }) => id),
		),
		listVotes(
			db,
			polls.map(({ id }) => id),
		),
	]);
	const reactionsOf = Map.groupBy(reactions, (row) => row.message_id);
	const votesOf = Map.groupBy(votes, (row) => row.message_id);
	return ({ id }) => ({ reactions: reactionsOf.get(id) ?? [], votes: votesOf.get(id) ?? [] });
}
