import { AsyncLocalStorage } from 'node:async_hooks';
import type { SignalDataTypeMap, SignalKeyStore } from 'baileys';

/** The key type of how far a collection of the app state is synced. */
const VERSION = 'app-state-sync-version';

type Version = SignalDataTypeMap[typeof VERSION];

/** The versions of a sync in progress, by collection; `isOver`: its remaining work sets versions at once. */
interface Sync {
	versions: Map<string, Version | null>;
	isOver: boolean;
}

/** A key store that holds versions of the app state. */
export interface HeldVersions {
	keys: SignalKeyStore;
	/** Runs work, and holds the versions that it has set when it succeeds; only the work itself reads them earlier. */
	run<T>(work: () => Promise<T>): Promise<T>;
}

/**
 * Called with the versions of a sync, by collection. `release` has to be called as soon as it is known whether their
 * changes are recorded.
 */
export type OnSynced = (
	versions: ReadonlyMap<string, number>,
	release: (areRecorded: boolean) => void,
) => void;

/**
 * Holds versions of the app state until the sync that sets them succeeds and their changes are recorded. Baileys emits
 * the changes that it has read at the end of a sync, and later: where the connection or the process ends before they are
 * recorded, they have to be read again. Where they are not recorded, the store keeps the version before them.
 */
export function holdVersions(keys: SignalKeyStore, onSynced: OnSynced): HeldVersions {
	const scope = new AsyncLocalStorage<Sync>();
	/** The versions of successful syncs, by collection, which the store does not have yet. */
	const synced = new Map<string, Version>();
	/** Collections with changes that were not recorded: no later version is stored. */
	const unrecorded = new Set<string>();

	function current(): Sync['versions'] | null {
		const sync = scope.getStore();
		return sync === undefined || sync.isOver ? null : sync.versions;
	}

	/** Sets versions at once that no changes belong to. */
	function setAtOnce(versions: Readonly<Record<string, Version | null>>): void {
		for (const id of Object.keys(versions)) synced.delete(id);
		void keys.set({ [VERSION]: versions });
	}

	function hold(versions: Sync['versions']): void {
		const held = new Map([...versions].flatMap(([id, version]) => (version ? [[id, version] as const] : [])));
		const removed = [...versions.keys()].filter((id) => !held.has(id));
		if (removed.length > 0) setAtOnce(Object.fromEntries(removed.map((id) => [id, null])));
		if (held.size === 0) return;
		for (const [id, version] of held) synced.set(id, version);
		const numbers = new Map([...held].map(([id, { version }]) => [id, version]));
		onSynced(numbers, (areRecorded) => {
			release(held, areRecorded);
		});
	}

	function release(held: ReadonlyMap<string, Version>, areRecorded: boolean): void {
		for (const [id, version] of held) {
			if (!areRecorded) unrecorded.add(id);
			if (unrecorded.has(id)) continue;
			if (synced.get(id) === version) synced.delete(id);
			void keys.set({ [VERSION]: { [id]: version } });
		}
	}

	return {
		keys: {
			...keys,
			async get<Type extends keyof SignalDataTypeMap>(type: Type, ids: string[]) {
				if (type !== VERSION) return keys.get(type, ids);
				const held = new Map<string, Version | null>([...synced, ...(current() ?? [])]);
				const found = await keys.get(
					type,
					ids.filter((id) => !held.has(id)),
				);
				for (const id of ids) {
					const version = held.get(id);
					if (version) found[id] = version as SignalDataTypeMap[Type];
				}
				return found;
			},
			async set(data) {
				const held = current();
				const { [VERSION]: versions, ...others } = data;
				if (versions === undefined) return keys.set(data);
				if (held === null) setAtOnce(versions);
				else for (const [id, version] of Object.entries(versions)) held.set(id, version);
				if (Object.keys(others).length > 0) await keys.set(others);
			},
		},
		async run(work) {
			// A sync inside of another change succeeds or fails with it.
			if (current() !== null) return work();
			const sync: Sync = { versions: new Map(), isOver: false };
			try {
				const result = await scope.run(sync, work);
				if (sync.versions.size > 0) hold(sync.versions);
				return result;
			} finally {
				sync.isOver = true;
			}
		},
	};
}
