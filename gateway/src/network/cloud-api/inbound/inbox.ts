import type { Clock } from '../../../domain/clock.ts';
import { GatewayError } from '../../../domain/error.ts';
import type { Semaphore } from '../../../lib/semaphore.ts';
import type { FileStore } from '../../file-store.ts';
import { createKeyedQueue } from '../../keyed-queue.ts';
import type { FetchedFile } from '../files/fetch-file.ts';
import { fetchWithRetries } from '../files/fetch-with-retries.ts';
import { createInboxKeys, senderKey, serializeEntry, type InboxEntry } from './inbox-entry.ts';
import type { InboundMessage } from './incoming-message.ts';
import type { Session } from '../session/session.ts';
import { withQuote } from './with-quote.ts';
import { markMessagesRead } from './mark-messages-read.ts';
import { retryStoreAccess } from './retry-store-access.ts';

/** The maximum number of queued messages. Meta has to deliver further ones later. */
const MAX_QUEUED = 5000;
/** Seconds. */
const RETRY_AFTER = 60;

/**
 * Queues messages whose files are not downloaded yet, and later messages of the same senders. The queue is stored in
 * the session, so that the gateway can respond to Meta before the download, and a crash loses nothing.
 */
export interface Inbox {
	/**
	 * Calls `record` once to store the messages: `direct` as messages, the queued ones as session values. Resolves when
	 * all of them are durable, including those that an earlier call has queued. Throws service_unavailable if the queue
	 * is full.
	 */
	accept(
		messages: readonly InboundMessage[],
		record: (direct: readonly InboundMessage[], values: Record<string, string>) => Promise<void>,
	): Promise<void>;
	/** Starts the downloads. */
	start(): void;
	/** Resolves when no download is running any more. The session must be closed before. */
	close(): Promise<void>;
}

export interface InboxDeps {
	clock: Clock;
	files: FileStore;
	/** Limits concurrent downloads, by sender key. */
	fetchLimiter: (senderKey: string) => Semaphore;
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
	/** The number of entries by sender key. */
	const queueLengths = new Map<string, number>();
	const fetches = new Set<Promise<unknown>>();
	const queue = createKeyedQueue();
	const nextKey = createInboxKeys(() => clock.now(), stored.at(-1)?.key);
	const started = Promise.withResolvers<null>();
	started.promise.catch(() => undefined);
	/** After a failed report, later messages of the sender must not be reported, because they would be out of order. */
	const state: { hasFailed: boolean } = { hasFailed: false };

	function enqueue(inboxEntry: InboxEntry, durable: Promise<void>): void {
		const { crashes, failures, inbound } = inboxEntry;
		const entry: QueuedEntry = { ...inboxEntry, durable, saved: { crashes, failures }, isReported: false };
		const sender = senderKey(inbound);
		entries.set(identityOf(inbound), entry);
		queueLengths.set(sender, (queueLengths.get(sender) ?? 0) + 1);
		const fetched = Promise.all([started.promise, durable]).then(() => fetch(entry));
		// The queued task below handles the rejection.
		fetched.catch(() => undefined);
		queue
			.run(sender, async () => {
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

	function remove({ inbound }: QueuedEntry): void {
		const sender = senderKey(inbound);
		const left = (queueLengths.get(sender) ?? 0) - 1;
		if (left <= 0) queueLengths.delete(sender);
		else queueLengths.set(sender, left);
		entries.delete(identityOf(inbound));
	}

	async function fetch(entry: QueuedEntry): Promise<Partial<FetchedFile>> {
		const { file } = entry.inbound;
		if (file === null || session.isClosed()) return {};
		const save = async (crashes: number, failures: number): Promise<void> => {
			await session.context.storage.write({ [entry.key]: serializeEntry({ ...entry, crashes, failures }) });
			entry.saved = { crashes, failures };
		};
		const attempts = { crashes: entry.crashes, failures: entry.failures, save };
		const limit = fetchLimiter(senderKey(entry.inbound));
		const fetching = fetchWithRetries(session, file, files, { attempts, limit });
		fetches.add(fetching);
		return fetching.finally(() => fetches.delete(fetching));
	}

	async function report(entry: QueuedEntry, fetched: Partial<FetchedFile>): Promise<void> {
		if (session.isClosed() || state.hasFailed) {
			if ('media' in fetched) await files.discard(fetched.media.path);
			return;
		}
		const messageWithQuote = await retryStoreAccess(session, () => withQuote(session, entry.inbound));
		const message = { ...messageWithQuote, ...fetched };
		const values = session.context.storage.encrypt({ [entry.key]: null });
		entry.isReported = true;
		await session.context.report([
			{ kind: 'message', message },
			{ kind: 'session', values },
		]);
		// Reports of a closed session are not recorded. The next session reports the stored entry.
		if (session.isClosed()) return;
		remove(entry);
		markMessagesRead(session, [message]);
	}

	for (const entry of stored) enqueue(entry, Promise.resolve());

	return {
		async accept(messages, record) {
			const direct: InboundMessage[] = [];
			const queued: InboxEntry[] = [];
			const alreadyQueued: Promise<void>[] = [];
			const queuedSenders = new Set<string>();
			const seen = new Set<string>();
			for (const inbound of messages) {
				const identity = identityOf(inbound);
				const sender = senderKey(inbound);
				const existing = entries.get(identity);
				if (existing !== undefined) alreadyQueued.push(existing.durable);
				if (existing !== undefined || seen.has(identity)) continue;
				seen.add(identity);
				if (inbound.file !== null || queueLengths.has(sender) || queuedSenders.has(sender)) {
					queuedSenders.add(sender);
					queued.push({ key: nextKey(), inbound, crashes: 0, failures: 0 });
				} else {
					direct.push(inbound);
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

/** Returns a text that identifies a message of the instance. */
function identityOf({ message: { source, networkId } }: InboundMessage): string {
	return JSON.stringify([source.chat, source.sender, networkId]);
}
