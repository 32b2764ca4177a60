import { chatOwner } from '../../domain/chats/chat.ts';
import type { InstanceId, NewId } from '../../domain/ids.ts';
import { isGroupJid, recipientOf } from '../../domain/phone.ts';
import type { EchoedMessage } from '../../network/network-event.ts';
import { upsertChat } from '../../store/chats/chats.ts';
import { currentIdOf } from '../../store/chats/person-ids.ts';
import { recordEvents } from '../../store/events/events.ts';
import type { CommitScope } from '../../store/commit/scope.ts';
import { findInstance } from '../../store/instances/instances.ts';
import { insertEchoedMessage } from '../../store/messages/echoed-messages.ts';
import { echoEvent } from './echo-event.ts';
import { contentColumns } from './received-row.ts';
import { takeChat } from '../chats/take-chat.ts';

/**
 * A message of the last minute counts as written when it is recorded, because the network reports its own time, in whole
 * seconds. An older message was delivered late, such as after a reconnection, and counts from the network's time.
 */
const LIVE_PERIOD = 60_000;

/**
 * Stores a message that the account's owner wrote on the phone, with its chat and the event `message.echo`. With
 * settings.takeover the owner takes the chat. A message that is stored already, such as one that the gateway sent,
 * changes nothing.
 */
export async function recordEcho(
	scope: CommitScope,
	newId: NewId,
	instanceId: InstanceId,
	echo: EchoedMessage,
	now: number,
): Promise<void> {
	const { db } = scope;
	const instance = await findInstance(db, instanceId);
	if (instance === undefined) return;
	const chatId = await currentIdOf(db, instanceId, echo.chatId);
	const row = {
		id: newId('msg'),
		instance_id: instanceId,
		chat_id: chatId,
		recipient: echo.to ?? recipientOf(chatId),
		provider_message_id: echo.networkId,
		created_at: echo.at,
		...contentColumns(echo),
	};
	if (!(await insertEchoedMessage(db, row))) return;
	const { takeover_release_after: releaseAfter } = instance;
	const writtenAt = now - echo.at < LIVE_PERIOD ? now : echo.at;
	const taken =
		releaseAfter === null
			? null
			: await takeChat(
					scope,
					{ instanceId, chatId },
					{ until: writtenAt + releaseAfter, by: 'phone', at: now },
				);
	const groupName = isGroupJid(chatId) ? (echo.groupName ?? null) : null;
	await upsertChat(db, row, { contactName: groupName, unread: 0 });
	const owner = taken === null ? null : chatOwner(taken.ownedUntil, now);
	const event = await echoEvent(db, instance, row, { source: 'phone', owner });
	await recordEvents(
		scope,
		newId,
		[event, ...(taken?.events ?? [])].map((each) => ({ event: each, at: now })),
	);
}
