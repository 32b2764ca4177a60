import { errors, type Dispatcher } from 'undici';
import type { Clock } from '../domain/clock.ts';
import { codeOf, connectionFault } from '../lib/guarded-http/connection-fault.ts';
import { RefusedTarget } from '../lib/guarded-http/target.ts';
import type { ClaimedDelivery } from '../store/webhooks/deliveries.ts';
import { post, type PostRequest, type PostResponse } from './post.ts';
import { signatureHeaders } from './signature.ts';

/** The receiver's status line must arrive within this many milliseconds (specification, Webhook deliveries). */
export const ATTEMPT_DEADLINE = 5000;
/** A receiver may ask to be left alone for a day at most, in milliseconds: more is a mistake rather than a wish. */
const LONGEST_WAIT = 24 * 3_600_000;
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
	/** What was sent, without the body. */
	request: Pick<PostRequest, 'url' | 'headers'>;
	/** What was answered, as far as it was read; null where nothing was. */
	response: Pick<PostResponse, 'headers' | 'body'> | null;
}

/**
 * Posts the event's stored bytes, signed, to the webhook's URL. The status line decides; of the rest as much is
 * read as the deadline and the limit allow, and changes nothing. Never throws: everything that goes wrong is the
 * outcome.
 */
export async function attemptDelivery(
	agent: Dispatcher,
	clock: Clock,
	delivery: ClaimedDelivery,
): Promise<AttemptOutcome> {
	const startedAt = clock.now();
	const { url, body } = delivery;
	const headers = headersOf(delivery, startedAt);
	const request = { url, headers };
	let timedOut = false;
	let giveUp = (): void => undefined;
	const cancelDeadline = clock.schedule(ATTEMPT_DEADLINE, () => {
		timedOut = true;
		giveUp();
	});
	const posted = (): Promise<PostResponse> => {
		const sent = post(agent, clock, { url, headers, body });
		giveUp = sent.abort;
		return sent.response;
	};
	try {
		// A kept connection that the receiver closed meanwhile fails without an answer: that is tried once more.
		const response = await posted().catch((error: unknown) => {
			if (timedOut || !isStaleConnection(error)) throw error;
			return posted();
		});
		return {
			startedAt,
			duration: response.answeredAt - startedAt,
			statusCode: response.statusCode,
			retryAfter: retryAfterOf(response.headers['retry-after'], startedAt),
			error: null,
			request,
			response: { headers: response.headers, body: response.body },
		};
	} catch (error) {
		const duration = clock.now() - startedAt;
		const reason = reasonOf(error, timedOut);
		return { startedAt, duration, statusCode: null, retryAfter: 0, error: reason, request, response: null };
	} finally {
		cancelDeadline();
	}
}

function headersOf(delivery: ClaimedDelivery, at: number): Record<string, string> {
	return {
		'content-type': 'application/json',
		'user-agent': USER_AGENT,
		'x-service-attempt': delivery.attempt.toString(),
		...signatureHeaders({ ...delivery, at }),
	};
}

/** Whether the connection had served an answer before, and ended before this one began. */
function isStaleConnection(error: unknown): boolean {
	if (error instanceof errors.SocketError) return (error.socket?.bytesRead ?? 0) > 0;
	const code = codeOf(error);
	return code === 'ECONNRESET' || code === 'EPIPE';
}

/** `Retry-After` as milliseconds from `now`: seconds, or an HTTP date. 0 where there is none or it makes no sense. */
function retryAfterOf(header: string | string[] | undefined, now: number): number {
	if (typeof header !== 'string') return 0;
	const wait = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now;
	return Number.isFinite(wait) && wait > 0 ? Math.min(wait, LONGEST_WAIT) : 0;
}

function reasonOf(error: unknown, timedOut: boolean): string {
	if (timedOut) return `The receiver did not answer within ${ATTEMPT_DEADLINE / 1000} seconds.`;
	if (error instanceof RefusedTarget) return error.message;
	return sentence(connectionFault('the receiver', error));
}

function sentence(clause: string): string {
	return `${clause.charAt(0).toUpperCase()}${clause.slice(1)}.`;
}
