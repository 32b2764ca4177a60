import type { SignalDataTypeMap, SignalKeyStore } from 'baileys';
import type { Clock } from '../../../domain/clock.ts';
import type { Log } from '../../log.ts';

/** The key type that Baileys reads for each collection of the app state before it queries the collection's changes. */
const VERSION = 'app-state-sync-version';
/** Queries of one collection in a row that may return no changes, within the window; a phone needs one per change. */
const MAX_QUERIES = 20;
/** Milliseconds. */
const WINDOW = 10_000;
/** Milliseconds for which the collection is not queried after that. */
const PAUSE = 10 * 60_000;

export interface LimitDeps {
	clock: Pick<Clock, 'now'>;
	log: Log;
	instanceId: string;
}

/**
 * Wraps a key store so that reads of an app state version throw where WhatsApp returns no changes for it. Without the
 * limit Baileys repeats such a query thousands of times a second, without end.
 */
export function limitAppStateQueries(
	keys: SignalKeyStore,
	{ clock, log, instanceId }: LimitDeps,
): SignalKeyStore {
	/** Queries without changes, by the name of the collection. */
	const queries = new Map<string, { since: number; count: number; pausedUntil: number }>();

	function count(name: string): void {
		const now = clock.now();
		const counted = queries.get(name);
		if (counted === undefined || now >= Math.max(counted.since + WINDOW, counted.pausedUntil)) {
			queries.set(name, { since: now, count: 1, pausedUntil: 0 });
			return;
		}
		counted.count += 1;
		if (counted.count <= MAX_QUERIES) return;
		if (counted.pausedUntil === 0) {
			counted.pausedUntil = now + PAUSE;
			log.warn({ instanceId, name }, 'WhatsApp returns no app state for the account; the sync pauses');
		}
		throw new Error('WhatsApp returns no app state for the account. The sync pauses for ten minutes.');
	}

	return {
		...keys,
		async get<Type extends keyof SignalDataTypeMap>(type: Type, ids: string[]) {
			if (type === VERSION) ids.forEach(count);
			return keys.get(type, ids);
		},
		set(data) {
			for (const name of Object.keys(data[VERSION] ?? {})) queries.delete(name);
			return keys.set(data);
		},
	};
}
