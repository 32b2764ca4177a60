import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import websocket, { type WebSocket } from '@fastify/websocket';
import { canSee, type VisibleInstances } from '../../domain/caller.ts';
import { GatewayError } from '../../domain/error.ts';
import { hasScope } from '../../domain/scope.ts';
import { instanceNotFound, instanceOrThrow } from '../../instances/find.ts';
import { authenticate } from '../../keys/authenticate.ts';
import { REQUIRED_SCOPES, type Channel } from '../../realtime/channel.ts';
import { notSignedIn } from '../../users/session.ts';
import { parseClientMessage, type ClientMessage } from '../../realtime/client-message.ts';
import { createConnection, type Connection } from '../../realtime/connection.ts';
import { startEventFeed } from '../../realtime/event-feed.ts';
import { startPhoneFeed } from '../../realtime/phone-feed.ts';
import { createConnectionAuth, type ConnectionCallers } from '../../realtime/connection-auth.ts';
import { startStatusFeed } from '../../realtime/status-feed.ts';
import { createSubscriptions } from '../../realtime/subscriptions.ts';
import { findSession } from '../../store/access/user-sessions.ts';
import { findApiKeyByHash } from '../../store/access/api-keys.ts';
import { coalesce } from '../../lib/coalesce.ts';
import type { Dependencies } from '../server/dependencies.ts';
import { requireCsrfToken, verifyOrigin } from '../server/csrf.ts';
import type { Caller } from '../server/authentication.ts';
import { instanceStatus } from '../instances/status.ts';

/** Largest message of a client, in bytes. */
const MESSAGE_LIMIT = 4096;
/** Messages of a client that may wait to be handled; then no more are read from its socket until they are handled. */
const WAITING_LIMIT = 100;
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
	'store' | 'clock' | 'connections' | 'publicUrl' | 'peers' | 'simulator' | 'sealer'
>;

/**
 * `GET /v1/realtime`: status updates of instances over a WebSocket (specification, Real-time channel), and, as
 * additions, events, attempts of deliveries and changes of simulated phones.
 */
