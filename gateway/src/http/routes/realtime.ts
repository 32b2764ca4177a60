import type { FastifyPluginAsync } from 'fastify';
import websocket, { type WebSocket } from '@fastify/websocket';
import { timestamp, type Cancel } from '../../domain/clock.ts';
import { GatewayError } from '../../domain/error.ts';
import type { InstanceId } from '../../domain/ids.ts';
import { allows } from '../../domain/scope.ts';
import { instanceWithWebhookOrThrow } from '../../instances/find.ts';
import { vitalsOf } from '../../instances/instance-status.ts';
import { authenticate } from '../../keys/authenticate.ts';
import { createKeyLookup } from '../../keys/key-lookup.ts';
import { parseClientMessage, type ClientMessage } from '../../realtime/client-message.ts';
import { createSubscriptions } from '../../realtime/subscriptions.ts';
import type { Dependencies } from '../dependencies.ts';
import { instanceStatusView } from '../views/instance.ts';

/** Milliseconds between two pings; who did not answer the last one is gone. */
const PING_EVERY = 30_000;
/** Close code for a key that is not accepted. */
const UNAUTHORISED = 4401;
/** Largest text a client may send, in bytes. */
const MESSAGE_LIMIT = 4096;
const KEY_ERRORS = ['missing_api_key', 'invalid_api_key', 'expired_api_key', 'ip_not_allowed'];

/** `GET /v1/realtime`: status updates of instances over a WebSocket (specification, Real-time channel). */
export const realtimeRoutes: FastifyPluginAsync<Dependencies> = async (app, dependencies) => {
	const { store, clock, connections } = dependencies;
	const subscriptions = createSubscriptions();
	await app.register(websocket, { options: { maxPayload: MESSAGE_LIMIT } });

	async function statusMessage(instanceId: string): Promise<string> {
		const row = await instanceWithWebhookOrThrow(store.read, instanceId);
		const vitals = await vitalsOf(store.read, row, connections, clock.now());
		return JSON.stringify({
			type: 'status',
			channel: channelOf(row.id),
			timestamp: timestamp(clock.now()),
			data: instanceStatusView(row, vitals),
		});
	}

	const findKey = createKeyLookup(store.read);
	async function authorise(apiKey: string | undefined, address: string): Promise<void> {
		const authorization = apiKey === undefined ? undefined : `Bearer ${apiKey}`;
		const caller = await authenticate(findKey, { authorization, address, now: clock.now() });
		if (allows(caller.scopes, 'instances:read')) return;
		throw new GatewayError('insufficient_permissions', 'This API key lacks the scope instances:read.');
	}

	async function handle(
		message: ClientMessage,
		send: (text: string) => void,
		address: string,
	): Promise<void> {
		const instanceId = message.instanceId as InstanceId;
		if (message.type === 'unsubscribe') {
			subscriptions.remove(instanceId, send);
			return;
		}
		await authorise(message.apiKey, address);
		const status = await statusMessage(instanceId);
		subscriptions.add(instanceId, send);
		send(JSON.stringify({ type: 'subscribed', channel: message.channel }));
		send(status);
	}

	const tell = async (instanceId: InstanceId): Promise<void> => {
		const subscribers = subscriptions.of(instanceId);
		if (subscribers.length === 0) return;
		const text = await statusMessage(instanceId);
		for (const send of subscribers) send(text);
	};
	/** What is being told of each instance: one after the other, so that no status overtakes a later one. */
	const telling = new Map<InstanceId, Promise<void>>();
	const stopListening = store.listen((signal) => {
		if (signal.kind !== 'instance_changed') return;
		const { instanceId } = signal;
		if (subscriptions.of(instanceId).length === 0) return;
		const before = telling.get(instanceId) ?? Promise.resolve();
		// Of an instance that was deleted meanwhile there is nothing to tell any more.
		const told = before.then(() => tell(instanceId)).catch(() => undefined);
		telling.set(instanceId, told);
		void told.then(() => {
			if (telling.get(instanceId) === told) telling.delete(instanceId);
		});
	});
	app.addHook('onClose', () => {
		stopListening();
		return Promise.resolve();
	});

	app.get(
		'/v1/realtime',
		{ websocket: true, config: { access: 'public' }, schema: { hide: true } },
		(socket, request) => {
			const send = (text: string): void => {
				if (socket.readyState === socket.OPEN) socket.send(text);
			};
			const stopPinging = keepAlive(socket, dependencies);
			socket.on('message', (content: Buffer) => {
				const message = Promise.resolve(content.toString()).then(parseClientMessage);
				message
					.then((parsed) => handle(parsed, send, request.ip))
					.catch((error: unknown) => {
						if (!(error instanceof GatewayError)) request.log.error({ err: error }, 'real-time channel');
						const { code, message: text } = asGatewayError(error);
						send(JSON.stringify({ type: 'error', error: { code, message: text } }));
						if (KEY_ERRORS.includes(code)) socket.close(UNAUTHORISED, code);
					});
			});
			socket.on('close', () => {
				stopPinging();
				subscriptions.removeAll(send);
			});
		},
	);
};

function channelOf(instanceId: InstanceId): string {
	return `instance:${instanceId}:status`;
}

/** Pings until the returned function is called; ends a connection whose other side is gone. */
function keepAlive(socket: WebSocket, { clock }: Dependencies): Cancel {
	let answered = true;
	let cancel: Cancel = () => undefined;
	socket.on('pong', () => {
		answered = true;
	});
	const schedule = (): void => {
		cancel = clock.after(PING_EVERY, () => {
			if (!answered) {
				socket.terminate();
				return;
			}
			answered = false;
			socket.ping();
			schedule();
		});
	};
	schedule();
	return () => {
		cancel();
	};
}

function asGatewayError(error: unknown): GatewayError {
	return error instanceof GatewayError
		? error
		: new GatewayError('internal_error', 'Something went wrong in the gateway. Its log has the details.');
}
