import { dropOldest } from '../../../lib/bounded/drop-oldest.ts';
import type { DriverContext } from '../../driver.ts';
import type { NetworkEvent } from '../../network-event.ts';
import type { EncryptedSession } from '../../session/encrypted-session.ts';

/**
 * Most values of the session in the cache, a few megabytes. A person has a Signal session and some five small values, so
 * the cache has room for the last 400 people, more than the messages whose senders are read ahead.
 */
const CACHE_SIZE = 2500;

/** Converts values of the session to text and back. */
export interface Serializer {
	serialize(value: unknown): string;
	deserialize(text: string): unknown;
}

/**
 * The uncommitted changes of a device: values of its session and events of the network. All changes made before a
 * commit become durable in one transaction. So no message is lost whose key is used up, and no key is used again after
 * a crash.
 */
export interface UnitOfWork {
	/**
	 * Returns the latest values, by key; a key without a value is absent. Reads of the same iteration of the event loop are
	 * one query.
	 */
	read(keys: readonly string[]): Promise<ReadonlyMap<string, unknown>>;
	/** Sets values; null removes one. `cache: false` keeps values that are read once out of the cache. */
	set(values: Readonly<Record<string, unknown>>, options?: { cache: boolean }): void;
	addEvents(events: readonly NetworkEvent[]): void;
	/** Removes a value. A value that was set and not committed yet is never stored. */
	unset(key: string): void;
	/** Whether all changes are durable. */
	isCommitted(): boolean;
	/**
	 * Resolves when all changes made before the call are durable. Rejects when they cannot be stored. Every later commit
	 * then rejects as well, and the connection has to be reopened from the stored state.
	 */
	commit(): Promise<void>;
	/** Rejects all further commits. Resolves when the transaction in flight has ended. */
	close(): Promise<void>;
}

/** A read of stored values that has not ended. */
interface StoredRead {
	/** Complete when the query is sent. */
	keys: string[];
	values: Promise<ReadonlyMap<string, unknown>>;
}

export function createUnitOfWork(
	session: EncryptedSession,
	report: DriverContext['report'],
	serializer: Serializer,
	onFailed: (error: unknown) => void,
): UnitOfWork {
	let changes = new Map<string, unknown>();
	let newEvents: NetworkEvent[] = [];
	/** Changes in the current transaction. */
	let committing: ReadonlyMap<string, unknown> = new Map();
	/** Stored values, in the order in which they were used; null: the key has no value. */
	const cache = new Map<string, unknown>();
	/** The reads that have not ended, by key. */
	const reads = new Map<string, StoredRead>();
	/** The read that further keys join. */
	let nextRead: StoredRead | null = null;
	/** Keys that leave the cache when they are stored. */
	const uncached = new Set<string>();
	let inFlight: Promise<void> | null = null;
	let next: Promise<void> | null = null;
	let failure: { error: unknown } | null = null;

	function addToCache(key: string, value: unknown): void {
		cache.delete(key);
		cache.set(key, value);
		dropOldest(cache, CACHE_SIZE);
	}

	/** The latest value in memory; undefined: it has to be read from the store. */
	function inMemory(key: string): unknown {
		for (const values of [changes, committing]) if (values.has(key)) return values.get(key);
		const value = cache.get(key);
		if (value !== undefined) addToCache(key, value);
		return value;
	}

	/** Starts to read a value from the store, unless it is being read already. */
	function readStored(key: string): StoredRead {
		let read = reads.get(key);
		if (read !== undefined) return read;
		nextRead ??= startRead();
		read = nextRead;
		read.keys.push(key);
		reads.set(key, read);
		return read;
	}

	async function latest(key: string): Promise<unknown> {
		for (;;) {
			const values = await readStored(key).values;
			// A value set during the read is newer. If that was stored too and has left the cache, it is read again.
			const set = inMemory(key);
			if (set !== undefined) return set;
			if (values.has(key)) return values.get(key);
		}
	}

	function startRead(): StoredRead {
		const keys: string[] = [];
		const read: StoredRead = { keys, values: nextIteration().then(readAll) };
		return read;

		async function readAll(): Promise<ReadonlyMap<string, unknown>> {
			nextRead = null;
			try {
				const stored = await session.readAll(keys);
				const values = new Map<string, unknown>();
				for (const key of keys) {
					// The key was set during the read, so the value may be outdated.
					if (reads.get(key) !== read) continue;
					const serialized = stored.get(key);
					const value = serialized === undefined ? null : serializer.deserialize(serialized);
					addToCache(key, value);
					values.set(key, value);
				}
				return values;
			} finally {
				for (const key of keys) if (reads.get(key) === read) reads.delete(key);
			}
		}
	}

	function isEmpty(): boolean {
		return changes.size === 0 && newEvents.length === 0;
	}

	async function store(): Promise<void> {
		next = null;
		if (failure !== null) throw failedBefore(failure.error);
		const values = changes;
		const events = newEvents;
		changes = new Map();
		newEvents = [];
		committing = values;
		try {
			const serialized = Object.fromEntries(
				[...values].map(([key, value]) => [key, value === null ? null : serializer.serialize(value)]),
			);
			// Reported even without events: the gateway reopens a connection whose report cannot be recorded.
			await report([...events, { kind: 'session', values: session.encrypt(serialized) }]);
		} catch (error) {
			failure ??= { error };
			onFailed(error);
			throw error;
		}
		committing = new Map();
		for (const [key, value] of values) {
			if (changes.has(key)) continue;
			if (uncached.delete(key)) cache.delete(key);
			else addToCache(key, value);
		}
	}

	return {
		async read(keys) {
			const found = new Map<string, unknown>();
			const missing: string[] = [];
			for (const key of keys) {
				const value = inMemory(key);
				if (value === undefined) missing.push(key);
				else if (value !== null) found.set(key, value);
			}
			await Promise.all(
				missing.map(async (key) => {
					const value = await latest(key);
					if (value !== null) found.set(key, value);
				}),
			);
			return found;
		},
		set(values, options = { cache: true }) {
			for (const [key, value] of Object.entries(values)) {
				changes.set(key, value);
				// Reads that begin from now on must not return the earlier value.
				reads.delete(key);
				if (!options.cache) uncached.add(key);
			}
		},
		addEvents(events) {
			newEvents.push(...events);
		},
		unset(key) {
			reads.delete(key);
			if (!changes.delete(key) || committing.has(key)) changes.set(key, null);
		},
		isCommitted: () => isEmpty() && inFlight === null && failure === null,
		commit() {
			if (failure !== null) return Promise.reject(failedBefore(failure.error));
			if (isEmpty()) return inFlight ?? Promise.resolve();
			if (next === null) {
				// Starts in the next event loop iteration, so that one transaction has all changes that belong together:
				// a used key, and the message it decrypted.
				const stored = (inFlight ?? Promise.resolve()).then(nextIteration).then(store);
				const done = stored.finally(() => {
					if (inFlight === done) inFlight = null;
				});
				done.catch(() => undefined);
				next = done;
				inFlight = done;
			}
			return next;
		},
		async close() {
			failure ??= { error: new Error('The connection has ended.') };
			await inFlight?.catch(() => undefined);
		},
	};
}

function nextIteration(): Promise<void> {
	return new Promise((resolve) => {
		setImmediate(resolve);
	});
}

function failedBefore(cause: unknown): Error {
	return new Error('The state of the connection could not be stored. The gateway reopens the connection.', {
		cause,
	});
}
