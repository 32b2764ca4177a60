import type { InstanceId, MessageId } from '../../domain/ids.ts';
import { findIdempotencyKeys, insertIdempotencyKeys } from '../../store/idempotency/idempotency-keys.ts';
import {
	type FingerprintedRequest,
	IDEMPOTENCY_TTL,
	idempotencyKeyReused,
} from '../../store/idempotency/idempotent-request.ts';
import type { Db, IdempotencyKeyTable } from '../../store/schema.ts';

/** The response to a request whose message will be sent. */
export interface Accepted {
	messageId: MessageId;
	/** Epoch milliseconds. */
	at: number;
	/** Whether this is the stored response to an earlier request with the same key. */
	replayed: boolean;
}

/**
 * Returns the stored response to the same request, or null. Throws idempotency_key_reused if the request with this key
 * had another content.
 */
export type Replays = (request: FingerprintedRequest) => Accepted | null;

/** Reads the responses of the last 24 hours to these requests (an addition to the specification). */
export async function findReplays(
	db: Db,
	requests: readonly FingerprintedRequest[],
	now: number,
): Promise<Replays> {
	const rows = requests.length === 0 ? [] : await findIdempotencyKeys(db, requests, now - IDEMPOTENCY_TTL);
	const byKey = new Map(rows.map((row) => [`${row.actor} ${row.key}`, row]));
	return ({ actor, key, hash }) => {
		const row = byKey.get(`${actor} ${key}`);
		if (row === undefined) return null;
		if (row.request_hash === hash) {
			const { messageId, at } = JSON.parse(row.response) as { messageId: MessageId; at: number };
			return { messageId, at, replayed: true };
		}
		throw idempotencyKeyReused();
	};
}

/** Stores the responses to requests with an idempotency key, in the commit that accepts their messages. */
export async function storeResponses(
	db: Db,
	responses: readonly {
		request: FingerprintedRequest;
		messageId: MessageId;
		instanceId: InstanceId;
		at: number;
	}[],
	now: number,
): Promise<void> {
	if (responses.length === 0) return;
	const rows = responses.map(
		({ request, messageId, instanceId, at }): IdempotencyKeyTable => ({
			actor: request.actor,
			key: request.key,
			request_hash: request.hash,
			// The ledger reads both ids where they stand in this text.
			response: JSON.stringify({ messageId, instanceId, at }),
			created_at: at,
		}),
	);
	await insertIdempotencyKeys(db, rows, now - IDEMPOTENCY_TTL);
}
