import { chatOwner } from '../../domain/chats/chat.ts';
import type { Clock } from '../../domain/clock.ts';
import type { NewId } from '../../domain/ids.ts';
import { isGroupJid } from '../../domain/phone.ts';
import { runWhenDue } from '../../lib/loops/run-when-due.ts';
import { recordEvents } from '../../store/events/events.ts';
import { findOwnMessages } from '../../store/messages/history.ts';
import {
	listMissing,
	claimMissing,
	findNextReport,
	type MissingMessage,
} from '../../store/messages/missing-content.ts';
import type { Store } from '../../store/store.ts';
import { receivedEvents, type EventNames } from './received-event.ts';

/** Milliseconds between two runs at most: another gateway may have recorded messages. */
const INTERVAL = 15_000;
const BATCH_SIZE = 200;

/**
 * Reports messages whose content did not arrive in time, each by an event. Every gateway on the database runs this: the
 * claim on the rows makes sure that each message is reported once. Returns a function that stops this, and resolves
 * when the running commit has ended.
 */
export function startReportingMissingContent(
	store: Store,
	clock: Clock,
	newId: NewId,
	onError: (error: unknown) => void,
): () => Promise<void> {
	/** Reports a batch of messages; returns when to search again (epoch milliseconds). */
	async function reportMissing(): Promise<number> {
		const now = clock.now();
		const dueAt = await findNextReport(store.read);
		if (dueAt === null || dueAt > now) return Math.min(dueAt ?? Infinity, now + INTERVAL);
		const ids = await listMissing(store.read, now, BATCH_SIZE);
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
		return now;
	}

	return runWhenDue(clock, reportMissing, onError).stop;
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
