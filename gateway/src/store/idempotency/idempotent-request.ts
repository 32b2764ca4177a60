import { DAY } from '../../domain/duration.ts';
import { createHash } from 'node:crypto';
import type { ActorName } from '../../domain/access/user.ts';
import { GatewayError } from '../../domain/error.ts';
import { canonicalJson } from '../../lib/canonical-json.ts';

/** Milliseconds for which a repeated request gets the response of the first one. */
export const IDEMPOTENCY_TTL = DAY;

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

/** The error for a key that another request had. */
export function idempotencyKeyReused(): GatewayError {
	return new GatewayError(
		'idempotency_key_reused',
		'This Idempotency-Key was used for another request in the last 24 hours. Use a new key for each new request.',
	);
}
