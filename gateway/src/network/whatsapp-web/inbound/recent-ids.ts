import type { UnitOfWork } from '../session/unit-of-work.ts';

/** Ids that are kept. */
const MAX_IDS = 200;

/**
 * The ids of the stanzas that were reported last. They become durable together with the report, so that a stanza which
 * WhatsApp delivers again, on another connection or to another process, is reported once.
 */
export interface RecentIds {
	/** Whether the id was added before. */
	has(id: string): Promise<boolean>;
	/** Adds an id; it is durable after the next commit. Call it after `has`. */
	add(id: string): void;
}

export function createRecentIds(unitOfWork: Pick<UnitOfWork, 'read' | 'set'>, key: string): RecentIds {
	let loading: Promise<void> | null = null;
	const ids = new Set<string>();

	async function load(): Promise<void> {
		const stored = (await unitOfWork.read([key])).get(key);
		for (const id of (stored ?? []) as string[]) ids.add(id);
	}

	return {
		async has(id) {
			loading ??= load();
			try {
				await loading;
			} catch (error) {
				loading = null;
				throw error;
			}
			return ids.has(id);
		},
		add(id) {
			ids.add(id);
			const [oldest] = ids;
			if (ids.size > MAX_IDS && oldest !== undefined) ids.delete(oldest);
			unitOfWork.set({ [key]: [...ids] });
		},
	};
}
