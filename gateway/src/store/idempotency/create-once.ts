import type { Clock } from '../../domain/clock.ts';
import { type ErrorCode, GatewayError } from '../../domain/error.ts';
import { CannotUnseal, type Sealer } from '../../lib/crypto/sealer.ts';
import type { CommitScope } from '../commit/scope.ts';
import type { Db } from '../schema.ts';
import type { Store } from '../store.ts';
import { findIdempotencyKeys, insertIdempotencyKeys } from './idempotency-keys.ts';
import {
	type FingerprintedRequest,
	fingerprinted,
	IDEMPOTENCY_TTL,
	type IdempotentRequest,
	idempotencyKeyReused,
} from './idempotent-request.ts';

export interface CreateOnceDeps {
	store: Pick<Store, 'commit' | 'read'>;
	clock: Clock;
	/** Seals the hash of a request, which a secret in the request could be guessed from. */
	sealer: Sealer;
}

type RequestKey = Pick<FingerprintedRequest, 'actor' | 'key'>;

/** How createOnce() creates and reads a row. */
export interface Creation<Row> {
	/** Runs checks that take longer than a transaction may; not called for a request that was answered before. */
	prepare?: () => Promise<void>;
	/** Creates the row, in the transaction that stores the idempotency key. Returns its id. */
	create: (scope: CommitScope) => Promise<string>;
	read: (db: Db, id: string) => Promise<Row | undefined>;
	/** The error code where the row was deleted since. */
	notFound: ErrorCode;
}

/** The row that a request created. */
export interface Created<Row> {
	row: Row;
	/** Whether the same request was answered before. */
	replayed: boolean;
}

/**
 * Creates a row, at most once for a request with an idempotency key (null: none). A repeated request gets the row that the
 * first one created, as it is now: only its id is stored, so that no secret of the response is stored a second time.
 * Throws what `prepare` and `create` throw, idempotency_key_reused, and `notFound` where the row was deleted since.
 */
export async function createOnce<Row>(
	{ store, clock, sealer }: CreateOnceDeps,
	given: IdempotentRequest | null,
	{ prepare, create, read, notFound }: Creation<Row>,
): Promise<Created<Row>> {
	const request = given === null ? null : fingerprinted(given);
	const findEarlier = (db: Db) =>
		request === null ? null : findCreated(db, sealer, request, clock.now() - IDEMPOTENCY_TTL);

	async function result(id: string, replayed: boolean): Promise<Created<Row>> {
		const row = await read(store.read, id);
		if (row !== undefined) return { row, replayed };
		throw new GatewayError(
			notFound,
			'The resource that this request created was deleted since. To create it again, use a new Idempotency-Key.',
		);
	}

	const earlier = await findEarlier(store.read);
	if (earlier !== null) return result(earlier, true);
	await prepare?.();
	const { id, replayed } = await store.commit(async (scope) => {
		// The same request may arrive twice at the same time, also at another gateway: its key makes this commit run again.
		const first = await findEarlier(scope.db);
		if (first !== null) return { id: first, replayed: true };
		const created = await create(scope);
		if (request !== null) await storeCreated(scope.db, sealer, request, { id: created, at: clock.now() });
		return { id: created, replayed: false };
	});
	return result(id, replayed);
}

/** Returns the id of the row that the same request created; null: the request is new. Throws idempotency_key_reused. */
async function findCreated(
	db: Db,
	sealer: Sealer,
	{ actor, key, hash }: FingerprintedRequest,
	since: number,
): Promise<string | null> {
	const [row] = await findIdempotencyKeys(db, [{ actor, key }], since);
	if (row === undefined) return null;
	const { created } = JSON.parse(row.response) as { created?: { id: string; hash: string } };
	if (created === undefined || unsealed(sealer, created.hash, { actor, key }) !== hash) {
		throw idempotencyKeyReused();
	}
	return created.id;
}

/** Unseals a hash; null: the gateway has another data key since, so no request can be recognised as the same. */
function unsealed(sealer: Sealer, sealed: string, request: RequestKey): string | null {
	try {
		return sealer.unseal(sealed, placeOf(request));
	} catch (error) {
		if (error instanceof CannotUnseal) return null;
		throw error;
	}
}

async function storeCreated(
	db: Db,
	sealer: Sealer,
	{ actor, key, hash }: FingerprintedRequest,
	{ id, at }: { id: string; at: number },
): Promise<void> {
	const created = { id, hash: sealer.seal(hash, placeOf({ actor, key })) };
	const row = {
		actor,
		key,
		// Not the hash of a request, so that a send request with the same key counts as another request.
		request_hash: 'sealed',
		// Begins otherwise than the response of a send request, so that the ledger does not count it as a message.
		response: JSON.stringify({ created }),
		created_at: at,
	};
	await insertIdempotencyKeys(db, [row], at - IDEMPOTENCY_TTL);
}

function placeOf({ actor, key }: RequestKey): string {
	return `idempotency_keys/${actor}/${key}`;
}
