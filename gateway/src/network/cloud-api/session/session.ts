import type { Clock } from '../../../domain/clock.ts';
import type { InstanceId, MessageId } from '../../../domain/ids.ts';
import type { DriverContext, NetworkNotice } from '../../driver.ts';
import type { Log } from '../../log.ts';
import type { EncryptedSession } from '../../encrypted-session.ts';
import { accountValues, type Account } from './account.ts';
import { createAwaitedStatuses, type AwaitedStatuses } from '../inbound/awaited-statuses.ts';
import type { Graph, GraphRequest } from '../graph/graph.ts';
import { GraphError } from '../graph/graph-error.ts';
import { accessRefused, ENDINGS, requestFailure } from './session-errors.ts';
import { pauseUnless } from './pause.ts';
import { createTemplates, type Templates } from '../templates/templates.ts';
import { createThrottle, type Throttle } from './throttle.ts';
import { createTokenCheck } from './token-check.ts';
import { classifyError } from '../graph/error-class.ts';

export type SessionRequest = Omit<GraphRequest, 'token'>;

/** What the gateway offers, with a session whose values are encrypted where they are stored. */
export type SessionContext = Omit<DriverContext, 'session'> & { session: EncryptedSession };

/** An instance's line to Meta, for as long as one connection lasts. */
export interface Session {
	instanceId: InstanceId;
	account: Account;
	host: SessionContext;
	log: Log;
	throttle: Throttle;
	templates: Templates;
	/**
	 * Asks the Graph API with the instance's token. A token that Meta does not accept any more ends the line;
	 * `beforeEnd` hears of a failure before that.
	 */
	ask(request: SessionRequest, beforeEnd?: (error: unknown) => Promise<void>): Promise<unknown>;
	/** The same for what nobody but a client of the gateway waits for: its failures are errors to answer with. */
	askFor(what: string, request: SessionRequest): Promise<unknown>;
	/** A file at an address that an answer named. */
	download: (url: string) => ReturnType<Graph['download']>;
	/** Ends the line where Meta refused a request, and says that it does not know the instance any more. */
	closeOnAuthError(error: unknown): Promise<void>;
	/** Has notices logged and counted; resolves when they are recorded. */
	notify(notices: readonly NetworkNotice[]): Promise<void>;
	/** Messages that Meta has been handed and has not answered. */
	sending: Set<Promise<unknown>>;
	/** The same, for who waits until Meta tells of them. */
	awaited: AwaitedStatuses;
	/** Messages Meta took over that may not be recorded yet, by Meta's identifiers; oldest first. */
	unrecordedIds: Map<string, MessageId>;
	/** Files that were uploaded for messages which are not sent yet. */
	uploads: Map<MessageId, string>;
	isOver(): boolean;
	/** Resolves after so many milliseconds; rejects when the line ends before, or what the signal stands for. */
	pause(duration: number, signal?: AbortSignal): Promise<void>;
	/** Milliseconds the last request took. */
	latency(): number;
	close(): void;
}

/** What a line needs of the driver it belongs to. */
export interface SessionDeps {
	graph: Graph;
	clock: Clock;
	log: Log;
	/** Logs and counts a notice; it is not recorded yet. */
	onNotice: (instanceId: InstanceId, notice: NetworkNotice) => void;
	/** The line is over; the driver forgets it. */
	onOver: (line: Session) => void;
}

/** Milliseconds between two notices of the same lack of a permission. */
const NOTICE_EVERY = 3_600_000;

export function createSession(
	instanceId: InstanceId,
	account: Account,
	host: SessionContext,
	{ graph, clock, log, onNotice, onOver }: SessionDeps,
): Session {
	const { accessToken: token, businessId } = account.credentials;
	const ending = new AbortController();
	const pause: Session['pause'] = (duration, signal) =>
		pauseUnless(signal === undefined ? [ending.signal] : [ending.signal, signal], clock, duration);
	const tokenState = createTokenCheck(graph, clock, account.credentials);
	let over = false;
	let latency = 0;
	let noticedAt = -Infinity;

	const ask: Session['ask'] = async (request, beforeEnd) => {
		try {
			const signals = [ending.signal, ...(request.signals ?? [])];
			const { answer, took } = await graph.ask({ ...request, token, signals });
			latency = took;
			return answer;
		} catch (error) {
			await beforeEnd?.(error);
			await closeOnAuthError(error);
			throw error;
		}
	};

	async function askFor(what: string, request: SessionRequest): Promise<unknown> {
		try {
			return await ask(request);
		} catch (error) {
			throw requestFailure(error, { what, over });
		}
	}

	async function closeOnAuthError(error: unknown): Promise<void> {
		if (!(error instanceof GraphError)) return;
		const verdict = classifyError(error);
		if (verdict === 'banned') await end('banned');
		if (verdict !== 'credentials' && verdict !== 'permission') return;
		const state = await tokenState();
		if (state === 'banned') await end('banned');
		else if (state === 'revoked') await end('credentials_revoked');
		else if (clock.now() - noticedAt >= NOTICE_EVERY) {
			noticedAt = clock.now();
			// Who records it has logged a failure; the notice is in the log too.
			await notify([accessRefused(error)]).catch(() => undefined);
		}
	}

	async function end(reason: keyof typeof ENDINGS): Promise<void> {
		if (over) return;
		close();
		// A token that Meta takes back is of no use any more; one of a locked account may be again.
		const gone = reason === 'credentials_revoked' ? accountValues(null) : {};
		// Who records it has logged a failure; the line is over all the same.
		await host
			.report([
				{ kind: 'session', values: host.session.sealed(gone) },
				{ kind: 'disconnected', reason, explanation: ENDINGS[reason] },
			])
			.catch(() => undefined);
	}

	async function notify(notices: readonly NetworkNotice[]): Promise<void> {
		if (notices.length === 0) return;
		for (const notice of notices) onNotice(instanceId, notice);
		await host.report(notices.map((notice) => ({ kind: 'notice', notice })));
	}

	function close(): void {
		over = true;
		onOver(line);
		ending.abort(new Error('The connection ended before Meta answered.'));
	}

	const line: Session = {
		instanceId,
		account,
		host,
		log,
		throttle: createThrottle(clock, pause),
		templates: createTemplates(clock, (query) =>
			askFor('list the templates', {
				path: `/${encodeURIComponent(businessId)}/message_templates`,
				query,
			}),
		),
		ask,
		askFor,
		download: (url) => graph.download(url, token, ending.signal),
		closeOnAuthError,
		notify,
		sending: new Set(),
		awaited: createAwaitedStatuses(),
		unrecordedIds: new Map(),
		uploads: new Map(),
		isOver: () => over,
		pause,
		latency: () => latency,
		close,
	};
	return line;
}
