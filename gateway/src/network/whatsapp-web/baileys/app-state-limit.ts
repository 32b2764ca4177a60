import type { SignalDataTypeMap, SignalKeyStore } from 'baileys';
import type { Clock } from '../../../domain/clock.ts';
import type { Log } from '../../log.ts';

/** What Baileys reads for each part of the account's settings before it asks WhatsApp for the part's changes. */
const VERSION = 'app-state-sync-version';
/** Questions for one part in a row that brought nothing, within so many milliseconds; a phone asks once a change. */
const IN_A_ROW = 20;
const WINDOW = 10_000;
/** Milliseconds for which a part is not asked for any more then. */
const PAUSE = 10 * 60_000;

export interface LimitDeps {
	clock: Pick<Clock, 'now'>;
	log: Log;
	instanceId: string;
}

/**
 * The same keys, which refuse to go on with the account's settings where WhatsApp answers nothing about them: Baileys
 * would ask for them again at once, thousands of times a second and for ever.
 */
export function limitAppStateQueries(
	keys: SignalKeyStore,
	{ clock, log, instanceId }: LimitDeps,
): SignalKeyStore {
	/** Questions without an answer since a moment, by the name of the part. */
	const asked = new Map<string, { since: number; times: number; until: number }>();

	/** Throws where a part was asked for too often. */
	function count(name: string): void {
		const now = clock.now();
		const known = asked.get(name);
		if (known === undefined || now >= Math.max(known.since + WINDOW, known.until)) {
			asked.set(name, { since: now, times: 1, until: 0 });
			return;
		}
		known.times += 1;
		if (known.times <= IN_A_ROW) return;
		if (known.until === 0) {
			known.until = now + PAUSE;
			log.warn({ instanceId, name }, 'WhatsApp answers nothing about the settings of the account');
		}
		throw new Error('WhatsApp answers nothing about the settings of the account; they are asked for later.');
	}

	return {
		...keys,
		async get<Type extends keyof SignalDataTypeMap>(type: Type, ids: string[]) {
			if (type === VERSION) ids.forEach(count);
			return keys.get(type, ids);
		},
		set(data) {
			for (const name of Object.keys(data[VERSION] ?? {})) asked.delete(name);
			return keys.set(data);
		},
	};
}
