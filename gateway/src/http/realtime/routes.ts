import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import websocket, { type WebSocket } from '@fastify/websocket';
import { GatewayError } from '../../domain/error.ts';
import { hasScope } from '../../domain/access/scope.ts';
import { REQUIRED_SCOPES } from '../../realtime/channel.ts';
import { notSignedIn } from '../../access/users/session.ts';
import { parseClientMessage, type ClientMessage } from '../../realtime/client-message.ts';
import { createConnection, type Connection } from '../../realtime/connection.ts';
import { startAlertFeed } from '../../realtime/alert-feed.ts';
import { startChatFeed } from '../../realtime/chat-feed.ts';
import { startEventFeed } from '../../realtime/event-feed.ts';
import { startPhoneFeed } from '../../realtime/phone-feed.ts';
import { createConnectionLimits } from '../../realtime/connection-limits.ts';
import { createMessageQueue } from '../../realtime/message-queue.ts';
import {
	createConnectionAuth,
	type ConnectionCallers,
	type ConnectionEnd,
} from '../../realtime/connection-auth.ts';
import { startStatusFeed } from '../../realtime/status-feed.ts';
import { createSubscriptions } from '../../realtime/subscriptions.ts';
import { codeOf } from '../../lib/errors/error-code.ts';
import { networkOf } from '../../lib/guarded-http/address.ts';
import type { Dependencies } from '../server/dependencies.ts';
import { storeError } from '../server/errors/errors.ts';
import { instanceStatus } from '../instances/status.ts';
import {
	asGatewayError,
	notIdentified,
	tooManyConnections,
	tooManyMessages,
	upgradeRequired,
} from './refusals.ts';
import { createSubscribe } from './subscribe.ts';
import { createFindSubscriber } from './subscriber.ts';

/** Largest message of a client, in bytes. */
const MESSAGE_LIMIT = 4096;
/** Milliseconds in which a client has to send its key, or subscribe in its session. */
const IDENTIFICATION_TIMEOUT = 10_000;
/** Messages that a client may send after its connection was closed, because they were under way. */
const LATE_LIMIT = 1000;
/** The codes of `ws` for frames of a client that it cannot read, or that are too large, begin so. */
const UNREADABLE_FRAME = 'WS_ERR_';
/** Codes after which the connection is closed: its client is not identified or not accepted. */
const IDENTITY_ERRORS = [
	'missing_api_key',
	'invalid_api_key',
	'expired_api_key',
	'ip_not_allowed',
	'not_signed_in',
	'origin_not_allowed',
	'csrf_token_required',
];

type RealtimeDeps = Pick<
	Dependencies,
	| 'store'
	| 'clock'
	| 'realClock'
	| 'connections'
	| 'publicUrl'
	| 'requireSecondFactor'
	| 'peers'
	| 'simulator'
	| 'sealer'
	| 'observability'
	| 'maxConnections'
>;

/**
 * `GET /v1/realtime`: status updates of instances over a WebSocket (specification, Real-time channel), and, as
 * additions, events, attempts of deliveries and changes of simulated phones.
 */
