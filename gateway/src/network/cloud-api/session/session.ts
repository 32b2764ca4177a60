import type { Clock } from '../../../domain/clock.ts';
import type { InstanceId, MessageId } from '../../../domain/ids.ts';
import type { DriverContext } from '../../driver.ts';
import type { NetworkNotice } from '../../network-event.ts';
import type { Semaphore } from '../../../lib/concurrency/semaphore.ts';
import type { Log } from '../../log.ts';
import type { EncryptedSession } from '../../session/encrypted-session.ts';
import { TemporarySendError } from '../../temporary-send-error.ts';
import { accountValues, type Account } from './account.ts';
import { createAwaitedStatuses, type AwaitedStatuses } from '../inbound/awaited-statuses.ts';
import { createReportedPeople, type ReportedPeople } from '../inbound/reported-people.ts';
import type { Graph, GraphRequest } from '../graph/graph.ts';
import { GraphError } from '../graph/graph-error.ts';
import { accessRefusedNotice, CLOSE_EXPLANATIONS, toRequestError } from './session-errors.ts';
import { abortableSleep } from './abortable-sleep.ts';
import { createTemplates, type Templates } from '../templates/templates.ts';
import { createThrottle, type Throttle } from './throttle.ts';
import { createTokenCheck } from './token-check.ts';
import { classifyError } from '../graph/error-class.ts';

export type SessionRequest = Omit<GraphRequest, 'token'>;

/** The driver context, with the encrypted session values as `storage`. */
export type SessionContext = Omit<DriverContext, 'session'> & { storage: EncryptedSession };

/** The state of an instance's connection to Meta. */
export interface Session {
	instanceId: InstanceId;
	account: Account;
	context: SessionContext;
	log: Log;
	throttle: Throttle;
	templates: Templates;
	/**
	 * Sends a request to the Graph API with the instance's token, and returns the parsed response. Closes the session if
	 * Meta does not accept the token any more. `beforeClose` is called with every error before that.
	 */
	request(request: SessionRequest, beforeClose?: (error: unknown) => Promise<void>): Promise<unknown>;
	/** Like `request`, but throws errors for API clients. `action` follows "could not" in their text. */
	requestForClient(action: string, request: SessionRequest): Promise<unknown>;
	/** Downloads a file from a URL of an earlier response. Closes the session as `request` does. */
	download: (url: string) => ReturnType<Graph['download']>;
	/** Closes the session after an error response if the token is revoked or the account is locked. */
	closeOnAuthError(error: unknown): Promise<void>;
	/** Logs and counts notices. Resolves when they are recorded. */
	publishNotices(notices: readonly NetworkNotice[]): Promise<void>;
	/** The sends that Meta has not responded to. */
	pendingSends: Set<Promise<unknown>>;
	awaitedStatuses: AwaitedStatuses;
	/** The messages that Meta accepted but that may not be recorded yet, by Meta's ids; oldest first. */
	unrecordedIds: Map<string, MessageId>;
	reportedPeople: ReportedPeople;
	/** Bounds the concurrent uploads. Throws TemporarySendError instead of work that had to wait for too long. */
	limitUploads: Semaphore;
	/** Meta's ids of the files that were uploaded for unsent messages. */
	uploadedMediaIds: Map<MessageId, string>;
	isClosed(): boolean;
	/** Resolves after `duration` milliseconds. Rejects if the session closes or the signal is aborted before that. */
	sleep(duration: number, signal?: AbortSignal): Promise<void>;
	/** Returns the milliseconds that the last request took. */
	latency(): number;
	close(): void;
}

export interface SessionDeps {
	graph: Graph;
	clock: Clock;
	log: Log;
	/** Logs and counts a notice before it is recorded. */
	onNotice: (instanceId: InstanceId, notice: NetworkNotice) => void;
	/** Bounds the concurrent uploads. */
	limitUploads: Semaphore;
	onClosed: (session: Session) => void;
}

/** Milliseconds for which a message waits for the uploads of others, so that its transfer ends within LONGEST_TRANSFER. */
const MAX_UPLOAD_WAIT = 300_000;
/** Milliseconds between two notices about a missing permission. */
const NOTICE_INTERVAL = 3_600_000;

