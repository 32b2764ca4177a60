import type { Clock } from '../../../domain/clock.ts';
import { dropOldest } from '../../../lib/bounded/drop-oldest.ts';
import type { Baileys } from './baileys.ts';

/** Milliseconds for which a phone counts as having no LID. */
const TTL = 10 * 60_000;
/** Phones that are cached; the one that was queried first is dropped first. */
const MAX_PHONES = 20_000;

type FindLids = Parameters<Baileys['DEFAULT_CONNECTION_CONFIG']['makeSignalRepository']>[2];

/** Caches which phones have no LID. Baileys caches only those that have one, and queries the others for each message. */
export function cacheMissingLids(findLids: FindLids, clock: Clock): FindLids {
	if (findLids === undefined) return undefined;
	const missing = new Map<string, number>();
	return async (jids) => {
		const unknown = jids.filter((jid) => (missing.get(jid) ?? 0) <= clock.now());
		if (unknown.length === 0) return [];
		const mappings = (await findLids(unknown)) ?? [];
		const found = new Set(mappings.map(({ pn }) => pn));
		for (const jid of unknown) {
			missing.delete(jid);
			if (found.has(jid)) continue;
			missing.set(jid, clock.now() + TTL);
			dropOldest(missing, MAX_PHONES);
		}
		return mappings;
	};
}
