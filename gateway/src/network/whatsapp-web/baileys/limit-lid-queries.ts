import { setImmediate as nextIteration } from 'node:timers/promises';
import type { Clock } from '../../../domain/clock.ts';
import { batch } from '../../../lib/concurrency/batch.ts';
import { createExpiringMap } from '../../../lib/bounded/expiring-map.ts';
import { createRateLimit } from '../../../lib/rate-limit.ts';
import { withTimeLimit } from '../../../lib/concurrency/with-time-limit.ts';
import { withoutDevice } from '../identity/jid.ts';
import type { LidMapping } from '../identity/joined-ids.ts';
import type { Baileys } from './baileys.ts';
import { noAnswer } from '../errors/no-answer.ts';

/** Milliseconds for which a phone counts as having no LID. */
const TTL = 10 * 60_000;
/** Most cached phones; the one that was queried first is dropped first. */
const MAX_PHONES = 20_000;
/** The rate of queries, each for many phones: strangers decide how many are needed, and WhatsApp limits them. */
const RATE = { maxConcurrent: 1, burst: 20, interval: 500 };
/** Milliseconds WhatsApp has to answer: messages wait for it. */
const QUERY_TIMEOUT = 10_000;
/** Milliseconds without a query after one that WhatsApp refused or did not answer. */
const PAUSE = 30_000;
/** Bytes of a phone's JID. */
const JID_BYTES = 32;

type Repository = ReturnType<Baileys['DEFAULT_CONNECTION_CONFIG']['makeSignalRepository']>;
type FindLids = Parameters<Baileys['DEFAULT_CONNECTION_CONFIG']['makeSignalRepository']>[2];

const PAUSED = 'The last query for the ids of people has failed.';

/** WhatsApp did not answer a query for the LIDs of phones. */
class UnansweredError extends Error {
	constructor(cause: unknown) {
		super('WhatsApp does not return the ids of people at the moment.', { cause });
	}
}

/**
 * Limits Baileys' queries for the LIDs of phones: phones that are asked for at the same time share a query, those without
 * a LID are cached, and after a query that failed there is a pause. Baileys makes a query for each phone, and again for
 * each message of a phone without a LID. Throws an UnansweredError where a query failed.
 */
export function limitLidQueries(findLids: NonNullable<FindLids>, clock: Clock): NonNullable<FindLids> {
	const missing = createExpiringMap<true>(clock, { limit: MAX_PHONES, ttl: TTL });
	const inFlight = new Map<string, Promise<LidMapping | undefined>>();
	const limitRate = createRateLimit(clock, RATE);
	let failedAt = -Infinity;

	/** Not for longer where the clock is set back. */
	function isPaused(): boolean {
		const since = clock.now() - failedAt;
		return since >= 0 && since < PAUSE;
	}

	async function query(jids: readonly string[]): Promise<(LidMapping | undefined)[]> {
		if (isPaused()) throw new Error(PAUSED);
		try {
			const mappings = await withTimeLimit(clock, QUERY_TIMEOUT, () => findLids([...jids]), noAnswer);
			const found = new Map((mappings ?? []).map((mapping) => [mapping.pn, mapping]));
			for (const jid of jids) if (!found.has(jid)) missing.set(jid, true);
			return jids.map((jid) => found.get(jid));
		} catch (error) {
			failedAt = clock.now();
			throw error;
		}
	}

	const queryBatch = batch({
		work: query,
		untilStart: () => limitRate(() => nextIteration()),
		sizeOf: () => JID_BYTES,
		canSplit: () => false,
	});

	async function find(jid: string): Promise<LidMapping | undefined> {
		try {
			if (isPaused()) throw new Error(PAUSED);
			return await queryBatch(jid);
		} catch (error) {
			throw new UnansweredError(error);
		}
	}

	/** Joins a running query for the same phone. */
	function findOnce(jid: string): Promise<LidMapping | undefined> {
		const known = inFlight.get(jid);
		if (known !== undefined) return known;
		const finding = find(jid);
		const end = (): void => {
			inFlight.delete(jid);
		};
		inFlight.set(jid, finding);
		finding.then(end, end);
		return finding;
	}

	return async (jids) => {
		const unknown = jids.filter((jid) => withoutDevice(jid) !== null && missing.get(jid) === undefined);
		const mappings = await Promise.all(unknown.map(findOnce));
		return mappings.filter((mapping) => mapping !== undefined);
	};
}

/**
 * Tells Baileys that a phone has no LID where the query for it failed: otherwise Baileys would refuse its message for
 * good; the message is decrypted by the phone number. `getLIDsForPNs` still throws.
 */
export function tolerateUnansweredQueries({ lidMapping }: Pick<Repository, 'lidMapping'>): void {
	const find = lidMapping.getLIDForPN.bind(lidMapping);
	lidMapping.getLIDForPN = async (pn) => {
		try {
			return await find(pn);
		} catch (error) {
			if (error instanceof UnansweredError) return null;
			throw error;
		}
	};
}
