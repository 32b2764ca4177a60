import type { Clock } from '../domain/clock.ts';
import { GatewayError } from '../domain/error.ts';
import type { NewId } from '../domain/ids.ts';
import { gather } from '../store/gather.ts';
import type { Store } from '../store/store.ts';
import { acceptMessages, type AcceptanceTerms, type Asked, type MessageToSend } from './accept-messages.ts';
import { earlierAnswers, fingerprinted, type Accepted, type NamedRequest } from './earlier-answers.ts';

/**
 * Takes a message in, at most once where its client named the request; resolves when it is durable. `prepare` does
 * what comes before, such as looking at a file, and is left out where the request was answered before. Throws what
 * `prepare` throws, idempotency_key_in_use while the first request of that name is under way, and the refusals of
 * acceptMessages.
 */
export type AcceptMessage = (
	named: NamedRequest | null,
	prepare: () => Promise<MessageToSend> | MessageToSend,
) => Promise<Accepted>;

/** Rows an accepted message writes: its own, its chat's, and that of its name. */
const ROWS = 3;

export function createAcceptance(
	store: Store,
	clock: Clock,
	newId: NewId,
	terms: AcceptanceTerms,
): AcceptMessage {
	const underWay = new Set<string>();
	const accept = gather<Asked, Accepted | GatewayError>({
		work: (asked, { rows, bytes }) =>
			store.commit((scope) => acceptMessages(scope, newId, terms, asked), { rows: rows * ROWS, bytes }),
		bytesOf: ({ message }) => message.content.length + JSON.stringify(message.metadata).length + 500,
		mayDivide: (error) => !(error instanceof GatewayError),
	});

	async function acceptOne(asked: Asked): Promise<Accepted> {
		const outcome = await accept(asked);
		if (outcome instanceof GatewayError) throw outcome;
		return outcome;
	}

	async function acceptNamed(
		request: NamedRequest,
		prepare: Parameters<AcceptMessage>[1],
	): Promise<Accepted> {
		const named = fingerprinted(request);
		const earlier = await earlierAnswers(store.read, [named], clock.now());
		return earlier(named) ?? acceptOne({ named, message: await prepare(), at: clock.now() });
	}

	return async (request, prepare) => {
		if (request === null) return acceptOne({ named: null, message: await prepare(), at: clock.now() });
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