export const realtimeRoutes: FastifyPluginAsync<RealtimeDeps> = async (app, deps) => {
	const { store, clock, realClock, publicUrl, requireSecondFactor, peers, simulator, observability } = deps;
	const { metrics } = observability;
	const limits = createConnectionLimits(Math.ceil(deps.maxConnections / 2));
	const subscriptions = createSubscriptions();
	await app.register(websocket, {
		options: { maxPayload: MESSAGE_LIMIT },
		errorHandler: (error, socket, request) => {
			// Anybody can send frames that cannot be read: like other unreadable requests they are counted, not logged.
			if (codeOf(error).startsWith(UNREADABLE_FRAME)) metrics.requestRefused('malformed_request');
			else request.log.error({ err: error }, 'a connection to the real-time channel failed');
			socket.terminate();
		},
	});

	const statusFeed = startStatusFeed({
		clock,
		store,
		subscriptions,
		// One text for all subscribers, who may lack the scope for its secret.
		statusOf: (instanceId) => instanceStatus(deps, instanceId, { scopes: [] }),
	});
	const eventFeed = startEventFeed({
		clock,
		store,
		subscriptions,
		hasPeers: peers !== null,
		onError: (error) => {
			app.log.warn(
				{ err: error },
				'events of another gateway could not be read; the clients of the real-time channel reconnect',
			);
		},
	});
	const stopAlertFeed = startAlertFeed({ clock, store, subscriptions });
	const stopChatFeed = startChatFeed({ clock, store, subscriptions });
	const stopPhoneFeed =
		simulator === null ? () => undefined : startPhoneFeed({ clock, store, subscriptions, simulator });
	const connectionAuth = createConnectionAuth({ store, clock, realClock, requireSecondFactor });
	app.addHook('onClose', () => {
		statusFeed.stop();
		eventFeed.stop();
		stopPhoneFeed();
		stopAlertFeed();
		stopChatFeed();
		connectionAuth.stop();
		return Promise.resolve();
	});

	const findSubscriber = createFindSubscriber({ store, clock, publicUrl, requireSecondFactor });
	const subscribe = createSubscribe({
		store,
		subscriptions,
		statusFeed,
		eventFeed,
		hasPhones: simulator !== null,
	});

	async function handle(message: ClientMessage, conversation: Conversation): Promise<void> {
		const { socket, connection, request, callers } = conversation;
		if (message.type === 'ping') {
			connection.send(JSON.stringify({ type: 'pong' }));
			return;
		}
		const { channel } = message;
		if (message.type === 'unsubscribe') {
			subscriptions.remove(channel.name, connection);
			connection.send(JSON.stringify({ type: 'unsubscribed', channel: channel.name }));
			return;
		}
		const caller = await findSubscriber(message, request);
		for (const scope of REQUIRED_SCOPES[channel.kind]) {
			if (hasScope(caller.scopes, scope)) continue;
			throw new GatewayError('insufficient_permissions', `This API key lacks the scope ${scope}.`);
		}
		// Added before the check: an end of the session or key after the check closes the connection.
		callers.add(caller);
		const fault = await callers.findFault();
		if (fault === 'role_changed') {
			endConnection(connection, fault);
			return;
		}
		if (fault !== null) throw notSignedIn();
		conversation.clientId = caller.id;
		conversation.identified();
		await subscribe(channel, connection, caller.instanceIds);
		// The client may have disconnected meanwhile.
		if (socket.readyState !== socket.OPEN) subscriptions.removeAll(connection);
	}

	async function answer(content: Buffer, conversation: Conversation): Promise<void> {
		const { socket, connection, request } = conversation;
		if (socket.readyState !== socket.OPEN) return;
		try {
			await app.countOne('realtime', conversation.clientId ?? networkOf(request.ip));
			await handle(parseClientMessage(content.toString()), conversation);
		} catch (error) {
			const known = asGatewayError(storeError(store, error) ?? error);
			if (known.code === 'internal_error')
				request.log.error({ err: error }, 'a message on the real-time channel could not be handled');
			refuse(connection, known);
			// The store cannot identify callers at the moment: the client must not get an error later that it sent no
			// key.
			if (known.code === 'service_unavailable' && conversation.clientId === null)
				connection.refuseForNow(known.code);
		}
	}

	/** Closes a connection whose caller may not have it any more; with another role, the client subscribes again. */
	function endConnection(connection: Connection, reason: ConnectionEnd): void {
		if (reason === 'role_changed') connection.refuseForNow(reason);
		else connection.refuse(reason);
	}

	/** Sends an error, and closes the connection after those that end it. */
	function refuse(connection: Connection, { code, message }: GatewayError): void {
		connection.send(JSON.stringify({ type: 'error', error: { code, message } }));
		if (code === 'rate_limit_exceeded') {
			metrics.requestRefused('realtime_flood');
			connection.refuseExcess(code);
		}
		if (IDENTITY_ERRORS.includes(code)) {
			metrics.requestRefused(code);
			connection.refuse(code);
		}
	}

	app.route({
		method: 'GET',
		url: '/v1/realtime',
		config: { access: 'public' },
		schema: { hide: true },
		handler: (_request, reply) => {
			reply.headers({ Connection: 'Upgrade', Upgrade: 'websocket' });
			throw upgradeRequired();
		},
		onRequest: (request, _reply, done) => {
			const opened = request.ws ? limits.open(request.ip) : 'none';
			if (opened === 'none') {
				done();
				return;
			}
			if (typeof opened === 'function') {
				request.raw.socket.once('close', opened);
				done();
				return;
			}
			metrics.requestRefused('realtime_connections');
			done(tooManyConnections(opened));
		},
		wsHandler: (socket, request) => {
			const connection = createConnection(socket, realClock);
			const callers = connectionAuth.register((reason) => {
				endConnection(connection, reason);
			});
			const cancelTimeout = realClock.schedule(IDENTIFICATION_TIMEOUT, () => {
				refuse(connection, notIdentified());
			});
			const identified = cancelTimeout;
			const conversation: Conversation = { socket, connection, request, callers, clientId: null, identified };
			const queue = createMessageQueue((content) => answer(content, conversation));
			let late = 0;
			socket.on('message', (content: Buffer) => {
				if (socket.readyState === socket.OPEN) {
					if (queue.add(content)) return;
					refuse(connection, tooManyMessages());
				}
				queue.close();
				late += 1;
				if (late > LATE_LIMIT) socket.terminate();
			});
			socket.on('close', () => {
				cancelTimeout();
				queue.close();
				subscriptions.removeAll(connection);
				callers.unregister();
			});
		},
	});
};

interface Conversation {
	socket: WebSocket;
	connection: Connection;
	request: FastifyRequest;
	callers: ConnectionCallers;
	/** The key or session that has subscribed last; null: none has. */
	clientId: string | null;
	/** Ends the wait for a first caller. */
	identified: () => void;
}
