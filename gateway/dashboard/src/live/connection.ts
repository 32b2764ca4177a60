import { signal } from '@preact/signals';
import { loadSession } from '../api/sign-in/account.ts';
import { gatewayUrl } from '../api/gateway-url.ts';
import { csrfToken } from '../api/sign-in/session.ts';
import { startHeartbeat, type Heartbeat } from './heartbeat.ts';

/** State of the real-time connection; `waiting`: it broke, and the next attempt to open it is scheduled. */
export type LiveState = 'idle' | 'connecting' | 'open' | 'waiting';
export const liveState = signal<LiveState>('idle');

export interface LiveMessage {
	type: string;
	channel?: string;
	data?: unknown;
}

interface Listener {
	onMessage: (message: LiveMessage) => void;
	/** Called when the gateway has confirmed the subscription, again after each reconnect. */
	onSubscribed: (() => void) | undefined;
}

interface Channel {
	listeners: Set<Listener>;
	/** Whether the gateway has confirmed the subscription on the present connection. */
	isSubscribed: boolean;
}

/** Close code of a connection that the gateway refuses. */
const REFUSED = 4401;
/** Milliseconds before the first attempt to reconnect, and the maximum of the doubled delay. */
const FIRST_DELAY = 500;
const LONGEST_DELAY = 15_000;
/** Milliseconds a connection without listeners stays open, because the next screen may need it. */
const LINGER = 5_000;

const channels = new Map<string, Channel>();
let socket: WebSocket | null = null;
let heartbeat: Heartbeat | undefined;
let failures = 0;
let reconnectTimer: number | undefined;
let lingerTimer: number | undefined;

/**
 * Listens to a channel of /v1/realtime until the returned function is called. The connection is opened by the first
 * listener and opened again whenever it breaks.
 */
export function listen(
	channel: string,
	onMessage: Listener['onMessage'],
	onSubscribed?: () => void,
): () => void {
	const listener: Listener = { onMessage, onSubscribed };
	const known = channels.get(channel);
	const entry: Channel = known ?? { listeners: new Set(), isSubscribed: false };
	entry.listeners.add(listener);
	channels.set(channel, entry);
	window.clearTimeout(lingerTimer);
	if (socket === null && liveState.value !== 'waiting') open();
	else if (known === undefined) send('subscribe', channel);
	else if (entry.isSubscribed) onSubscribed?.();
	return () => {
		entry.listeners.delete(listener);
		if (entry.listeners.size > 0 || channels.get(channel) !== entry) return;
		channels.delete(channel);
		send('unsubscribe', channel);
		if (channels.size === 0) lingerTimer = window.setTimeout(disconnect, LINGER);
	};
}

/** Opens the connection ahead of the first listener, for which a screen would wait. It closes if there is none soon. */
export function connectAhead(): void {
	if (liveState.value !== 'idle') return;
	open();
	lingerTimer = window.setTimeout(disconnect, LINGER);
}

/** Reconnects now instead of at the scheduled time. */
export function reconnect(): void {
	if (liveState.value === 'waiting') open();
}

/** Reconnects, or finds out whether the connection still works: the network or the machine was away. */
function checkConnection(): void {
	reconnect();
	heartbeat?.ask();
}

export function disconnect(): void {
	window.clearTimeout(reconnectTimer);
	heartbeat?.stop();
	const closing = socket;
	socket = null;
	failures = 0;
	liveState.value = 'idle';
	forgetSubscriptions();
	closing?.close();
}

function open(): void {
	window.clearTimeout(reconnectTimer);
	liveState.value = 'connecting';
	const opening = new WebSocket(gatewayUrl('/v1/realtime').replace(/^http/, 'ws'));
	socket = opening;
	const beat = startHeartbeat(opening, () => {
		opening.close();
		onEnd(opening);
	});
	heartbeat = beat;
	opening.onopen = () => {
		if (socket !== opening) return;
		beat.received();
		failures = 0;
		liveState.value = 'open';
		for (const channel of channels.keys()) send('subscribe', channel);
	};
	opening.onmessage = ({ data }: MessageEvent<string>) => {
		if (socket !== opening) return;
		beat.received();
		dispatch(JSON.parse(data) as LiveMessage);
	};
	opening.onclose = ({ code }) => {
		// The session may have ended. Then loadSession shows the sign-in form, and there is nothing to reconnect.
		if (code === REFUSED && socket === opening) void loadSession().catch(() => undefined);
		onEnd(opening);
	};
}

/** Schedules the next attempt after a connection has ended, unless another one has replaced it. */
function onEnd(ended: WebSocket): void {
	if (socket !== ended) return;
	heartbeat?.stop();
	socket = null;
	failures += 1;
	liveState.value = 'waiting';
	forgetSubscriptions();
	const delay = Math.min(LONGEST_DELAY, FIRST_DELAY * 2 ** (failures - 1));
	reconnectTimer = window.setTimeout(open, delay * (0.75 + Math.random() / 2));
}

function dispatch(message: LiveMessage): void {
	const channel = channels.get(message.channel ?? '');
	if (channel === undefined) return;
	if (message.type !== 'subscribed') {
		for (const { onMessage } of channel.listeners) onMessage(message);
		return;
	}
	// A channel that was left and joined again within one round trip is confirmed twice.
	if (channel.isSubscribed) return;
	channel.isSubscribed = true;
	for (const { onSubscribed } of channel.listeners) onSubscribed?.();
}

function forgetSubscriptions(): void {
	for (const channel of channels.values()) channel.isSubscribed = false;
}

function send(type: 'subscribe' | 'unsubscribe', channel: string): void {
	if (socket?.readyState !== WebSocket.OPEN) return;
	const token = type === 'subscribe' ? csrfToken() : null;
	socket.send(JSON.stringify({ type, channel, ...(token === null ? {} : { csrfToken: token }) }));
}

window.addEventListener('online', checkConnection);
document.addEventListener('visibilitychange', () => {
	if (document.visibilityState === 'visible') checkConnection();
});
