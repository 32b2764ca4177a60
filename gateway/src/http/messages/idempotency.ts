import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { IdempotentRequest } from '../../outbound/idempotency.ts';
import { callerOf } from '../server/authentication.ts';
import { EXTENSION } from '../server/fields.ts';

/** Codes a request with that header can be answered with besides its own. */
export const IDEMPOTENCY_ERRORS = ['idempotency_key_in_use', 'idempotency_key_reused'] as const;

/** The header by which a client names a request, to be free to send it again (an addition). */
export const IdempotencyHeaders = Type.Object({
	'idempotency-key': Type.Optional(
		Type.String({
			minLength: 1,
			maxLength: 255,
			description:
				'Names this request: sent again within 24 hours, it gets the first answer and sends nothing.',
			...EXTENSION,
		}),
	),
});

/** The name a client gave its request, or null. */
export function idempotentRequestOf(
	request: FastifyRequest,
	headers: { 'idempotency-key'?: string },
): IdempotentRequest | null {
	const key = headers['idempotency-key'];
	if (key === undefined) return null;
	return { actor: callerOf(request).actor, key, asked: [request.url, request.body] };
}

/** Tells the client that it has this answer for the second time. */
export function markReplayed(reply: FastifyReply, replayed: boolean): void {
	if (replayed) reply.header('Idempotency-Replayed', 'true');
}
