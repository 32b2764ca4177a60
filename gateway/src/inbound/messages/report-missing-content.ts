import { chatOwner } from '../../domain/chats/chat.ts';
import type { Cancel, Clock } from '../../domain/clock.ts';
import type { NewId } from '../../domain/ids.ts';
import { isGroupJid } from '../../domain/phone.ts';
import { repeatEvery } from '../../lib/repeat-every.ts';
import { recordEvents } from '../../store/events/events.ts';
import { findOwnMessages } from '../../store/messages/history.ts';
import { listMissing, claimMissing, type MissingMessage } from '../../store/messages/missing-content.ts';
import type { Store } from '../../store/store.ts';
import { receivedEvents, type EventNames } from './received-event.ts';

/** Milliseconds between two runs. */
const INTERVAL = 5000;
const BATCH_SIZE = 200;

/**
 * Reports messages whose content did not arrive in time, each by an event. Every gateway on the database runs this: the
 * claim on the rows makes sure that each message is reported once. Returns the function that stops it.
 */
export function startReportingMissingContent(
	store: Store,
	clock: Clock,
	newId: NewId,
	onError: (error: unknown) => void,
): Cancel {
	async function reportMissing(): Promise<void> {
		const now = clock.now();
		const ids = await listMissing(store.read, now, BATCH_SIZE);
		if (ids.length === 0) return;
		await store.commit(async (scope) => {
			const missing = await claimMissing(scope.db, ids, now);
			const ownMessages = await findOwnMessages(
				scope.db,
				missing.map((row) => row.quoted_message_id),
			);
			const occurrences = missing.flatMap((row) =>
				receivedEvents(row, namesOf(row), ownerOf(row, now), ownMessages).map((event) => ({
					event,
					at: now,
				})),
			);
			await recordEvents(scope, newId, occurrences);
		});
	}

	return repeatEvery(clock, INTERVAL, reportMissing, onError);
}

function ownerOf({ takeover_release_after: releaseAfter, owned_until: until }: MissingMessage, now: number) {
	return releaseAfter === null ? null : chatOwner(until, now);
}

/** In a group the sender's name is the contact's: the chat's name is that of the group. */
function namesOf({
	chat_id: chatId,
	chat_name: chat,
	contact_name: contact,
	username,
}: MissingMessage): EventNames {
	if (isGroupJid(chatId)) return { contactName: contact, groupName: chat, username };
	return { contactName: chat ?? contact, groupName: null, username };
}
