import { sql } from 'kysely';
import { idLength, type MessageId } from '../../domain/ids.ts';
import type { Db } from '../schema.ts';
import type { Period } from './slice.ts';

/** The stored responses to the requests with an Idempotency-Key in a period. */
export interface AcceptedRequests {
	accepted: number;
	/** The messages in these responses that are not stored. */
	missing: MessageId[];
}

/** Matches responses that contain a message id: other requests with a key create something else. */
const OF_MESSAGES = '{"messageId":%';
/** `{"messageId":"msg_…","instanceId":"inst_…","at":…}`; of earlier versions without the instance. */
const ID_START = '{"messageId":"'.length + 1;
const ID_LENGTH = idLength('msg');
const BEFORE_INSTANCE = '","instanceId":"';
const INSTANCE_START = ID_START + ID_LENGTH + BEFORE_INSTANCE.length;
const INSTANCE_LENGTH = idLength('inst');

/**
 * Compares the requests with an Idempotency-Key that were accepted in a period with the stored messages. Those of an
 * instance that was deleted, or is being deleted, are not missing.
 */
export async function compareAcceptedRequests(db: Db, { from, to }: Period): Promise<AcceptedRequests> {
	const { accepted } = await db
		.selectFrom('idempotency_keys')
		.select((eb) => eb.fn.countAll<number>().as('accepted'))
		.where('response', 'like', OF_MESSAGES)
		.where('created_at', '>=', from)
		.where('created_at', '<', to)
		.executeTakeFirstOrThrow();
	if (accepted === 0) return { accepted, missing: [] };
	const { rows } = await sql<{ id: MessageId }>`select answered.id from (
			select substr(response, ${sql.lit(ID_START)}, ${sql.lit(ID_LENGTH)}) as id,
				case when substr(response, ${sql.lit(ID_START + ID_LENGTH)}, ${sql.lit(BEFORE_INSTANCE.length)})
					= ${sql.lit(BEFORE_INSTANCE)}
					then substr(response, ${sql.lit(INSTANCE_START)}, ${sql.lit(INSTANCE_LENGTH)}) end as instance_id
			from idempotency_keys where created_at >= ${from} and created_at < ${to}
				and response like ${sql.lit(OF_MESSAGES)}
		) as answered left join messages on messages.id = answered.id
		where messages.id is null
			and (answered.instance_id is null or answered.instance_id in (select id from instances where deleting_at is null))`.execute(
		db,
	);
	return { accepted, missing: rows.map(({ id }) => id) };
}
