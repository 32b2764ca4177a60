import { timestamp, timestampOrNull } from '../../../../domain/clock.ts';
import { chatIdOf, phoneOfChat } from '../../../../domain/phone.ts';
import { pollCounts } from '../../../../domain/messages/poll-counts.ts';
import type { MessageTemplate } from '../../../../domain/messages/template.ts';
import { mediaOf } from '../../../../http/chats/view.ts';
import { detailsOf } from '../../../../store/messages/message-details.ts';
import { listVotes, type PollVote } from '../../../../store/messages/poll-votes.ts';
import { listReactions } from '../../../../store/messages/reactions.ts';
import type { Db, InstanceRow, MessageReactionRow, MessageRow } from '../../../../store/schema.ts';
import { shownOptions, type ShownOption } from '../../outbound/interactive-options.ts';
import type { PhoneMessage } from './schema.ts';

/** Messages as the phone with this number shows them, in their order. */
export async function phoneMessages(
	db: Db,
	rows: readonly MessageRow[],
	number: string,
	instance: InstanceRow,
): Promise<PhoneMessage[]> {
	const ids = rows.map(({ id }) => id);
	const polls = rows.filter(({ type }) => type === 'poll').map(({ id }) => id);
	const [reactions, votes] = await Promise.all([listReactions(db, ids), listVotes(db, polls)]);
	return rows.map((row) => phoneMessage(row, { number, instance, reactions, votes }));
}

interface Shown {
	number: string;
	instance: InstanceRow;
	/** Of all messages that are shown. */
	reactions: readonly (MessageReactionRow & { emoji: string })[];
	votes: readonly PollVote[];
}

function phoneMessage(row: MessageRow, { number, instance, reactions, votes }: Shown): PhoneMessage {
	const from = row.direction === 'inbound' ? row.sender : instance.phone;
	const own = chatIdOf(number);
	const details = detailsOf(row);
	const ofMessage = votes.filter(({ message_id: id }) => id === row.id);
	const counts = pollCounts(details.poll?.options ?? [], ofMessage);
	const ownVote = ofMessage.find(({ voter_id: voter }) => voter === own);
	return {
		messageId: row.id,
		fromMe: from === number,
		from,
		senderId: row.direction === 'inbound' ? (row.sender_id ?? row.chat_id) : chatIdOf(from ?? ''),
		type: row.type,
		content: row.content,
		timestamp: timestamp(row.created_at),
		status: row.status === 'read' ? 'read' : 'delivered',
		quotedMessageId: row.quoted_message_id,
		media: mediaOf(row),
		...details,
		editedAt: timestampOrNull(row.edited_at),
		deleted: row.deleted_at !== null,
		reactions: reactions
			.filter(({ message_id: id }) => id === row.id)
			.map(({ emoji, sender_id: senderId }) => ({
				emoji,
				from: phoneOfChat(senderId),
				senderId,
				fromMe: senderId === own,
			})),
		votes: counts.map((count) => ({ ...count, selected: ownVote?.options.includes(count.option) === true })),
		options: optionsOf(row),
	};
}

/** The buttons, or the entries of the list, of a message that the instance sent. */
export function optionsOf(row: MessageRow): ShownOption[] {
	if (row.direction !== 'outbound' || row.deleted_at !== null) return [];
	const template = row.template === null ? null : (JSON.parse(row.template) as MessageTemplate);
	return shownOptions(detailsOf(row).interactive as Record<string, unknown> | undefined, template);
}
