import type { SignalKeyStore, WAPatchName } from 'baileys';
import type { UnitOfWork } from '../session/unit-of-work.ts';

/** The key, in the session, of the versions. */
const KEY = 'whatsapp-web.app-state';

/** Versions of collections of the app state, by name. */
export type Versions = ReadonlyMap<WAPatchName, number>;

/**
 * The newest versions of the app state that WhatsApp has named or sent, until their changes are recorded. They outlive
 * connections and the process: WhatsApp does not name them again.
 */
export interface UnrecordedVersions {
	/** Adds versions. They are durable after the next commit. */
	add(versions: Versions): void;
	/** Removes the versions whose changes are recorded, and returns the names of the others. */
	prune(): Promise<WAPatchName[]>;
	/** Removes all versions. */
	clear(): void;
}

/** Restores the versions of earlier connections. `keys`: the store that has the recorded versions. */
export async function openUnrecordedVersions(
	unitOfWork: Pick<UnitOfWork, 'read' | 'set'>,
	keys: Pick<SignalKeyStore, 'get'>,
): Promise<UnrecordedVersions> {
	const stored = (await unitOfWork.read([KEY])).get(KEY) as [WAPatchName, number][] | undefined;
	const newest = new Map(stored);

	function store(): void {
		unitOfWork.set({ [KEY]: newest.size === 0 ? null : [...newest] });
	}

	return {
		add(versions) {
			for (const [name, version] of versions) newest.set(name, Math.max(version, newest.get(name) ?? 0));
			store();
		},
		async prune() {
			if (newest.size === 0) return [];
			const recorded = await keys.get('app-state-sync-version', [...newest.keys()]);
			const before = newest.size;
			for (const [name, version] of newest) {
				if ((recorded[name]?.version ?? 0) >= version) newest.delete(name);
			}
			if (newest.size < before) store();
			return [...newest.keys()];
		},
		clear() {
			newest.clear();
			store();
		},
	};
}
