import { createHash } from 'node:crypto';
import { GatewayError } from '../domain/error.ts';
import type { MessageId } from '../domain/ids.ts';
import type { ActorName } from '../domain/owner.ts';
import { findIdempotencyKeys, insertIdempotencyKeys } from '../store/messages/idempotency-keys.ts';
import type { Db, IdempotencyKeyTable } from '../store/schema.ts';

/** How long an answer is given again, in milliseconds. */
export const IDEMPOTENCY_TTL = 24 * 3_600_000;

/** A request that its client named, to be free to send it again. */
export interface IdempotentRequest {
	actor: ActorName;
	/** The Idempotency-Key header. */
	key: string;
	/** What is asked: the same key with anything else is refused. */
	asked: unknown;
}

/** The same with a fingerprint in place of all that was asked. */
export type FingerprintedRequest = Pick<IdempotentRequest, 'actor' | 'key'> & { hash: string };

export function fingerprinted({ actor, key, asked }: IdempotentRequest): FingerprintedRequest {
	return { actor, key, hash: createHash('sha256').update(JSON.stringify(asked)).digest('hex') };
}

/** A message that will be sent; `replayed` when the same request was answered before. */
export interface Accepted {
	messageId: MessageId;
	/** Epoch milliseconds. */
	at: number;
	replayed: boolean;
}

/** What a request was answered with before, or null. Throws idempotency_key_reused where it asked something else. */
export type Replays = (named: FingerprintedRequest) => Accepted | null;

/** Looks up the answers that named requests had within the last 24 hours. (An addition; see decisions.) */
export async function findReplays(
	db: Db,
	named: readonly FingerprintedRequest[],
	now: number,
): Promise<Replays> {
	const rows = named.length === 0 ? [] : await findIdempotencyKeys(db, named, now - IDEMPOTENCY_TTL);
	const byName = new Map(rows.map((row) => [`${row.actor} ${row.key}`, row]));
	return ({ actor, key, hash }) => {
		const row = byName.get(`${actor} ${key}`);
		if (row === undefined) return null;
		if (row.request_hash === hash) {
			return { ...(JSON.parse(row.response) as { messageId: MessageId; at: number }), replayed: true };
		}
		throw new GatewayError(
			'idempotency_key_reused',
			'This Idempotency-Key was used for another request in the last 24 hours. Use a new key for a new message.',
		);
	};
}

/** Stores what named requests are answered with, in the commit that makes it true. */
export async function storeResponses(
	db: Db,
	answers: readonly { request: FingerprintedRequest; messageId: MessageId; at: number }[],
	now: number,
): Promise<void> {
	if (answers.length === 0) return;
	const rows = answers.map(
		({ request, messageId, at }): IdempotencyKeyTable => ({
			actor: request.actor,
			key: request.key,
			request_hash: request.hash,
			response: JSON.stringify({ messageId, at }),
			created_at: at,
		}),
	);
	await insertIdempotencyKeys(db, rows, now - IDEMPOTENCY_TTL);
}
