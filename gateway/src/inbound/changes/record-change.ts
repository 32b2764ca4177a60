import type { GatewayEvent } from '../../domain/events/event.ts';
import type { InstanceId, MessageId, NewId } from '../../domain/ids.ts';
import { phoneOfChat } from '../../domain/phone.ts';
import type { Actor, MessageChange, MessageTarget } from '../../network/network-event.ts';
import { contactKeyText, nameOfContact } from '../../store/chats/contacts.ts';
import { readCurrentIds } from '../../store/chats/person-ids.ts';
import type { CommitScope } from '../../store/commit/scope.ts';
import { recordEvents } from '../../store/events/events.ts';
import { findInstance } from '../../store/instances/instances.ts';
import { lockMessages } from '../../store/messages/messages.ts';
import { findMessageId } from '../../store/messages/provider-message-ids.ts';
import type { Db, MessageRow } from '../../store/schema.ts';
import { mergeContacts } from '../people/record-contacts.ts';
import { applyDeletion } from './deletion.ts';
import { applyEdit } from './edit.ts';
import { changeEventFields, type ChangedMessage } from './changed-message.ts';
import { applyReaction } from './reaction.ts';
import { applyVote } from './vote.ts';

/**
 * Records a change of a stored message, with its event. Nothing happens if the message is not stored, if the actor may
 * not change it, or if the change is recorded already. Returns whether the change was recorded.
 */
export async function recordChange(
	scope: CommitScope,
	newId: NewId,
	instanceId: InstanceId,
	change: MessageChange,
	now: number,
): Promise<boolean> {
	const { db } = scope;
	if ((await findInstance(db, instanceId)) === undefined) return false;
	const message = await lockTarget(db, instanceId, change.target);
	if (message === null || message.deleted_at !== null) return false;
	const actor = await currentActor(db, instanceId, change.actor);
	const isAuthor = await isAuthorOf(db, message, actor);
	const changed: ChangedMessage = { message, actor, isAuthor, at: change.at };
	const { contactName, updated } = await nameActor(scope, changed);
	const eventFields = await changeEventFields(db, changed, contactName);
	const event = await apply(db, changed, change, eventFields);
	await recordEvents(
		scope,
		newId,
		[...updated, ...(event === null ? [] : [event])].map((one) => ({ event: one, at: now })),
	);
	return event !== null;
}

function apply(
	db: Db,
	changed: ChangedMessage,
	change: MessageChange,
	eventFields: Awaited<ReturnType<typeof changeEventFields>>,
): Promise<GatewayEvent | null> {
	switch (change.change) {
		case 'reaction':
			return applyReaction(db, changed, change, eventFields);
		case 'edit':
			return applyEdit(db, changed, change, eventFields);
		case 'deletion':
			return applyDeletion(db, changed, change.asAdmin === true, eventFields);
		case 'vote':
			return applyVote(db, changed, change.options, eventFields);
	}
}

/** The message, locked until the end of the commit; null: it is not stored. */
async function lockTarget(db: Db, instanceId: InstanceId, target: MessageTarget): Promise<MessageRow | null> {
	const id = await findTargetId(db, instanceId, target);
	if (id === null) return null;
	const message = (await lockMessages(db, [id])).get(id);
	return message?.instance_id === instanceId ? message : null;
}

/** The id of the message that a change is about; null: it is not stored. */
export async function findTargetId(
	db: Db,
	instanceId: InstanceId,
	target: MessageTarget,
): Promise<MessageId | null> {
	if ('messageId' in target) return target.messageId;
	const { networkId, within } = target;
	if ('source' in within) return findMessageId(db, instanceId, networkId, within);
	const currentIdOf = await readCurrentIds(db, [{ instanceId, id: within.chatId }]);
	const chatId = currentIdOf({ instanceId, id: within.chatId });
	return findMessageId(db, instanceId, networkId, { chatId });
}

/** The actor with the id that the person has now, and the phone number that it reveals. */
async function currentActor(db: Db, instanceId: InstanceId, actor: Actor): Promise<Actor> {
	const currentIdOf = await readCurrentIds(db, [{ instanceId, id: actor.senderId }]);
	const senderId = currentIdOf({ instanceId, id: actor.senderId });
	return { ...actor, senderId, from: actor.from ?? phoneOfChat(senderId) };
}

/** Whether the actor wrote the message. Ids are compared as they are now: the message may have an earlier one. */
async function isAuthorOf(
	db: Db,
	{ direction, instance_id: instanceId, sender_id: senderId }: MessageRow,
	actor: Actor,
): Promise<boolean> {
	if (direction === 'outbound') return actor.isFromMe;
	if (actor.isFromMe || senderId === null) return false;
	const currentIdOf = await readCurrentIds(db, [{ instanceId, id: senderId }]);
	return currentIdOf({ instanceId, id: senderId }) === actor.senderId;
}

/** Stores the name that the network reports of the actor. Returns the name that the actor is shown by. */
async function nameActor(
	scope: CommitScope,
	{ message: { instance_id: instanceId }, actor }: ChangedMessage,
): Promise<{ contactName: string | null; updated: readonly GatewayEvent[] }> {
	if (actor.isFromMe) return { contactName: null, updated: [] };
	const { senderId: id, from: phone, contactName: name } = actor;
	const { contacts, updated } = await mergeContacts(scope, [{ instanceId, report: { id, phone, name } }]);
	const contact = contacts.get(contactKeyText({ instanceId, id }));
	return { contactName: contact === undefined ? null : nameOfContact(contact), updated };
}
