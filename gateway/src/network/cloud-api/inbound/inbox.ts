import type { Clock } from '../../../domain/clock.ts';
import { GatewayError } from '../../../domain/error.ts';
import type { Semaphore } from '../../../lib/semaphore.ts';
import type { FileStore } from '../../file-store.ts';
import { createLanes } from '../../lanes.ts';
import type { FetchedFile } from '../files/fetch-file.ts';
import { fetchInTries } from '../files/fetch-in-tries.ts';
import { createInboxKeys, laneOf, writtenEntry, type InboxEntry } from './inbox-entry.ts';
import type { InboundMessage } from './incoming-message.ts';
import type { Session } from '../session/session.ts';
import { withQuote } from './quotes.ts';
import { markMessagesRead } from './auto-read.ts';
import { untilStoreAnswers } from './until-store-answers.ts';

/** Messages that wait at the same time; then Meta has to tell of further ones later. */
const MOST = 5000;
/** Seconds. */
const RETRY_AFTER = 60;

/**
 * Messages whose files are still to be fetched, and those of the same sender that came after them. They lie in the
 * session, so that Meta is answered before any file is fetched, and nothing is lost when the process ends.
 */
export interface Inbox {
	/**
	 * Sorts messages into those that are told of at once and those that wait here, and has `record` make both durable:
	 * the second as values of the session. Resolves when all are durable, those included that were told of before and
	 * wait here already. Throws service_unavailable where too many wait.
	 */
	admit(
		arrivals: readonly InboundMessage[],
		record: (direct: readonly InboundMessage[], values: Record<string, string>) => Promise<void>,
	): Promise<void>;
	/** Begins to fetch files. */
	start(): void;
	/** Resolves when no file is fetched any more; the line has to be over. */
	close(): Promise<void>;
}

export interface InboxDeps {
	clock: Clock;
	files: FileStore;
	/** Room for files that are fetched at the same time, by lane. */
	room: (lane: string) => Semaphore;
}

interface Waiting extends InboxEntry {
	durable: Promise<void>;
	/** How many deaths, and failures, are noted down by now. */
	noted: { deaths: number; failures: number };
	isReported: boolean;
}

