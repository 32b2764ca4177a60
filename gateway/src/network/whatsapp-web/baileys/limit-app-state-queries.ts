import type { BinaryNode, SignalDataTypeMap, SignalKeyStore, WASocket } from 'baileys';
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
/**
 * Changes in a row that could not be read before their collection is paused: the attempts of Baileys for one query, and
 * one more, because a second query may begin while the changes of the first are being read.
 */
const MAX_UNREADABLE = 3;
/** Milliseconds for which a collection with unreadable changes is not queried; doubled each time up to the maximum. */
const FIRST_PAUSE = 10 * 60_000;
const MAX_PAUSE = 6 * 3_600_000;
/** The key type of the keys that read changes. */
const SYNC_KEY = 'app-state-sync-key';

export interface LimitDeps {
	clock: Pick<Clock, 'now'>;
	log: Log;
	instanceId: string;
}

/** A key store with limited queries of the app state. */
export interface LimitedKeys {
	keys: SignalKeyStore;
	/** Watches the answers of WhatsApp to the queries. */
	watch: (socket: Pick<WASocket, 'ws'>) => void;
}

/**
 * Wraps a key store so that reads of an app state version throw where a query would be in vain. WhatsApp returns no
 * changes: Baileys repeats the query thousands of times a second, without end. WhatsApp returns changes that cannot be
 * read, because their key is missing or the state is damaged: Baileys queries them all again for each later change, about
 * a thousand times a day.
 */
export function limitAppStateQueries(
	keys: SignalKeyStore,
	{ clock, log, instanceId }: LimitDeps,
): LimitedKeys {
	/** Collections whose changes could not be read, by name; `isAnswered`: WhatsApp has sent changes for the last query. */
	const unreadable = new Map<
		string,
		{ isAnswered: boolean; count: number; pause: number; pausedUntil: number }
	>();

	function onAnswer(node: BinaryNode): void {
		for (const name of changedCollections(node)) {
			const known = unreadable.get(name);
			if (known !== undefined) known.isAnswered = true;
			else unreadable.set(name, { isAnswered: true, count: 0, pause: FIRST_PAUSE, pausedUntil: 0 });
		}
	}

	/** Throws while a collection is paused. A query after an answer with changes shows that they could not be read. */
	function refuseUnreadable(name: string): void {
		const known = unreadable.get(name);
		if (known === undefined) return;
		const now = clock.now();
		if (now >= known.pausedUntil && known.isAnswered) {
			known.isAnswered = false;
			known.count += 1;
			if (known.count >= MAX_UNREADABLE) {
				known.count = 0;
				known.pausedUntil = now + known.pause;
				known.pause = Math.min(known.pause * 2, MAX_PAUSE);
				log.warn({ instanceId, name }, 'changes of the app state cannot be read; the sync pauses');
			}
		}
		if (now < known.pausedUntil) throw new Error('Changes of the app state cannot be read. The sync pauses.');
	}

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

	const limited: SignalKeyStore = {
		...keys,
		async get<Type extends keyof SignalDataTypeMap>(type: Type, ids: string[]) {
			if (type === VERSION) {
				ids.forEach(refuseUnreadable);
				ids.forEach(count);
			}
			return keys.get(type, ids);
		},
		set(data) {
			for (const name of Object.keys(data[VERSION] ?? {})) {
				queries.delete(name);
				unreadable.delete(name);
			}
			// A new key may read what no other could.
			if (data[SYNC_KEY] !== undefined) unreadable.clear();
			return keys.set(data);
		},
	};

	return {
		keys: limited,
		watch({ ws }) {
			ws.on('CB:iq,type:result,sync', onAnswer);
		},
	};
}

/** The names of the collections for which an answer has changes. */
function changedCollections({ content }: BinaryNode): string[] {
	const [sync] = Array.isArray(content) ? content : [];
	const collections = Array.isArray(sync?.content) ? sync.content : [];
	return collections
		.filter((one) => Array.isArray(one.content) && one.content.length > 0)
		.map(({ attrs }) => attrs.name ?? '');
}
