import { chatKeyText } from '../../store/chats/chat-key.ts';
import { echoEvent } from '../../inbound/messages/echo-event.ts';
import { writeTakenChats } from '../../store/chats/chat-owners.ts';
import type { NewId } from '../../domain/ids.ts';
import type { CommitScope } from '../../store/commit/scope.ts';
import { recordEvents, type Occurrence } from '../../store/events/events.ts';
import type { AcceptableRequest, OwnerDecisions } from './check-owners.ts';

/**
 * Records messages that people wrote on the page and that are queued: an event `message.echo` for each, and that they
 * take the chats, where their instances have settings.takeover. The owners of the chats are locked.
 */
export async function recordPageMessages(
	scope: CommitScope,
	newId: NewId,
	queued: readonly AcceptableRequest[],
	takeovers: OwnerDecisions['takeovers'],
): Promise<void> {
	const { db, emit } = scope;
	// A scheduled message is not written into the chat yet.
	const written = queued.filter(({ request, row }) => request.message.isFromPerson && row.send_at === null);
	if (written.length === 0) return;
	const taken = written.flatMap(({ request }) => takeovers.get(request) ?? []);
	const chats = new Map(taken.map(({ chat }) => [chatKeyText(chat), chat]));
	await writeTakenChats(db, [...chats.values()]);
	if (chats.size > 0) emit({ kind: 'chat_taken' });
	const occurrences: Occurrence[] = [];
	for (const { request, row, instance } of written) {
		const takeover = takeovers.get(request);
		const owner = takeover === undefined ? null : 'person';
		const echo = await echoEvent(db, instance, row, { source: 'page', owner });
		for (const event of [echo, ...(takeover?.events ?? [])]) occurrences.push({ event, at: request.at });
	}
	await recordEvents(scope, newId, occurrences);
}
