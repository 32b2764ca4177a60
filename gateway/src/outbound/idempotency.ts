import { createHash } from 'node:crypto';
import type { Clock } from '../domain/clock.ts';
import { GatewayError } from '../domain/error.ts';
import type { KeyId } from '../domain/ids.ts';
import type { Piece } from '../store/group-commit.ts';
import { findIdempotencyKey, insertIdempotencyKey } from '../store/idempotency-keys.ts';
import type { Db } from '../store/schema.ts';
import type { Store } from '../store/store.ts';

/** How long an answer is given again, in milliseconds. */
export const REMEMBERED = 24 * 3_600_000;

/** A request that its client named, to be free to send it again. */
export interface NamedRequest {
	keyId: KeyId;
	/** The Idempotency-Key header. */
	key: string;
	/** What is asked: the same key with anything else is refused. */
	asked: unknown;
}

/** What a request is answered with, and whether that was said before. */
export interface Answer<T> {
	response: T;
	replayed: boolean;
}

/**
 * Runs requests that must not take effect twice. `prepare` does what needs no transaction and gives the piece
 * that takes effect; its response is stored in the same commit. A request without a name simply runs.
 */
export type AnswerOnce = <T>(
	named: NamedRequest | null,
	prepare: () => Promise<Piece<T>>,
) => Promise<Answer<T>>;

/**
 * Throws idempotency_key_in_use while the first request of that name is under way, idempotency_key_reused where
 * the name was used for another request within 24 hours.
 */
export function createAnswerOnce(store: Store, clock: Clock): AnswerOnce {
	const underWay = new Set<string>();

	async function answerNamed<T>(named: NamedRequest, prepare: () => Promise<Piece<T>>): Promise<Answer<T>> {
		const hash = createHash('sha256').update(JSON.stringify(named.asked)).digest('hex');
		const earlier = await storedAnswer<T>(store.read, named, hash, clock.now());
		if (earlier !== null) return earlier;
		const piece = await prepare();
		return store.commit(async (scope) => {
			const now = clock.now();
			// Another gateway on the same database may have been faster.
			const meanwhile = await storedAnswer<T>(scope.db, named, hash, now);
			if (meanwhile !== null) return meanwhile;
			const response = await piece(scope);
			const row = {
				api_key_id: named.keyId,
				key: named.key,
				request_hash: hash,
				response: JSON.stringify(response),
				created_at: now,
			};
			await insertIdempotencyKey(scope.db, row, now - REMEMBERED);
			return { response, replayed: false };
		});
	}

	return async (named, prepare) => {
		if (named === null) return { response: await store.commit(await prepare()), replayed: false };
		const name = `${named.keyId} ${named.key}`;
		if (underWay.has(name)) {
			throw new GatewayError(
				'idempotency_key_in_use',
				'A request with this Idempotency-Key is under way. Send it again in a moment to get its answer.',
			);
		}
		underWay.add(name);
		try {
			return await answerNamed(named, prepare);
		} finally {
			underWay.delete(name);
		}
	};
}

async function storedAnswer<T>(
	db: Db,
	{ keyId, key }: NamedRequest,
	hash: string,
	now: number,
): Promise<Answer<T> | null> {
	const row = await findIdempotencyKey(db, { keyId, key, since: now - REMEMBERED });
	if (row === undefined) return null;
	if (row.request_hash !== hash) {
		throw new GatewayError(
			'idempotency_key_reused',
			'This Idempotency-Key was used for another request in the last 24 hours. Use a new key for a new message.',
		);
	}
	return { response: JSON.parse(row.response) as T, replayed: true };
}
