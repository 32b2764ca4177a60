import { errors, type Dispatcher } from 'undici';
import type { Clock } from '../../domain/clock.ts';
import { isLostConnection } from '../../lib/errors/connection-errors.ts';
import { connectionFault, isUnaskedInterim } from '../../lib/guarded-http/connection-fault.ts';
import { RefusedTarget } from '../../lib/guarded-http/target.ts';
import { CannotUnseal } from '../../lib/crypto/sealer.ts';
import type { ClaimedDelivery } from '../../store/webhooks/deliveries/claim-deliveries.ts';
import { isN8nStarting } from './n8n-start.ts';
import { Aborted, post, type PostRequest, type PostResponse } from './post.ts';
import { signatureHeaders } from '../signing/signature.ts';
import type { SigningSecrets } from '../signing/signing-secrets.ts';

/** The receiver's status line must arrive within this many milliseconds (specification, Webhook deliveries). */
export const ATTEMPT_DEADLINE = 5000;
/** Longest delay that a receiver may ask for with Retry-After, in milliseconds: a longer delay is shortened to it. */
export const LONGEST_DELAY = 24 * 3_600_000;
/** Some receivers write a part of a second. */
const SECONDS = /^\d+(\.\d+)?$/;
const TIME_OF_DAY = /\d:\d\d/;
const USER_AGENT = 'messaging-gateway/1';
const SECRET_LOST =
	'The signing secret cannot be opened. Set a new one with POST /v1/webhooks/{webhookId}/rotate-secret.';
const N8N_STARTING = 'n8n is starting: it answered, but no workflow has received the event.';

export interface AttemptDeps {
	/** Keeps connections for later attempts. */
	agent: Dispatcher;
	/** Makes a connection for each request. */
	unsharedAgent: Dispatcher;
	clock: Clock;
	/** Real time, also where `clock` is simulated: deadlines, durations and signatures are for real receivers. */
	realClock: Clock;
	signingSecrets: SigningSecrets;
}

/** The request of an attempt. */
export type AttemptRequest = Pick<
	ClaimedDelivery,
	'webhookId' | 'eventId' | 'url' | 'secret' | 'previousSecret' | 'body' | 'attempt'
>;

/** The result of an attempt. */
export interface AttemptOutcome {
	startedAt: number;
	/** Milliseconds until the status line, or until the attempt failed. */
	duration: number;
	statusCode: number | null;
	/** Milliseconds until the next attempt that the receiver asked for; 0: it did not ask. */
	retryAfter: number;
	/** The reason why the receiver did not respond; null: it responded. */
	error: string | null;
	/** The request that was sent, without its body. */
	request: Pick<PostRequest, 'url' | 'headers'>;
	/** The response, as far as it was read; null: there was none. */
	response: Pick<PostResponse, 'headers' | 'body'> | null;
}

/**
 * Signs the event's stored bytes and posts them to the webhook's URL. The status line decides the outcome; the rest of
 * the response is read as far as the deadline and the limit allow. Never throws: a failure is an outcome.
 */
export async function attemptDelivery(
	{ agent, unsharedAgent, clock, realClock, signingSecrets }: AttemptDeps,
	delivery: AttemptRequest,
): Promise<AttemptOutcome> {
	const startedAt = clock.now();
	const realStartedAt = realClock.now();
	const { url, body } = delivery;
	const failure = (error: string, headers: PostRequest['headers']): AttemptOutcome => ({
		startedAt,
		duration: realClock.now() - realStartedAt,
		statusCode: null,
		retryAfter: 0,
		error,
		request: { url, headers },
		response: null,
	});
	let headers: Record<string, string>;
	try {
		headers = headersOf(delivery, signingSecrets, { at: realStartedAt, now: startedAt });
	} catch (error) {
		if (error instanceof CannotUnseal) return failure(SECRET_LOST, {});
		throw error;
	}
	const request = { url, headers };
	let timedOut = false;
	let abort = (): void => undefined;
	const cancelDeadline = realClock.schedule(ATTEMPT_DEADLINE, () => {
		timedOut = true;
		abort();
	});
	const sendBy = (client: Dispatcher): Promise<PostResponse> => {
		const sent = post(client, realClock, {
			url,
			headers,
			body,
			startBefore: realStartedAt + ATTEMPT_DEADLINE,
		});
		({ abort } = sent);
		return sent.response;
	};
	try {
		// A kept-alive connection that the receiver has closed fails without a response: the request is sent once more,
		// not on another kept one, which the receiver may close as well.
		const response = await sendBy(agent).catch((error: unknown) => {
			if (timedOut || !isStaleConnection(error)) throw error;
			return sendBy(unsharedAgent);
		});
		if (isN8nStarting(response)) return failure(N8N_STARTING, headers);
		return {
			startedAt,
			duration: response.answeredAt - realStartedAt,
			statusCode: response.statusCode,
			retryAfter: retryAfterOf(response.headers['retry-after'], realStartedAt),
			error: null,
			request,
			response: { headers: response.headers, body: response.body },
		};
	} catch (error) {
		return failure(reasonOf(error, timedOut), headers);
	} finally {
		cancelDeadline();
	}
}

function headersOf(
	delivery: AttemptRequest,
	signingSecrets: SigningSecrets,
	time: { at: number; now: number },
): Record<string, string> {
	const { eventId, body } = delivery;
	return {
		'content-type': 'application/json',
		'user-agent': USER_AGENT,
		'x-service-attempt': delivery.attempt.toString(),
		...signatureHeaders({ eventId, body, ...signingSecrets(delivery), ...time }),
	};
}

/** Whether a connection that had served responses before ended without a response to this request. */
function isStaleConnection(error: unknown): boolean {
	if (isUnaskedInterim(error)) return false;
	if (error instanceof errors.SocketError) return (error.socket?.bytesRead ?? 0) > 0;
	return isLostConnection(error);
}

/** Returns `Retry-After`, a number of seconds or an HTTP date, as milliseconds from `now`; 0: absent or invalid. */
function retryAfterOf(header: string | string[] | undefined, now: number): number {
	if (typeof header !== 'string') return 0;
	const wait = SECONDS.test(header) ? Math.ceil(Number(header) * 1000) : dateIn(header) - now;
	return wait > 0 ? Math.min(wait, LONGEST_DELAY) : 0;
}

/** Returns the date in epoch milliseconds, or NaN. Without a time of day, `Date.parse` makes a year of "-40" too. */
function dateIn(text: string): number {
	return TIME_OF_DAY.test(text) ? Date.parse(text) : NaN;
}

function reasonOf(error: unknown, timedOut: boolean): string {
	if (timedOut || error instanceof Aborted)
		return `The receiver did not answer within ${ATTEMPT_DEADLINE / 1000} seconds.`;
	if (error instanceof RefusedTarget) return error.message;
	return sentence(connectionFault('the receiver', error));
}

function sentence(clause: string): string {
	return `${clause.charAt(0).toUpperCase()}${clause.slice(1)}.`;
}
