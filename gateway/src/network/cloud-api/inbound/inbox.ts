import type { Clock } from '../../../domain/clock.ts';
import { GatewayError } from '../../../domain/error.ts';
import type { Semaphore } from '../../../lib/concurrency/semaphore.ts';
import type { FileStore } from '../../file-store.ts';
import { createKeyedQueue } from '../../keyed-queue.ts';
import type { FetchedFile } from '../files/fetch-file.ts';
import { fetchWithRetries } from '../files/fetch-with-retries.ts';
import { identityOf, type Arrival } from './arrival.ts';
import { createInboxKeys, serializeEntry, type InboxEntry } from './inbox-entry.ts';
import type { Session } from '../session/session.ts';
import { resolveReference } from './resolve-reference.ts';
import { markMessagesRead } from './mark-messages-read.ts';
import { retryStoreAccess } from './retry-store-access.ts';

/** The maximum number of queued arrivals. Meta has to deliver further ones later. */
const MAX_QUEUED = 5000;
/** Seconds. */
const RETRY_AFTER = 60;

/**
 * Queues arrivals whose files are not downloaded yet, and later ones of the same chats. The queue is stored in the
 * session, so that the gateway can respond to Meta before the download, and a crash loses nothing.
 */
export interface Inbox {
	/**
	 * Calls `record` once to store the arrivals: `direct` as what they are, the queued ones as session values. Resolves
	 * when all of them are durable, including those that an earlier call has queued. Throws service_unavailable if the queue
	 * is full.
	 */
	accept(
		arrivals: readonly Arrival[],
		record: (direct: readonly Arrival[], values: Record<string, string>) => Promise<void>,
	): Promise<void>;
	/**
	 * Returns whether a message is in the queue. Resolves when it is durable there: one that could not be stored is not in
	 * the queue, because Meta delivers it again.
	 */
	holds(message: Pick<Arrival, 'chatId' | 'networkId'>): Promise<boolean>;
	/** Starts the downloads. */
	start(): void;
	/** Resolves when no download is running any more. The session must be closed before. */
	close(): Promise<void>;
}

export interface InboxDeps {
	clock: Clock;
	files: FileStore;
	/** Limits concurrent downloads, by chat. */
	fetchLimiter: (chatId: string) => Semaphore;
}

interface QueuedEntry extends InboxEntry {
	/** Resolves when the entry is stored. */
	durable: Promise<void>;
	/** The counts that are stored now. */
	saved: { crashes: number; failures: number };
	isReported: boolean;
}

