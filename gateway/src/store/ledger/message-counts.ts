import { sql } from 'kysely';
import type { InstanceId, MessageId } from '../../domain/ids.ts';
import { minIdAt } from '../../domain/ids.ts';
import {
	MESSAGE_STATUSES,
	type FailureCode,
	type StoredMessageStatus,
} from '../../domain/messages/message.ts';
import type { Db } from '../schema.ts';
import type { MessageOrigin } from '../schema/messages.ts';
import type { Period } from './slice.ts';

/** Messages of an instance that have all of this in common. */
export interface MessageCount {
	instance_id: InstanceId;
	direction: 'inbound' | 'outbound';
	origin: MessageOrigin | null;
	status: StoredMessageStatus;
	error_code: FailureCode | null;
	messages: number;
	sent: number;
	delivered: number;
	read: number;
	failed: number;
	/** The number of messages whose content is awaited. */
	awaiting: number;
}

/** Counts the messages of a period, without those from before their instances were linked. */
export async function countMessages(db: Db, { from, to }: Period): Promise<MessageCount[]> {
	const { rows } = await sql<MessageCount>`select instance_id, direction, origin, status, error_code,
			count(*) as messages, count(sent_at) as sent, count(delivered_at) as delivered, count(read_at) as read,
			count(failed_at) as failed, count(report_at) as awaiting
		from messages
		where id >= ${minIdAt('msg', from)} and id < ${minIdAt('msg', to)}
			and (origin is null or origin <> 'past')
		group by instance_id, direction, origin, status, error_code`.execute(db);
	return rows;
}

const STATUSES = sql.join([...MESSAGE_STATUSES, 'scheduled'].map((status) => sql.lit(status)));

/** Finds the messages of a period whose status is none. */
export async function findMessagesWithoutStatus(
	db: Db,
	{ from, to }: Period,
): Promise<{ id: MessageId; instance_id: InstanceId }[]> {
	const { rows } = await sql<{ id: MessageId; instance_id: InstanceId }>`select id, instance_id from messages
		where id >= ${minIdAt('msg', from)} and id < ${minIdAt('msg', to)} and status not in (${STATUSES})`.execute(
		db,
	);
	return rows;
}
