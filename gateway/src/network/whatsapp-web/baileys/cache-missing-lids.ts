import type { Clock } from '../../../domain/clock.ts';
import { createExpiringMap } from '../../../lib/bounded/expiring-map.ts';
import type { Baileys } from './baileys.ts';

/** Milliseconds for which a phone counts as having no LID. */
const TTL = 10 * 60_000;
/** Phones that are cached; the one that was queried first is dropped first. */
const MAX_PHONES = 20_000;

type FindLids = Parameters<Baileys['DEFAULT_CONNECTION_CONFIG']['makeSignalRepository']>[2];

/** Caches which phones have no LID. Baileys caches only those that have one, and queries the others for each message. */
export function cacheMissingLids(findLids: FindLids, clock: Clock): FindLids {
	if (findLids === undefined) return undefined;
	const missing = createExpiringMap<true>(clock, { limit: MAX_PHONES, ttl: TTL });
	return async (jids) => {
		const unknown = jids.filter((jid) => missing.get(jid) === undefined);
		if (unknown.length === 0) return [];
		const mappings = (await findLids(unknown)) ?? [];
		const found = new Set(mappings.map(({ pn }) => pn));
		for (const jid of unknown) {
			if (found.has(jid)) missing.delete(jid);
			else missing.set(jid, true);
		}
		return mappings;
	};
}
