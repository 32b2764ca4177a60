import { sql } from 'kysely';
import { subjectOf, SUBJECT_LENGTH, type EventSubject } from '../../../domain/events/event-subject.ts';
import type { EventId, InstanceId, MessageId } from '../../../domain/ids.ts';
import { chunkInList } from '../../engine/chunk-in-list.ts';
import type { Db } from '../../schema.ts';

/** The subject of the event of a delivery. */
export interface DeliverySubject extends EventSubject {
	/** The event's instance; null: none. */
	instanceId: InstanceId | null;
	/** The name of the chat, as it is now; null: it has none. */
	contactName: string | null;
	/** The start of the message's text, as it is now; null: there is no message, or it is no longer kept. */
	messageText: string | null;
}

/** Characters of a message's text that are read. */
const TEXT_LENGTH = 120;

/** Reads what events are about, by their ids; an event that is no longer kept is left out. */
export async function findSubjects(
	db: Db,
	eventIds: readonly EventId[],
): Promise<Map<EventId, DeliverySubject>> {
	const subjects = new Map<EventId, DeliverySubject>();
	for (const ids of chunkInList([...new Set(eventIds)])) {
		const rows = await db
			.selectFrom('events')
			.select(['id', 'instance_id', startOfBody().as('start')])
			.where('id', 'in', ids)
			.execute();
		for (const { id, instance_id: instanceId, start } of rows) {
			const instance = instanceId === '' ? null : instanceId;
			subjects.set(id, { instanceId: instance, contactName: null, messageText: null, ...subjectOf(start) });
		}
	}
	const names = await namesOf(db, [...subjects.values()]);
	const texts = await textsOf(db, [...subjects.values()]);
	for (const subject of subjects.values()) {
		subject.contactName = names.get(keyOf(subject)) ?? null;
		subject.messageText = texts.get(subject.messageId ?? '') ?? null;
	}
	return subjects;
}

/** The starts of the texts of messages, by their ids. */
async function textsOf(db: Db, subjects: readonly DeliverySubject[]): Promise<ReadonlyMap<string, string>> {
	const messageIds = subjects.flatMap(({ messageId }) => messageId ?? []) as MessageId[];
	const texts = new Map<string, string>();
	for (const ids of chunkInList([...new Set(messageIds)])) {
		const rows = await db
			.selectFrom('messages')
			.select(['id', sql<string>`substr(content, 1, ${sql.lit(TEXT_LENGTH)})`.as('text')])
			.where('id', 'in', ids)
			.execute();
		for (const { id, text } of rows) texts.set(id, text);
	}
	return texts;
}

/** The names of the chats of subjects, by keyOf(). */
async function namesOf(
	db: Db,
	subjects: readonly DeliverySubject[],
): Promise<ReadonlyMap<string, string | null>> {
	const chats = new Map<InstanceId, Set<string>>();
	for (const { instanceId, chatId } of subjects) {
		if (instanceId === null || chatId === null) continue;
		chats.set(instanceId, (chats.get(instanceId) ?? new Set()).add(chatId));
	}
	const names = new Map<string, string | null>();
	for (const [instanceId, ids] of chats) {
		for (const chunk of chunkInList([...ids])) {
			const rows = await db
				.selectFrom('chats')
				// With the phone, which no index by name contains, SQLite looks the chats up instead of reading such an index.
				.select(['id', 'contact_name', 'phone'])
				.where('instance_id', '=', instanceId)
				.where('id', 'in', chunk)
				.execute();
			for (const row of rows) names.set(keyOf({ instanceId, chatId: row.id }), row.contact_name);
		}
	}
	return names;
}

function keyOf({ instanceId, chatId }: Pick<DeliverySubject, 'instanceId' | 'chatId'>): string {
	return `${instanceId ?? ''} ${chatId ?? ''}`;
}

/** The start of the body of an event, which contains the fields of its subject. */
export function startOfBody() {
	return sql<string>`substr(events.body, 1, ${sql.lit(SUBJECT_LENGTH)})`;
}