/** `stored`: what an earlier connection left behind, oldest first. */
export function createInbox(
	line: Session,
	stored: readonly InboxEntry[],
	{ clock, files, room }: InboxDeps,
): Inbox {
	const waiting = new Map<string, Waiting>();
	/** How many wait, by lane. */
	const behind = new Map<string, number>();
	const fetching = new Set<Promise<unknown>>();
	const lanes = createLanes();
	const nextKey = createInboxKeys(() => clock.now(), stored.at(-1)?.key);
	const started = Promise.withResolvers<null>();
	started.promise.catch(() => undefined);
	/** Broken: something could not be recorded, and the connection is opened anew. */
	const state: { isBroken: boolean } = { isBroken: false };

	function hold(entry: InboxEntry, durable: Promise<void>): void {
		const { deaths, failures, arrival } = entry;
		const held: Waiting = { ...entry, durable, noted: { deaths, failures }, isReported: false };
		const lane = laneOf(arrival);
		waiting.set(identityOf(arrival), held);
		behind.set(lane, (behind.get(lane) ?? 0) + 1);
		const fetched = Promise.all([started.promise, durable]).then(() => fetch(held));
		// The lane meets the failure in its turn.
		fetched.catch(() => undefined);
		lanes
			.run(lane, async () => {
				const isDurable = await durable.then(
					() => true,
					() => false,
				);
				// What could not be stored is told again by Meta.
				if (isDurable) await settle(held, await fetched);
				else forget(held);
			})
			.catch((error: unknown) => {
				if (line.isOver()) return;
				// The connection is opened anew, and goes on with what is stored.
				state.isBroken = true;
				const { instanceId } = line;
				line.log.warn({ err: error, instanceId }, 'a message waits for the next connection to be recorded');
			});
	}

	function forget({ arrival }: Waiting): void {
		const lane = laneOf(arrival);
		const left = (behind.get(lane) ?? 0) - 1;
		if (left <= 0) behind.delete(lane);
		else behind.set(lane, left);
		waiting.delete(identityOf(arrival));
	}

	async function fetch(entry: Waiting): Promise<Partial<FetchedFile>> {
		const { file } = entry.arrival;
		if (file === null || line.isOver()) return {};
		const note = async (deaths: number, failures: number): Promise<void> => {
			await line.host.session.write({ [entry.key]: writtenEntry({ ...entry, deaths, failures }) });
			entry.noted = { deaths, failures };
		};
		const tries = { deaths: entry.deaths, failures: entry.failures, note };
		const work = fetchInTries(line, file, files, { tries, room: room(laneOf(entry.arrival)) });
		fetching.add(work);
		return work.finally(() => fetching.delete(work));
	}

	async function settle(entry: Waiting, fetched: Partial<FetchedFile>): Promise<void> {
		if (line.isOver() || state.isBroken) {
			if ('media' in fetched) await files.discard(fetched.media.path);
			return;
		}
		const quoting = await untilStoreAnswers(line, () => withQuote(line, entry.arrival));
		const message = { ...quoting, ...fetched };
		const values = line.host.session.sealed({ [entry.key]: null });
		entry.isReported = true;
		await line.host.report([
			{ kind: 'message', message },
			{ kind: 'session', values },
		]);
		// A line that ended meanwhile records nothing any more: the next one does.
		if (line.isOver()) return;
		forget(entry);
		markMessagesRead(line, [message]);
	}

	for (const entry of stored) hold(entry, Promise.resolve());

	return {
		async admit(arrivals, record) {
			const direct: InboundMessage[] = [];
			const kept: InboxEntry[] = [];
			const earlier: Promise<void>[] = [];
			const lanesOfKept = new Set<string>();
			const told = new Set<string>();
			for (const arrival of arrivals) {
				const identity = identityOf(arrival);
				const lane = laneOf(arrival);
				const before = waiting.get(identity);
				if (before !== undefined) earlier.push(before.durable);
				if (before !== undefined || told.has(identity)) continue;
				told.add(identity);
				if (arrival.file !== null || behind.has(lane) || lanesOfKept.has(lane)) {
					lanesOfKept.add(lane);
					kept.push({ key: nextKey(), arrival, deaths: 0, failures: 0 });
				} else {
					direct.push(arrival);
				}
			}
			if (kept.length > 0 && waiting.size + kept.length > MOST) {
				throw new GatewayError(
					'service_unavailable',
					'Too many messages wait for their files. Send this again later.',
					{ retryAfter: RETRY_AFTER },
				);
			}
			const values = kept.map((entry) => [entry.key, writtenEntry(entry)] as const);
			const durable = record(direct, Object.fromEntries(values));
			for (const entry of kept) hold(entry, durable);
			await Promise.all([durable, ...earlier]);
		},
		start() {
			started.resolve(null);
		},
		async close() {
			started.reject(new Error('The connection ended.'));
			await Promise.allSettled(fetching);
			// An end in order is no death.
			const values = [...waiting.values()]
				.filter(({ noted, deaths, isReported }) => noted.deaths !== deaths && !isReported)
				.map((entry) => [entry.key, writtenEntry({ ...entry, failures: entry.noted.failures })] as const);
			if (values.length === 0) return;
			await line.host.session.write(Object.fromEntries(values)).catch((error: unknown) => {
				const { instanceId } = line;
				line.log.debug(
					{ err: error, instanceId },
					'it could not be noted that fetching files ended in order',
				);
			});
		},
	};
}

/** What tells a message from all others of the instance. */
function identityOf({ message: { source, networkId } }: InboundMessage): string {
	return JSON.stringify([source.chat, source.sender, networkId]);
}
