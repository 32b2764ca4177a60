import type { Clock } from '../domain/clock.ts';
import { GatewayError } from '../domain/error.ts';
import type { NewId } from '../domain/ids.ts';
import { batch } from '../lib/batch.ts';
import type { Store } from '../store/store.ts';
import {
	enqueueMessages,
	type EnqueueOptions,
	type SendRequest,
	type MessageToSend,
} from './enqueue-messages.ts';
import { findReplays, fingerprinted, type Accepted, type IdempotentRequest } from './idempotency.ts';

/**
 * Takes a message in, at most once where its client named the request; resolves when it is durable. `prepare` does
 * what comes before, such as looking at a file, and is left out where the request was answered before. Throws what
 * `prepare` throws, idempotency_key_in_use while the first request of that name is under way, and the refusals of
 * acceptMessages.
 */
export type EnqueueMessage = (
	named: IdempotentRequest | null,
	prepare: () => Promise<MessageToSend> | MessageToSend,
) => Promise<Accepted>;

/** Rows an accepted message writes: its own, its chat's, and that of its name. */
const ROWS = 3;

export function createEnqueueMessage(
	store: Store,
	clock: Clock,
	newId: NewId,
	terms: EnqueueOptions,
): EnqueueMessage {
	const underWay = new Set<string>();
	const accept = batch<SendRequest, Accepted | GatewayError>({
		work: (asked, { rows, bytes }) =>
			store.commit((scope) => enqueueMessages(scope, newId, terms, asked), { rows: rows * ROWS, bytes }),
		sizeOf: ({ message }) => message.content.length + JSON.stringify(message.metadata).length + 500,
		canSplit: (error) => !(error instanceof GatewayError),
	});

	async function acceptOne(asked: SendRequest): Promise<Accepted> {
		const outcome = await accept(asked);
		if (outcome instanceof GatewayError) throw outcome;
		return outcome;
	}

	async function acceptNamed(
		request: IdempotentRequest,
		prepare: Parameters<EnqueueMessage>[1],
	): Promise<Accepted> {
		const idempotencyKey = fingerprinted(request);
		const earlier = await findReplays(store.read, [idempotencyKey], clock.now());
		return (
			earlier(idempotencyKey) ?? acceptOne({ idempotencyKey, message: await prepare(), at: clock.now() })
		);
	}

	return async (request, prepare) => {
		if (request === null)
			return acceptOne({ idempotencyKey: null, message: await prepare(), at: clock.now() });
		const name = `${request.actor} ${request.key}`;
		if (underWay.has(name)) {
			throw new GatewayError(
				'idempotency_key_in_use',
				'A request with this Idempotency-Key is under way. Send it again in a moment to get its answer.',
			);
		}
		underWay.add(name);
		try {
			return await acceptNamed(request, prepare);
		} finally {
			underWay.delete(name);
		}
	};
}
