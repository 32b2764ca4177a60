import type { GatewayEvent } from '../../domain/events/event.ts';
import { EMOJI_LIMIT } from '../../domain/messages/message-details.ts';
import { listEarlierIds } from '../../store/chats/person-ids.ts';
import { isNewReport } from '../../store/instances/recent-reports.ts';
import { joinReactions, writeReaction } from '../../store/messages/reactions.ts';
import type { Db } from '../../store/schema.ts';
import type { ChangedMessage, ChangeEventFields } from './changed-message.ts';

/** Stores the reaction of a person to a message; null takes it back. Returns its event; null: it, or a later one, is stored already. */
export async function applyReaction(
	db: Db,
	{ message, actor, at }: ChangedMessage,
	{ emoji, networkId }: { emoji: string | null; networkId?: string },
	fields: ChangeEventFields,
): Promise<GatewayEvent | null> {
	if (emoji !== null && (emoji === '' || emoji.length > EMOJI_LIMIT)) return null;
	const identity = { reaction: networkId };
	if (networkId !== undefined && !(await isNewReport(db, message.instance_id, identity))) return null;
	// A person has one reaction, also one that came under an earlier id.
	const earlierIds = await listEarlierIds(db, message.instance_id, actor.senderId);
	await joinReactions(db, message.id, { currentId: actor.senderId, earlierIds });
	const isNew = await writeReaction(db, {
		message_id: message.id,
		sender_id: actor.senderId,
		from_me: actor.isFromMe ? 1 : 0,
		emoji,
		reacted_at: at,
	});
	if (!isNew) return null;
	return { kind: 'message.reaction', data: { ...fields, targetMessageId: message.id, emoji } };
}
