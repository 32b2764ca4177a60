import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type, type Static } from 'typebox';
import type { IdempotentRequest } from '../../../store/idempotency/idempotent-request.ts';
import { callerOf } from '../authentication/caller.ts';
import { EXTENSION } from '../schemas/fields.ts';

/** Codes a request with an Idempotency-Key can be answered with besides its own. */
export const IDEMPOTENCY_ERRORS = ['idempotency_key_in_use', 'idempotency_key_reused'] as const;

/** The codes of a request that creates something: two at once get the same answer. */
export const CREATION_ERRORS = ['idempotency_key_reused'] as const;

/** The header by which a client makes a request safe to retry (an addition). */
export const IdempotencyHeaders = Type.Object({
	'idempotency-key': Type.Optional(
		Type.String({
			minLength: 1,
			maxLength: 255,
			description:
				'Identifies this request. A repetition within 24 hours gets the first response, and sends or creates nothing.',
			...EXTENSION,
		}),
	),
});

/** The idempotency key of a request, with its path and body; null where the client sent no key. */
export function idempotentRequestOf(
	request: FastifyRequest<{ Headers: Static<typeof IdempotencyHeaders> }>,
): IdempotentRequest | null {
	const key = request.headers['idempotency-key'];
	if (key === undefined) return null;
	return { actor: callerOf(request).actor, key, content: [request.url, request.body] };
}

/** Marks a response that repeats the one to an earlier request. */
export function markReplayed(reply: FastifyReply, { replayed }: { replayed: boolean }): void {
	if (replayed) reply.header('Idempotency-Replayed', 'true');
}