/** `stored`: the entries of an earlier connection, oldest first. */
export function createInbox(
	session: Session,
	stored: readonly InboxEntry[],
	{ clock, files, fetchLimiter }: InboxDeps,
): Inbox {
	const entries = new Map<string, QueuedEntry>();
	/** The number of entries by chat. */
	const queueLengths = new Map<string, number>();
	const fetches = new Set<Promise<unknown>>();
	const queue = createKeyedQueue();
	const nextKey = createInboxKeys(() => clock.now(), stored.at(-1)?.key);
	const started = Promise.withResolvers<null>();
	started.promise.catch(() => undefined);
	/** After a failed report, later ones of the chat must not be reported, because they would be out of order. */
	const state: { hasFailed: boolean } = { hasFailed: false };

	function enqueue(inboxEntry: InboxEntry, durable: Promise<void>): void {
		const { crashes, failures, arrival } = inboxEntry;
		const entry: QueuedEntry = { ...inboxEntry, durable, saved: { crashes, failures }, isReported: false };
		const { chatId } = arrival;
		entries.set(identityOf(arrival), entry);
		queueLengths.set(chatId, (queueLengths.get(chatId) ?? 0) + 1);
		const fetched = Promise.all([started.promise, durable]).then(() => fetch(entry));
		// The queued task below handles the rejection.
		fetched.catch(() => undefined);
		queue
			.run(chatId, async () => {
				const isDurable = await durable.then(
					() => true,
					() => false,
				);
				// Meta delivers a message again that could not be stored.
				if (isDurable) await report(entry, await fetched);
				else remove(entry);
			})
			.catch((error: unknown) => {
				if (session.isClosed()) return;
				state.hasFailed = true;
				const { instanceId } = session;
				session.log.warn(
					{ err: error, instanceId },
					'could not record a message, the next connection will record it',
				);
			});
	}

	function remove({ arrival }: QueuedEntry): void {
		const { chatId } = arrival;
		const left = (queueLengths.get(chatId) ?? 0) - 1;
		if (left <= 0) queueLengths.delete(chatId);
		else queueLengths.set(chatId, left);
		entries.delete(identityOf(arrival));
	}

	async function fetch(entry: QueuedEntry): Promise<Partial<FetchedFile>> {
		const { file, chatId } = entry.arrival;
		if (file === null || session.isClosed()) return {};
		const save = async (crashes: number, failures: number): Promise<void> => {
			await session.context.storage.write({ [entry.key]: serializeEntry({ ...entry, crashes, failures }) });
			entry.saved = { crashes, failures };
		};
		const attempts = { crashes: entry.crashes, failures: entry.failures, save };
		const limit = fetchLimiter(chatId);
		const fetching = fetchWithRetries(session, file, files, { attempts, limit });
		fetches.add(fetching);
		return fetching.finally(() => fetches.delete(fetching));
	}

	async function report(entry: QueuedEntry, fetched: Partial<FetchedFile>): Promise<void> {
		if (session.isClosed() || state.hasFailed) {
			if ('media' in fetched) await files.discard(fetched.media.path);
			return;
		}
		const resolved = await retryStoreAccess(session, () => resolveReference(session, entry.arrival));
		const event = withFile(resolved, fetched);
		const values = session.context.storage.encrypt({ [entry.key]: null });
		entry.isReported = true;
		await session.context.report([event, { kind: 'session', values }]);
		// Reports of a closed session are not recorded. The next session reports the stored entry.
		if (session.isClosed()) return;
		remove(entry);
		markMessagesRead(session, [event]);
	}

	for (const entry of stored) enqueue(entry, Promise.resolve());

	return {
		async accept(arrivals, record) {
			const direct: Arrival[] = [];
			const queued: InboxEntry[] = [];
			const alreadyQueued: Promise<void>[] = [];
			const queuedChats = new Set<string>();
			const seen = new Set<string>();
			for (const arrival of arrivals) {
				const identity = identityOf(arrival);
				const { chatId, file } = arrival;
				const existing = entries.get(identity);
				if (existing !== undefined) alreadyQueued.push(existing.durable);
				if (existing !== undefined || seen.has(identity)) continue;
				seen.add(identity);
				if (file !== null || queueLengths.has(chatId) || queuedChats.has(chatId)) {
					queuedChats.add(chatId);
					queued.push({ key: nextKey(), arrival, crashes: 0, failures: 0 });
				} else {
					direct.push(arrival);
				}
			}
			if (queued.length > 0 && entries.size + queued.length > MAX_QUEUED) {
				throw new GatewayError(
					'service_unavailable',
					'Too many messages wait for their files. Send this again later.',
					{ retryAfter: RETRY_AFTER },
				);
			}
			const values = queued.map((entry) => [entry.key, serializeEntry(entry)] as const);
			const durable = record(direct, Object.fromEntries(values));
			for (const entry of queued) enqueue(entry, durable);
			await Promise.all([durable, ...alreadyQueued]);
		},
		async holds(message) {
			const entry = entries.get(identityOf(message));
			if (entry === undefined || entry.arrival.event.kind === 'change') return false;
			return entry.durable.then(
				() => true,
				() => false,
			);
		},
		start() {
			started.resolve(null);
		},
		async close() {
			started.reject(new Error('The connection was closed.'));
			await Promise.allSettled(fetches);
			// An orderly end of a download is no crash, so the counts from before the download are restored.
			const values = [...entries.values()]
				.filter(({ saved, crashes, isReported }) => saved.crashes !== crashes && !isReported)
				.map((entry) => [entry.key, serializeEntry({ ...entry, failures: entry.saved.failures })] as const);
			if (values.length === 0) return;
			await session.context.storage.write(Object.fromEntries(values)).catch((error: unknown) => {
				const { instanceId } = session;
				session.log.debug(
					{ err: error, instanceId },
					'could not restore the crash counts of interrupted downloads',
				);
			});
		},
	};
}

function withFile(event: Arrival['event'], fetched: Partial<FetchedFile>): Arrival['event'] {
	switch (event.kind) {
		case 'message':
			return { ...event, message: { ...event.message, ...fetched } };
		case 'echo':
			return { ...event, message: { ...event.message, ...fetched } };
		case 'change':
			return event;
	}
}
