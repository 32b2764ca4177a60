import type { Clock } from '../../domain/clock.ts';
import type { KeyId } from '../../domain/ids.ts';
import type { Find } from '../../lib/concurrency/coalesce.ts';
import type { ApiKeyRow } from '../../store/schema.ts';
import type { Store } from '../../store/store.ts';

/**
 * Milliseconds for which a key is cached. A revocation ends this at once, by the signal of the revoking gateway; the
 * limit bounds the time for which a revoked key is accepted where that signal gets lost.
 */
const TTL = 1000;
/** Maximum keys in the cache; above it, the cache is cleared. */
const LIMIT = 1000;

interface Entry {
	row: ApiKeyRow;
	until: number;
	/** See Store.externalChanges. */
	changes: number;
}

/** Caches the keys in use. An unknown key is looked up each time. */
export interface KeyCache {
	find: Find<ApiKeyRow>;
	/** Notes that the use of a key is being stored, so that its next request does not store it again. */
	touched(id: KeyId, at: number): void;
}

export function createKeyCache(
	find: Find<ApiKeyRow>,
	{ store, clock }: { store: Pick<Store, 'listen' | 'externalChanges'>; clock: Clock },
): KeyCache {
	const entries = new Map<string, Entry>();
	/** Grows with each revocation: a key that was read before a revocation is not cached. */
	let revocations = 0;
	store.listen(({ kind }) => {
		if (kind !== 'key_revoked' && kind !== 'feed_gap') return;
		revocations += 1;
		entries.clear();
	});

	return {
		async find(hash) {
			const now = clock.now();
			const changes = store.externalChanges();
			const entry = entries.get(hash);
			if (entry !== undefined && now < entry.until && entry.changes === changes) return entry.row;
			const before = revocations;
			const row = await find(hash);
			if (row === undefined || revocations !== before) return row;
			if (entries.size >= LIMIT) entries.clear();
			entries.set(hash, { row, until: now + TTL, changes });
			return row;
		},
		touched(id, at) {
			for (const entry of entries.values()) {
				if (entry.row.id === id) entry.row = { ...entry.row, last_used_at: at };
			}
		},
	};
}