export const realtimeRoutes: FastifyPluginAsync<RealtimeDeps> = async (app, deps) => {
	const { store, clock, publicUrl, peers, simulator } = deps;
	const subscriptions = createSubscriptions();
	await app.register(websocket, { options: { maxPayload: MESSAGE_LIMIT } });

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
	const stopPhoneFeed =
		simulator === null ? () => undefined : startPhoneFeed({ clock, store, subscriptions, simulator });
	const connectionAuth = createConnectionAuth(store);
	app.addHook('onClose', () => {
		statusFeed.stop();
		eventFeed.stop();
		stopPhoneFeed();
		connectionAuth.stop();
		return Promise.resolve();
	});

	const findKey = coalesce((hash) => findApiKeyByHash(store.read, hash));
	/** The caller that subscribes: a key, or a person on the gateway's own page. */
	async function callerOf(
		{ apiKey, csrfToken }: Extract<ClientMessage, { type: 'subscribe' }>,
		request: FastifyRequest,
	): Promise<Caller> {
		if (apiKey === undefined && request.headers.cookie !== undefined) {
			const { identity } = request;
			if ('caller' in identity && identity.caller.kind === 'user') {
				if (request.headers.origin === undefined) throw foreignPage();
				verifyOrigin(request, publicUrl);
				// The session may have other secrets than when the connection was opened.
				const session = await findSession(store.read, identity.caller.id);
				if (session === undefined) throw notSignedIn();
				requireCsrfToken(csrfToken, session);
				return identity.caller;
			}
			if ('refusal' in identity) throw identity.refusal;
		}
		const authorization = apiKey === undefined ? undefined : `Bearer ${apiKey}`;
		return authenticate(findKey, { authorization, address: request.ip, now: clock.now() });
	}

	async function subscribe(
		channel: Channel,
		connection: Connection,
		visible: VisibleInstances,
	): Promise<void> {
		if ('instanceId' in channel && channel.instanceId !== null && !canSee(visible, channel.instanceId)) {
			instanceNotFound();
		}
		const subscribed = JSON.stringify({ type: 'subscribed', channel: channel.name });
		if (channel.kind === 'status') {
			const { id } = await instanceOrThrow(store.read, channel.instanceId);
			// Subscribed before the status is read, so that no change in between is lost.
			subscriptions.add(channel.name, connection, visible);
			connection.send(subscribed);
			try {
				await statusFeed.sendCurrent(id, channel.name, connection);
			} catch (error) {
				subscriptions.remove(channel.name, connection);
				throw error;
			}
			return;
		}
		if (channel.kind === 'phone') {
			if (simulator === null) throw noPhones();
			subscriptions.add(channel.name, connection, visible);
			connection.send(subscribed);
			return;
		}
		if (channel.kind === 'events' && channel.instanceId !== null) {
			await instanceOrThrow(store.read, channel.instanceId);
		}
		subscriptions.add(channel.name, connection, visible);
		connection.send(subscribed);
		eventFeed.onSubscribed();
	}

	async function handle(
		message: ClientMessage,
		{ socket, connection, request, callers }: Conversation,
	): Promise<void> {
		const { channel } = message;
		if (message.type === 'unsubscribe') {
			subscriptions.remove(channel.name, connection);
			return;
		}
		const caller = await callerOf(message, request);
		for (const scope of REQUIRED_SCOPES[channel.kind]) {
			if (hasScope(caller.scopes, scope)) continue;
			throw new GatewayError('insufficient_permissions', `This API key lacks the scope ${scope}.`);
		}
		// Added before the check: an end of the session or key after the check closes the connection.
		callers.add(caller);
		if (!(await callers.isAuthorized(clock.now()))) throw notSignedIn();
		await subscribe(channel, connection, caller.instanceIds);
		// The client may have disconnected meanwhile.
		if (socket.readyState !== socket.OPEN) subscriptions.removeAll(connection);
	}

	app.get(
		'/v1/realtime',
		{ websocket: true, config: { access: 'public' }, schema: { hide: true } },
		(socket, request) => {
			const callers: ConnectionCallers = connectionAuth.register((reason) => {
				connection.refuse(reason);
			});
			const connection = createConnection(socket, clock, () => callers.isAuthorized(clock.now()));
			// Messages of a client are handled in their order.
			let handled = Promise.resolve();
			let waiting = 0;
			socket.on('message', (content: Buffer) => {
				waiting += 1;
				if (waiting === WAITING_LIMIT) socket.pause();
				handled = handled
					.then(() => parseClientMessage(content.toString()))
					.then((message) => handle(message, { socket, connection, request, callers }))
					.catch((error: unknown) => {
						if (!(error instanceof GatewayError))
							request.log.error({ err: error }, 'a message on the real-time channel could not be handled');
						const { code, message: text } = asGatewayError(error);
						connection.send(JSON.stringify({ type: 'error', error: { code, message: text } }));
						if (IDENTITY_ERRORS.includes(code)) connection.refuse(code);
					})
					.finally(() => {
						if (waiting === WAITING_LIMIT) socket.resume();
						waiting -= 1;
					});
			});
			socket.on('close', () => {
				subscriptions.removeAll(connection);
				callers.unregister();
			});
		},
	);
};

interface Conversation {
	socket: WebSocket;
	connection: Connection;
	request: FastifyRequest;
	callers: ConnectionCallers;
}

function foreignPage(): GatewayError {
	return new GatewayError(
		'origin_not_allowed',
		'In a session only the page of this gateway may subscribe. Programs send an apiKey instead.',
	);
}

function noPhones(): GatewayError {
	return new GatewayError(
		'invalid_parameters',
		'Only the simulated network has phones. Start a gateway with GATEWAY_NETWORK=simulator.',
	);
}

function asGatewayError(error: unknown): GatewayError {
	return error instanceof GatewayError
		? error
		: new GatewayError('internal_error', 'Something went wrong in the gateway. Its log has the details.');
}
