import { AsyncLocalStorage } from 'node:async_hooks';
import type { SignalDataTypeMap, SignalKeyStore } from 'baileys';

/** The key type of how far a collection of the app state is synced. */
const VERSION = 'app-state-sync-version';

/** The versions of a sync in progress, by collection; `isOver`: what is left of it sets versions at once. */
interface Sync {
	versions: Map<string, SignalDataTypeMap[typeof VERSION] | null>;
	isOver: boolean;
}

/** A key store that holds versions of the app state. */
export interface HeldVersions {
	keys: SignalKeyStore;
	/** Runs work, and sets the versions that it has set when it succeeds; only the work itself reads them earlier. */
	run<T>(work: () => Promise<T>): Promise<T>;
}

/**
 * Holds versions of the app state until the sync that sets them succeeds. Baileys emits the changes that it has read at
 * the end of a sync: where the connection is lost before, they have to be read again.
 */
export function holdVersions(keys: SignalKeyStore): HeldVersions {
	const scope = new AsyncLocalStorage<Sync>();

	function current(): Sync['versions'] | null {
		const sync = scope.getStore();
		return sync === undefined || sync.isOver ? null : sync.versions;
	}

	return {
		keys: {
			...keys,
			async get<Type extends keyof SignalDataTypeMap>(type: Type, ids: string[]) {
				const held = type === VERSION ? current() : null;
				if (held === null) return keys.get(type, ids);
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
				if (held === null || versions === undefined) return keys.set(data);
				for (const [id, version] of Object.entries(versions)) held.set(id, version);
				if (Object.keys(others).length > 0) await keys.set(others);
			},
		},
		async run(work) {
			// A sync inside of another change succeeds or fails with it.
			if (current() !== null) return work();
			const sync: Sync = { versions: new Map(), isOver: false };
			try {
				const result = await scope.run(sync, work);
				if (sync.versions.size > 0) await keys.set({ [VERSION]: Object.fromEntries(sync.versions) });
				return result;
			} finally {
				sync.isOver = true;
			}
		},
	};
}
