import { createHash } from 'node:crypto';
import { GatewayError } from '../../domain/error.ts';
import type { InstanceId, MessageId } from '../../domain/ids.ts';
import type { ActorName } from '../../domain/access/user.ts';
import { canonicalJson } from '../../lib/canonical-json.ts';
import { findIdempotencyKeys, insertIdempotencyKeys } from '../../store/messages/idempotency-keys.ts';
import type { Db, IdempotencyKeyTable } from '../../store/schema.ts';

/** Milliseconds for which a repeated request gets the response of the first one. */
export const IDEMPOTENCY_TTL = 24 * 3_600_000;

/** A request with an idempotency key, which the client may safely send again. */
export interface IdempotentRequest {
	actor: ActorName;
	/** The Idempotency-Key header. */
	key: string;
	/** The content of the request: the same key with another content is refused. */
	content: unknown;
}

/** A request with the SHA-256 hash of its content: the order of the fields in a body does not count. */
export type FingerprintedRequest = Pick<IdempotentRequest, 'actor' | 'key'> & { hash: string };

/** The request with a hash of its content in place of the content. */
export function fingerprinted({ actor, key, content }: IdempotentRequest): FingerprintedRequest {
	return { actor, key, hash: createHash('sha256').update(canonicalJson(content)).digest('hex') };
}

/** The response to a request whose message will be sent. */
export interface Accepted {
	messageId: MessageId;
	/** Epoch milliseconds. */
	at: number;
	/** Whether the same request was answered before. */
	replayed: boolean;
}

/**
 * Returns the response that the same request had before, or null. Throws idempotency_key_reused if the request with
 * this key had another content.
 */
export type Replays = (request: FingerprintedRequest) => Accepted | null;

/** Reads the responses that these requests had within the last 24 hours (an addition to the specification). */
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
		throw new GatewayError(
			'idempotency_key_reused',
			'This Idempotency-Key was used for another request in the last 24 hours. Use a new key for a new message.',
		);
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
