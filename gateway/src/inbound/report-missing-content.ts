import type { Cancel, Clock } from '../domain/clock.ts';
import type { NewId } from '../domain/ids.ts';
import { isGroupJid } from '../domain/phone.ts';
import { repeatEvery } from '../lib/repeat-every.ts';
import { recordEvents } from '../store/events/events.ts';
import { listMissing, claimMissing, type MissingMessage } from '../store/messages/missing-content.ts';
import type { Store } from '../store/store.ts';
import { receivedEvent } from './received-event.ts';

/** Milliseconds from one look to the next. */
const LOOK_EVERY = 5000;
const BATCH_SIZE = 200;

/**
 * Tells, by an event each, of messages whose content was waited for long enough and has not come. Any gateway on the
 * database does: the rows see to it that each message is told of once. Gives what stops it.
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
			const occurrences = missing.map((row) => ({ event: receivedEvent(row, nameOf(row)), at: now }));
			await recordEvents(scope, newId, occurrences);
		});
	}

	return repeatEvery(clock, LOOK_EVERY, reportMissing, onError);
}

/** What the sender is called; a group's name is not that of somebody in it. */
function nameOf({ chat_id: chatId, chat_name: chat, contact_name: contact }: MissingMessage): string | null {
	return isGroupJid(chatId) ? contact : (chat ?? contact);
}
