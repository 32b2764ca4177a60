import { errors, type Dispatcher } from 'undici';
import type { Clock } from '../domain/clock.ts';
import { RefusedTarget } from '../guarded-http/target.ts';
import type { ClaimedDelivery } from '../store/deliveries.ts';
import { signatureHeaders } from './signature.ts';

/** The receiver's status line must arrive within this many milliseconds (specification, Webhook deliveries). */
export const ATTEMPT_DEADLINE = 5000;
/** As much of a response as is read, in bytes, so that the connection can be used again. */
const RESPONSE_LIMIT = 20_000;
const USER_AGENT = 'messaging-gateway/1';

/** What came of one attempt. */
export interface AttemptOutcome {
	startedAt: number;
	/** Milliseconds until the status line, or until the attempt was given up. */
	duration: number;
	statusCode: number | null;
	/** Milliseconds the receiver asked to be left alone, 0 when it did not. */
	retryAfter: number;
	/** Why there was no answer; null when there was one. */
	error: string | null;
}

/**
 * Posts the event's stored bytes, signed, to the webhook's URL. The status line decides; the rest of the
 * response changes nothing. Never throws: everything that goes wrong is the outcome.
 */
export async function attemptDelivery(
	agent: Dispatcher,
	clock: Clock,
	delivery: ClaimedDelivery,
): Promise<AttemptOutcome> {
	const startedAt = clock.now();
	const deadline = new AbortController();
	const cancelDeadline = clock.after(ATTEMPT_DEADLINE, () => {
		deadline.abort();
	});
	const done = (outcome: Pick<AttemptOutcome, 'statusCode' | 'error'>, retryAfter = 0): AttemptOutcome => ({
		startedAt,
		duration: clock.now() - startedAt,
		retryAfter,
		...outcome,
	});
	try {
		const response = await postOnce(agent, delivery, startedAt, deadline.signal);
		const outcome = done(
			{ statusCode: response.statusCode, error: null },
			retryAfterOf(response.headers['retry-after'], startedAt),
		);
		await response.body.dump({ limit: RESPONSE_LIMIT, signal: deadline.signal }).catch(() => undefined);
		return outcome;
	} catch (error) {
		return done({ statusCode: null, error: reasonOf(error, deadline.signal.aborted) });
	} finally {
		cancelDeadline();
	}
}

/** A kept connection that the receiver closed meanwhile fails without an answer: that is tried once more. */
async function postOnce(
	agent: Dispatcher,
	delivery: ClaimedDelivery,
	at: number,
	signal: AbortSignal,
): Promise<Dispatcher.ResponseData> {
	try {
		return await post(agent, delivery, at, signal);
	} catch (error) {
		if (signal.aborted || !isStaleConnection(error)) throw error;
		return post(agent, delivery, at, signal);
	}
}

/** Whether the connection had served an answer before, and ended before this one began. */
function isStaleConnection(error: unknown): boolean {
	if (error instanceof errors.SocketError) return (error.socket?.bytesRead ?? 0) > 0;
	const code = codeOf(error);
	return code === 'ECONNRESET' || code === 'EPIPE';
}

function codeOf(error: unknown): string {
	return error instanceof Error && 'code' in error ? String(error.code) : '';
}

function post(
	agent: Dispatcher,
	delivery: ClaimedDelivery,
	at: number,
	signal: AbortSignal,
): Promise<Dispatcher.ResponseData> {
	const url = new URL(delivery.url);
	return agent.request({
		origin: url.origin,
		path: url.pathname + url.search,
		method: 'POST',
		headers: {
			'content-type': 'application/json',
			'user-agent': USER_AGENT,
			'x-service-attempt': delivery.attempt.toString(),
			...signatureHeaders({
				eventId: delivery.eventId,
				at,
				body: delivery.body,
				secret: delivery.secret,
			}),
		},
		body: delivery.body,
		signal,
	});
}

/** `Retry-After` as milliseconds from `now`: seconds, or an HTTP date. 0 where there is none or it makes no sense. */
function retryAfterOf(header: string | string[] | undefined, now: number): number {
	if (typeof header !== 'string') return 0;
	const wait = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now;
	return Number.isFinite(wait) && wait > 0 ? wait : 0;
}

function reasonOf(error: unknown, timedOut: boolean): string {
	if (timedOut) return `The receiver did not answer within ${ATTEMPT_DEADLINE / 1000} seconds.`;
	if (error instanceof RefusedTarget) return error.message;
	return SENTENCES[codeOf(error)] ?? 'The connection to the receiver failed.';
}

const SENTENCES: Readonly<Record<string, string>> = {
	ECONNREFUSED: 'The receiver refused the connection.',
	ECONNRESET: 'The receiver closed the connection before it answered.',
	ENOTFOUND: "The receiver's host name is not known.",
	EAI_AGAIN: "The receiver's host name could not be looked up at the moment.",
	UND_ERR_SOCKET: 'The receiver closed the connection before it answered.',
	UND_ERR_CONNECT_TIMEOUT: 'The connection to the receiver could not be opened in time.',
	CERT_HAS_EXPIRED: "The receiver's certificate has expired.",
	DEPTH_ZERO_SELF_SIGNED_CERT: "The receiver's certificate is self-signed.",
	ERR_TLS_CERT_ALTNAME_INVALID: "The receiver's certificate is for another host name.",
};