export function createSession(
	instanceId: InstanceId,
	account: Account,
	context: SessionContext,
	{ graph, clock, log, onNotice, limitUploads, onClosed }: SessionDeps,
): Session {
	const { accessToken: token, businessId } = account.credentials;
	const closing = new AbortController();
	const sleep: Session['sleep'] = (duration, signal) =>
		abortableSleep(signal === undefined ? [closing.signal] : [closing.signal, signal], clock, duration);
	const checkToken = createTokenCheck(graph, clock, account.credentials);
	let closed = false;
	let latency = 0;
	let lastNoticeAt = -Infinity;

	const request: Session['request'] = async (options, beforeClose) => {
		try {
			const signals = [closing.signal, ...(options.signals ?? [])];
			const { response, duration } = await graph.request({ ...options, token, signals });
			latency = duration;
			return response;
		} catch (error) {
			await beforeClose?.(error);
			await closeOnAuthError(error);
			throw error;
		}
	};

	const download: Session['download'] = async (url) => {
		try {
			return await graph.download(url, token, closing.signal);
		} catch (error) {
			await closeOnAuthError(error);
			throw error;
		}
	};

	async function requestForClient(action: string, options: SessionRequest): Promise<unknown> {
		try {
			return await request(options);
		} catch (error) {
			throw toRequestError(error, { action, isClosed: closed });
		}
	}

	async function closeOnAuthError(error: unknown): Promise<void> {
		if (!(error instanceof GraphError)) return;
		const errorClass = classifyError(error);
		if (errorClass === 'banned') await disconnect('banned');
		if (errorClass !== 'credentials' && errorClass !== 'permission') return;
		const state = await checkToken();
		if (state === 'banned') await disconnect('banned');
		else if (state === 'revoked') await disconnect('credentials_revoked');
		else if (clock.now() - lastNoticeAt >= NOTICE_INTERVAL) {
			lastNoticeAt = clock.now();
			// The recorder has logged a failure, and `onNotice` has logged the notice.
			await publishNotices([accessRefusedNotice(error)]).catch(() => undefined);
		}
	}

	async function disconnect(reason: keyof typeof CLOSE_EXPLANATIONS): Promise<void> {
		if (closed) return;
		close();
		// A revoked token is deleted. A locked account may be unlocked, so its token is kept.
		const values = reason === 'credentials_revoked' ? accountValues(null) : {};
		// The recorder has logged a failure, and the session is closed in any case.
		await context
			.report([
				{ kind: 'session', values: context.storage.encrypt(values) },
				{ kind: 'disconnected', reason, explanation: CLOSE_EXPLANATIONS[reason] },
			])
			.catch(() => undefined);
	}

	async function publishNotices(notices: readonly NetworkNotice[]): Promise<void> {
		if (notices.length === 0) return;
		for (const notice of notices) onNotice(instanceId, notice);
		await context.report(notices.map((notice) => ({ kind: 'notice', notice })));
	}

	function close(): void {
		closed = true;
		onClosed(session);
		closing.abort(new Error('The connection was closed before Meta responded.'));
	}

	const session: Session = {
		instanceId,
		account,
		context,
		log,
		throttle: createThrottle(clock, sleep),
		templates: createTemplates(clock, (query) =>
			requestForClient('list the templates', {
				path: `/${encodeURIComponent(businessId)}/message_templates`,
				query,
			}),
		),
		request,
		requestForClient,
		download,
		closeOnAuthError,
		publishNotices,
		pendingSends: new Set(),
		awaitedStatuses: createAwaitedStatuses(),
		unrecordedIds: new Map(),
		reportedPeople: createReportedPeople(),
		limitUploads(work) {
			const startedAt = clock.now();
			return limitUploads(() => {
				if (clock.now() - startedAt <= MAX_UPLOAD_WAIT) return work();
				throw new TemporarySendError('The uploads of other files to Meta take long.');
			});
		},
		uploadedMediaIds: new Map(),
		isClosed: () => closed,
		sleep,
		latency: () => latency,
		close,
	};
	return session;
}
