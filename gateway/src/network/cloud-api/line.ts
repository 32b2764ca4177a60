import type { Clock } from '../../domain/clock.ts';
import { GatewayError } from '../../domain/error.ts';
import type { InstanceId, MessageId } from '../../domain/ids.ts';
import type { NetworkHost } from '../driver.ts';
import { writeAccount, type Account } from './account.ts';
import type { Graph, GraphRequest } from './graph.ts';
import { GraphError, verdictOf } from './graph-error.ts';
import { createTemplates, type Templates } from './templates.ts';
import { createThrottle, type Throttle } from './throttle.ts';

export type LineRequest = Omit<GraphRequest, 'token' | 'signal'>;

/** An instance's line to Meta, for as long as one connection lasts. */
export interface Line {
	instanceId: InstanceId;
	account: Account;
	host: NetworkHost;
	throttle: Throttle;
	templates: Templates;
	/**
	 * Asks the Graph API with the instance's token. A token that is not accepted any more ends the line; `beforeEnd`
	 * hears of a failure before that.
	 */
	ask(request: LineRequest, beforeEnd?: (error: unknown) => Promise<void>): Promise<unknown>;
	/** The same for what nobody but a client of the gateway waits for: its failures are errors to answer with. */
	askFor(what: string, request: LineRequest): Promise<unknown>;
	/** A file at an address that an answer named. */
	download: (url: string) => ReturnType<Graph['download']>;
	/** Ends the line where the error says that Meta does not know the instance any more. */
	endOn(error: unknown): Promise<void>;
	/** Messages that Meta has been handed and has not answered. */
	sending: Set<Promise<unknown>>;
	/** Messages Meta took over that may not be recorded yet, by Meta's identifiers; oldest first. */
	handedOver: Map<string, MessageId>;
	/** Files that were uploaded for messages which are not sent yet. */
	uploads: Map<MessageId, string>;
	isOver(): boolean;
	/** Resolves after so many milliseconds; rejects when the line ends before. */
	pause(duration: number): Promise<void>;
	/** Milliseconds the last request took. */
	latency(): number;
	hangUp(): void;
}

/** What a user is told of the end of a line: what happened, and what to do. */
const EXPLANATIONS = {
	credentials_revoked:
		'Meta does not accept the access token any more: it ended, was revoked, or lost a permission. Make a new one in the Business settings at Meta, under System users, and connect the instance again with it.',
	banned:
		'Meta has locked this account or number. Open the WhatsApp Manager to see why and to ask for a review; connect the instance again when it is unlocked.',
} as const;

/** What a line needs of the driver it belongs to. */
export interface LinePort {
	graph: Graph;
	clock: Clock;
	/** The line is over; the driver forgets it. */
	onOver: (line: Line) => void;
}

export function createLine(
	instanceId: InstanceId,
	account: Account,
	host: NetworkHost,
	{ graph, clock, onOver }: LinePort,
): Line {
	const { accessToken: token, businessId } = account.credentials;
	const ending = new AbortController();
	const pause = (duration: number): Promise<void> => pauseUnless(ending.signal, clock, duration);
	const throttle = createThrottle(clock, pause);
	let over = false;
	let latency = 0;

	const ask: Line['ask'] = async (request, beforeEnd) => {
		try {
			const { answer, took } = await graph.ask({ ...request, token, signal: ending.signal });
			latency = took;
			return answer;
		} catch (error) {
			await beforeEnd?.(error);
			await endOn(error);
			throw error;
		}
	};

	async function askFor(what: string, request: LineRequest): Promise<unknown> {
		try {
			return await ask(request);
		} catch (error) {
			throw answerOf(error, what);
		}
	}

	async function endOn(error: unknown): Promise<void> {
		const verdict = error instanceof GraphError ? verdictOf(error) : null;
		if (verdict === 'credentials') await end('credentials_revoked');
		if (verdict === 'banned') await end('banned');
	}

	async function end(reason: keyof typeof EXPLANATIONS): Promise<void> {
		if (over) return;
		hangUp();
		await writeAccount(host.session, null);
		// Who records it has logged a failure; the line is over all the same.
		await host
			.report([{ kind: 'disconnected', reason, explanation: EXPLANATIONS[reason] }])
			.catch(() => undefined);
	}

	function hangUp(): void {
		over = true;
		onOver(line);
		ending.abort(new Error('The connection ended before Meta answered.'));
	}

	const line: Line = {
		instanceId,
		account,
		host,
		throttle,
		templates: createTemplates(clock, (query) =>
			askFor('list the templates', {
				path: `/${encodeURIComponent(businessId)}/message_templates`,
				query,
			}),
		),
		ask,
		askFor,
		download: (url) => graph.download(url, token, ending.signal),
		endOn,
		sending: new Set(),
		handedOver: new Map(),
		uploads: new Map(),
		isOver: () => over,
		pause,
		latency: () => latency,
		hangUp,
	};
	return line;
}

function pauseUnless(signal: AbortSignal, clock: Clock, duration: number): Promise<void> {
	return new Promise((resolve, reject) => {
		const end = (): void => {
			cancel();
			reject(signal.reason as Error);
		};
		const cancel = clock.after(duration, () => {
			signal.removeEventListener('abort', end);
			resolve();
		});
		signal.addEventListener('abort', end);
		if (signal.aborted) end();
	});
}

/** What a client of the gateway is answered when Meta could not do what was asked. */
function answerOf(error: unknown, what: string): GatewayError {
	const verdict = error instanceof GraphError ? verdictOf(error) : 'later';
	if (error instanceof GraphError && (verdict === 'credentials' || verdict === 'banned')) {
		return new GatewayError(
			'instance_disconnected',
			`Meta does not accept the instance's credentials any more, so it is disconnected. Connect it again with a new accessToken. Meta says: ${error.message}`,
			{ cause: error },
		);
	}
	return new GatewayError(
		'service_unavailable',
		`Meta could not ${what} at the moment. Send the request again in a few seconds.`,
		{ retryAfter: 5, cause: error },
	);
}
