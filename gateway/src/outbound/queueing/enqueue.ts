import type { Clock } from '../../domain/clock.ts';
import { GatewayError } from '../../domain/error.ts';
import type { NewId } from '../../domain/ids.ts';
import { batch } from '../../lib/concurrency/batch.ts';
import { fingerprinted, type IdempotentRequest } from '../../store/idempotency/idempotent-request.ts';
import type { Store } from '../../store/store.ts';
import { enqueueMessages, type EnqueueOptions } from './enqueue-messages.ts';
import { findReplays, type Accepted } from './idempotency.ts';
import type { MessageToSend, SendRequest } from './message-to-send.ts';
import type { QueueOrder } from './order-after-queued.ts';

/**
 * Queues a message, at most once for a request with an idempotency key (null: none); resolves when the message is
 * durable. Calls `prepare` first, for example to check the file, unless the response to the same request is stored.
 * Throws what `prepare` throws, idempotency_key_in_use while the first request with that key is being processed, and the
 * refusals of enqueueMessages().
 */
export type EnqueueMessage = (
	request: IdempotentRequest | null,
	prepare: () => Promise<MessageToSend> | MessageToSend,
) => Promise<Accepted>;

/** Rows that an accepted message writes: the message, its chat and its idempotency key. */
const ROWS = 3;
/** Bytes of a message's row besides its content, its details and its metadata. */
const ROW_BYTES = 500;

export function createEnqueueMessage(
	store: Store,
	clock: Clock,
	newId: NewId,
	{ queueOrder, ...options }: EnqueueOptions & { queueOrder: QueueOrder },
): EnqueueMessage {
	const deps = { ...options, newId, orderAfterQueued: queueOrder.orderAfterQueued };
	/** The keys of requests that are being processed. */
	const inUse = new Set<string>();
	const enqueueInBatch = batch<SendRequest, Accepted | GatewayError>({
		work: (requests, { rows, bytes }) =>
			store.commit((scope) => enqueueMessages(scope, deps, requests), {
				rows: rows * ROWS,
				bytes,
				// A person's message takes the chat, which writes the chat's owner and events.
				overlaps: !requests.some(({ message }) => message.isFromPerson),
			}),
		untilStart: store.nextGroup,
		sizeOf: ({ message: { content, metadata, details } }) =>
			content.length + JSON.stringify(metadata).length + JSON.stringify(details).length + ROW_BYTES,
		canSplit: (error) => !(error instanceof GatewayError),
	});

	async function enqueue(request: SendRequest): Promise<Accepted> {
		const outcome = await enqueueInBatch(request);
		if (outcome instanceof GatewayError) throw outcome;
		return outcome;
	}

	async function enqueueOnce(
		request: IdempotentRequest,
		prepare: Parameters<EnqueueMessage>[1],
	): Promise<Accepted> {
		const idempotencyKey = fingerprinted(request);
		const replays = await findReplays(store.read, [idempotencyKey], clock.now());
		return replays(idempotencyKey) ?? enqueue({ idempotencyKey, message: await prepare(), at: clock.now() });
	}

	return async (request, prepare) => {
		if (request === null) return enqueue({ idempotencyKey: null, message: await prepare(), at: clock.now() });
		const name = `${request.actor} ${request.key}`;
		if (inUse.has(name)) {
			throw new GatewayError(
				'idempotency_key_in_use',
				'A request with this Idempotency-Key is under way. Send it again in a moment to get its answer.',
			);
		}
		inUse.add(name);
		try {
			return await enqueueOnce(request, prepare);
		} finally {
			inUse.delete(name);
		}
	};
}
