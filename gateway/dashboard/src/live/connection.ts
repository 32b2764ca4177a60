import { signal } from '@preact/signals';
import { loadSession } from '../api/account.ts';

/** How the real-time channel stands; `waiting` for the next try to open it again. */
export type LiveState = 'idle' | 'connecting' | 'open' | 'waiting';
export const liveState = signal<LiveState>('idle');

export interface LiveMessage {
	type: string;
	channel?: string;
	timestamp?: string;
	data?: unknown;
	error?: { code: string; message: string };
}

interface Listener {
	onMessage: (message: LiveMessage) => void;
	/** The channel is heard from now on: what happened before has to be asked for. */
	onGap: (() => void) | undefined;
}

/** Close code for who may not listen. */
const REFUSED = 4401;
const FIRST_DELAY = 500;
const LONGEST_DELAY = 15_000;
/** With nobody listening the socket is kept this long: the next screen may want it. */
const LINGER = 5_000;

const channels = new Map<string, Set<Listener>>();
let socket: WebSocket | null = null;
let failures = 0;
let timer: number | undefined;
let closing: number | undefined;

/**
 * Hears of a channel of /v1/realtime until the returned function is called. The connection is opened when first
 * needed and again whenever it breaks.
 */
export function listen(channel: string, onMessage: Listener['onMessage'], onGap?: () => void): () => void {
	const listener: Listener = { onMessage, onGap };
	const listeners = channels.get(channel) ?? new Set();
	const isNew = listeners.size === 0;
	channels.set(channel, listeners.add(listener));
	window.clearTimeout(closing);
	if (socket === null && liveState.value !== 'waiting') open();
	else if (isNew) say('subscribe', channel);
	return () => {
		listeners.delete(listener);
		if (listeners.size > 0 || channels.get(channel) !== listeners) return;
		channels.delete(channel);
		say('unsubscribe', channel);
		if (channels.size === 0) closing = window.setTimeout(disconnect, LINGER);
	};
}

/** Tries to open the channel now instead of when its time has come. */
export function reconnect(): void {
	if (liveState.value === 'waiting') open();
}

/** Ends the connection: with nobody signed in there is nothing to hear. */
export function disconnect(): void {
	window.clearTimeout(timer);
	const open = socket;
	socket = null;
	failures = 0;
	liveState.value = 'idle';
	open?.close();
}

function open(): void {
	window.clearTimeout(timer);
	liveState.value = 'connecting';
	const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:';
	const opening = new WebSocket(`${scheme}//${location.host}/v1/realtime`);
	socket = opening;
	opening.onopen = () => {
		failures = 0;
		liveState.value = 'open';
		for (const channel of channels.keys()) say('subscribe', channel);
	};
	opening.onmessage = ({ data }: MessageEvent<string>) => {
		const message = JSON.parse(data) as LiveMessage;
		for (const { onMessage, onGap } of channels.get(message.channel ?? '') ?? []) {
			if (message.type === 'subscribed') onGap?.();
			else onMessage(message);
		}
	};
	opening.onclose = ({ code }) => {
		if (socket !== opening) return;
		socket = null;
		failures += 1;
		liveState.value = 'waiting';
		// Perhaps the session has ended; the answer says so, and then there is nothing to try again.
		if (code === REFUSED) void loadSession().catch(() => undefined);
		const delay = Math.min(LONGEST_DELAY, FIRST_DELAY * 2 ** (failures - 1));
		timer = window.setTimeout(open, delay * (0.75 + Math.random() / 2));
	};
}

function say(type: 'subscribe' | 'unsubscribe', channel: string): void {
	if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ type, channel }));
}

window.addEventListener('online', reconnect);
document.addEventListener('visibilitychange', () => {
	if (document.visibilityState === 'visible') reconnect();
});
