import type { MessageId } from '../../domain/ids.ts';
import { padInList } from '../engine/chunk-in-list.ts';
import type { Db, PollVoteRow } from '../schema.ts';
import { latestOfPerson } from './latest-of-person.ts';

/** A vote with the texts of the selected options. */
export interface PollVote extends Omit<PollVoteRow, 'options'> {
	options: readonly string[];
}

/** Stores the vote of a person. Returns false where the same vote is stored already, or a later one. */
export async function writeVote(db: Db, { options, ...vote }: PollVote): Promise<boolean> {
	const columns = { options: JSON.stringify(options), voted_at: vote.voted_at, from_me: vote.from_me };
	const result = await db
		.insertInto('poll_votes')
		.values({ ...vote, ...columns })
		.onConflict((conflict) =>
			conflict
				.columns(['message_id', 'voter_id'])
				.doUpdateSet(columns)
				.where('poll_votes.voted_at', '<=', vote.voted_at)
				.where('poll_votes.options', '<>', columns.options),
		)
		.executeTakeFirst();
	if ((result.numInsertedOrUpdatedRows ?? 0n) > 0n) return true;
	// The same one again is the latest: one from between, which arrives later, must not replace it.
	await db
		.updateTable('poll_votes')
		.set({ voted_at: vote.voted_at })
		.where('message_id', '=', vote.message_id)
		.where('voter_id', '=', vote.voter_id)
		.where('voted_at', '<', vote.voted_at)
		.execute();
	return false;
}

/** Stores the votes of a person that came under earlier ids under the current one, which keeps the latest. */
export async function joinVotes(
	db: Db,
	messageId: MessageId,
	{ currentId, earlierIds }: { currentId: string; earlierIds: readonly string[] },
): Promise<void> {
	if (earlierIds.length === 0) return;
	const earlier = await db
		.deleteFrom('poll_votes')
		.where('message_id', '=', messageId)
		.where('voter_id', 'in', padInList(earlierIds))
		.returningAll()
		.execute();
	for (const row of earlier) await writeVote(db, { ...voteOf(row), voter_id: currentId });
}

/** The votes in polls, oldest first: one of each person, under the id that the person has now. */
export async function listVotes(db: Db, messageIds: readonly MessageId[]): Promise<PollVote[]> {
	if (messageIds.length === 0) return [];
	const rows = await db
		.selectFrom('poll_votes')
		.innerJoin('messages', 'messages.id', 'poll_votes.message_id')
		.leftJoin('person_ids', (join) =>
			join
				.onRef('person_ids.instance_id', '=', 'messages.instance_id')
				.onRef('person_ids.id', '=', 'poll_votes.voter_id'),
		)
		.selectAll('poll_votes')
		.select('person_ids.current_id as current_id')
		.where('poll_votes.message_id', 'in', padInList(messageIds))
		.orderBy('poll_votes.voted_at')
		.orderBy('poll_votes.voter_id')
		.execute();
	const votes = rows.map(({ current_id: currentId, ...row }) =>
		voteOf({ ...row, voter_id: currentId ?? row.voter_id }),
	);
	return latestOfPerson(votes, (vote) => vote.voter_id);
}

function voteOf(row: PollVoteRow): PollVote {
	return { ...row, options: JSON.parse(row.options) as string[] };
}
