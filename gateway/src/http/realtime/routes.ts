import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import websocket, { type WebSocket } from '@fastify/websocket';
import { GatewayError } from '../../domain/error.ts';
import { hasScope } from '../../domain/scope.ts';
import { instanceOrThrow, instanceWithWebhookOrThrow } from '../../instances/find.ts';
import { instanceHealth } from '../../instances/instance-health.ts';
import { authenticate } from '../../keys/authenticate.ts';
import { SCOPES_NEEDED, type Channel } from '../../realtime/channel.ts';
import { notSignedIn } from '../../owner/session.ts';
import { parseClientMessage, type ClientMessage } from '../../realtime/client-message.ts';
import { connectionOf, type Connection } from '../../realtime/connection.ts';
import { startEventFeed } from '../../realtime/event-feed.ts';
import { startPhoneFeed } from '../../realtime/phone-feed.ts';
import { createConnectionAuth, type ConnectionAuth } from '../../realtime/connection-auth.ts';
import { startStatusFeed } from '../../realtime/status-feed.ts';
import { createSubscriptions } from '../../realtime/subscriptions.ts';
import { findApiKeyByHash } from '../../store/access/api-keys.ts';
import { coalesce } from '../../lib/coalesce.ts';
import type { Dependencies } from '../server/dependencies.ts';
import { verifyOrigin } from '../server/csrf.ts';
import type { Caller } from '../server/authentication.ts';
import { instanceStatusView } from '../instances/view.ts';

/** Largest text a client may send, in bytes. */
const MESSAGE_LIMIT = 4096;
/** Codes after which a connection is closed: its client is not who may listen. */
const IDENTITY_ERRORS = [
	'missing_api_key',
	'invalid_api_key',
	'expired_api_key',
	'ip_not_allowed',
	'not_signed_in',
	'origin_not_allowed',
];

/**
 * `GET /v1/realtime`: status updates of instances over a WebSocket (specification, Real-time channel), and, as
 * additions, events and deliveries as they happen.
 */
export const realtimeRoutes: FastifyPluginAsync<Dependencies> = async (app, dependencies) => {
	const { store, clock, connections, publicUrl, peers, simulator } = dependencies;
	const subscriptions = createSubscriptions();
	await app.register(websocket, { options: { maxPayload: MESSAGE_LIMIT } });

	const statusFeed = startStatusFeed({
		clock,
		store,
		subscriptions,
		async statusOf(instanceId) {
			const row = await instanceWithWebhookOrThrow(store.read, instanceId);
			return instanceStatusView(row, await instanceHealth(store.read, row, connections, clock.now()));
		},
	});
	const eventFeed = startEventFeed({
		clock,
		store,
		subscriptions,
		othersRecord: peers !== null,
		onError: (error) => {
			app.log.warn({ err: error }, 'what happened at another gateway could not be told to those who listen');
		},
	});
	const stopPhoneFeed =
		simulator === null ? () => undefined : startPhoneFeed({ clock, store, subscriptions, simulator });
	const presence = createConnectionAuth(store);
	app.addHook('onClose', () => {
		statusFeed.stop();
		eventFeed.stop();
		stopPhoneFeed();
		presence.stop();
		return Promise.resolve();
	});

	const findKey = coalesce((hash) => findApiKeyByHash(store.read, hash));
	/** Who listens: the holder of a key, or the owner on the gateway's own page. */
	async function listenerOf(apiKey: string | undefined, request: FastifyRequest): Promise<Caller> {
		if (apiKey === undefined && request.headers.cookie !== undefined) {
			const { identity } = request;
			if ('caller' in identity && identity.caller.kind === 'owner') {
				if (request.headers.origin === undefined) throw foreignPage();
				verifyOrigin(request, publicUrl);
				return identity.caller;
			}
			if ('refusal' in identity) throw identity.refusal;
		}
		const authorization = apiKey === undefined ? undefined : `Bearer ${apiKey}`;
		return authenticate(findKey, { authorization, address: request.ip, now: clock.now() });
	}

	async function subscribe(channel: Channel, connection: Connection): Promise<void> {
		const subscribed = JSON.stringify({ type: 'subscribed', channel: channel.name });
		if (channel.kind === 'status') {
			const { id } = await instanceOrThrow(store.read, channel.instanceId);
			// It listens before its status is looked up, so that no change in between is missed.
			subscriptions.add(channel.name, connection);
			connection.send(subscribed);
			try {
				await statusFeed.tellNow(id, channel.name, connection);
			} catch (error) {
				subscriptions.remove(channel.name, connection);
				throw error;
			}
			return;
		}
		if (channel.kind === 'phone') {
			if (simulator === null) throw noPhones();
			subscriptions.add(channel.name, connection);
			connection.send(subscribed);
			return;
		}
		if (channel.kind === 'events' && channel.instanceId !== null) {
			await instanceOrThrow(store.read, channel.instanceId);
		}
		subscriptions.add(channel.name, connection);
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
		const caller = await listenerOf(message.apiKey, request);
		for (const scope of SCOPES_NEEDED[channel.kind]) {
			if (hasScope(caller.scopes, scope)) continue;
			throw new GatewayError('insufficient_permissions', `This API key lacks the scope ${scope}.`);
		}
		// Noted first: from then on it is told when the session or the key ends, and before that it is seen here.
		callers.add(caller);
		if (!(await callers.isAuthorized(clock.now()))) throw notSignedIn();
		await subscribe(channel, connection);
		// It may have been closed meanwhile.
		if (socket.readyState !== socket.OPEN) subscriptions.removeAll(connection);
	}

	app.get(
		'/v1/realtime',
		{ websocket: true, config: { access: 'public' }, schema: { hide: true } },
		(socket, request) => {
			const callers: ConnectionAuth = presence.enter((reason) => {
				connection.refuse(reason);
			});
			const connection = connectionOf(socket, clock, () => callers.isAuthorized(clock.now()));
			// One after the other: what is said later must not be done before what was said earlier.
			let turn = Promise.resolve();
			socket.on('message', (content: Buffer) => {
				turn = turn
					.then(() => parseClientMessage(content.toString()))
					.then((message) => handle(message, { socket, connection, request, callers }))
					.catch((error: unknown) => {
						if (!(error instanceof GatewayError)) request.log.error({ err: error }, 'real-time channel');
						const { code, message: text } = asGatewayError(error);
						connection.send(JSON.stringify({ type: 'error', error: { code, message: text } }));
						if (IDENTITY_ERRORS.includes(code)) connection.refuse(code);
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
	callers: ConnectionAuth;
}

function foreignPage(): GatewayError {
	return new GatewayError(
		'origin_not_allowed',
		'In a session only the page of this gateway itself may listen; programs send their apiKey.',
	);
}

function noPhones(): GatewayError {
	return new GatewayError(
		'invalid_parameters',
		'There are phones on the simulated network only. Start a gateway with GATEWAY_NETWORK=simulator.',
	);
}

function asGatewayError(error: unknown): GatewayError {
	return error instanceof GatewayError
		? error
		: new GatewayError('internal_error', 'Something went wrong in the gateway. Its log has the details.');
}
