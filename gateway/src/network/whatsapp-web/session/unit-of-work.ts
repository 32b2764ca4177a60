import type { NetworkEvent, DriverContext } from '../../driver.ts';
import type { EncryptedSession } from '../../encrypted-session.ts';

/** Values of the session that are kept at hand. */
const AT_HAND = 200;

/** How values are written as text. */
export interface ValueText {
	write(value: unknown): string;
	read(text: string): unknown;
}

/**
 * What a connection has yet to make durable: changed values of its session, and what the network told. All of it up
 * to a moment becomes durable in one transaction, so that no message is lost whose key is used up, and no key is
 * used that a crash would bring back.
 */
export interface UnitOfWork {
	/** Values by key, the latest ones; undefined where there is none. */
	read(keys: readonly string[]): Promise<ReadonlyMap<string, unknown>>;
	/** Changes values; null removes one. */
	set(values: Readonly<Record<string, unknown>>, options?: { keepAtHand: boolean }): void;
	addEvents(events: readonly NetworkEvent[]): void;
	/** Removes a value that was put, or puts it down no more where it is not stored yet. */
	unset(key: string): void;
	/** Whether all is durable. */
	isSettled(): boolean;
	/**
	 * Resolves when all that was put and told so far is durable. Rejects when it cannot be stored; from then on it
	 * always does, and the connection has to be opened anew from what is stored.
	 */
	commit(): Promise<void>;
	/** Stores nothing more; resolves when what is being stored is. */
	end(): Promise<void>;
}

export function createUnitOfWork(
	session: EncryptedSession,
	report: DriverContext['report'],
	text: ValueText,
	onFailed: (error: unknown) => void,
): UnitOfWork {
	let waiting = new Map<string, unknown>();
	let told: NetworkEvent[] = [];
	/** What is being stored. */
	let leaving: ReadonlyMap<string, unknown> = new Map();
	/** Stored values that were used last; null: there is none. */
	const cache = new Map<string, unknown>();
	/** Keys that are not kept at hand once they are stored. */
	const notAtHand = new Set<string>();
	let underWay: Promise<void> | null = null;
	let next: Promise<void> | null = null;
	let failure: { error: unknown } | null = null;

	function keep(key: string, value: unknown): void {
		cache.delete(key);
		cache.set(key, value);
		if (cache.size <= AT_HAND) return;
		const [oldest] = cache.keys();
		if (oldest !== undefined) cache.delete(oldest);
	}

	/** The latest value, as far as it is here; undefined where it has to be read. */
	function here(key: string): unknown {
		for (const values of [waiting, leaving, cache]) if (values.has(key)) return values.get(key);
		return undefined;
	}

	function isEmpty(): boolean {
		return waiting.size === 0 && told.length === 0;
	}

	async function store(): Promise<void> {
		next = null;
		if (failure !== null) throw failedBefore(failure.error);
		const values = waiting;
		const events = told;
		waiting = new Map();
		told = [];
		leaving = values;
		try {
			const written = Object.fromEntries(
				[...values].map(([key, value]) => [key, value === null ? null : text.write(value)]),
			);
			// As a report also where nothing was told: what cannot be recorded has the connection opened anew.
			await report([...events, { kind: 'session', values: session.encrypt(written) }]);
		} catch (error) {
			failure ??= { error };
			onFailed(error);
			throw error;
		}
		leaving = new Map();
		for (const [key, value] of values) {
			if (waiting.has(key)) continue;
			if (notAtHand.delete(key)) cache.delete(key);
			else keep(key, value);
		}
	}

	return {
		async read(keys) {
			const found = new Map<string, unknown>();
			const missing: string[] = [];
			for (const key of keys) {
				const value = here(key);
				if (value === undefined) missing.push(key);
				else found.set(key, value);
			}
			if (missing.length > 0) {
				const stored = await session.readAll(missing);
				for (const key of missing) {
					// It may have been changed while it was read.
					let value = here(key);
					if (value === undefined) {
						const written = stored.get(key);
						value = written === undefined ? null : text.read(written);
						keep(key, value);
					}
					found.set(key, value);
				}
			}
			for (const [key, value] of found) if (value === null) found.delete(key);
			return found;
		},
		set(values, { keepAtHand } = { keepAtHand: true }) {
			for (const [key, value] of Object.entries(values)) {
				waiting.set(key, value);
				if (!keepAtHand) notAtHand.add(key);
			}
		},
		addEvents(events) {
			told.push(...events);
		},
		unset(key) {
			if (!waiting.delete(key) || leaving.has(key)) waiting.set(key, null);
		},
		isSettled: () => isEmpty() && underWay === null && failure === null,
		commit() {
			if (failure !== null) return Promise.reject(failedBefore(failure.error));
			if (isEmpty()) return underWay ?? Promise.resolve();
			if (next === null) {
				// A turn later, so that what belongs together is there: a key that was used, and the message it opened.
				const turn = (underWay ?? Promise.resolve()).then(nextTurn).then(store);
				const done = turn.finally(() => {
					if (underWay === done) underWay = null;
				});
				done.catch(() => undefined);
				next = done;
				underWay = done;
			}
			return next;
		},
		async end() {
			failure ??= { error: new Error('The connection has ended.') };
			await underWay?.catch(() => undefined);
		},
	};
}

function nextTurn(): Promise<void> {
	return new Promise((resolve) => {
		setImmediate(resolve);
	});
}

function failedBefore(cause: unknown): Error {
	return new Error('The state of the connection could not be stored; it is opened anew.', { cause });
}
