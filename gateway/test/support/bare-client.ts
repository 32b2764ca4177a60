import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { WhatsApp } from './whatsapp.ts';

const CLIENT = path.join(import.meta.dirname, '../whatsapp-server/bare-client.ts');

/** Baileys alone, in a process of its own. */
export interface BareClient {
	/** What it told, in order. */
	events: { event: string; what: Record<string, unknown> }[];
	/** Calls a method of Baileys' socket, or `connect`, or `download`. Rejects as it does. */
	call<T = unknown>(method: string, ...args: unknown[]): Promise<T>;
	/** Kills the process at once; its session stays in its folder. */
	kill(): Promise<void>;
}

type Told = { number: number; result?: string; error?: string } | { event: string; what: string };

/** Starts it; it connects by itself. */
export function startBareClient(whatsApp: WhatsApp, folder: string): BareClient {
	const child = fork(CLIENT, [whatsApp.url, folder], {
		env: { ...process.env, ...whatsApp.trust.env, NODE_OPTIONS: '' },
		execArgv: whatsApp.trust.execArgv,
		stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
	});
	const events: BareClient['events'] = [];
	const waiting = new Map<number, PromiseWithResolvers<unknown>>();
	child.on('message', (told: Told) => {
		if ('event' in told) {
			events.push({ event: told.event, what: revive(told.what) as Record<string, unknown> });
			return;
		}
		const call = waiting.get(told.number);
		waiting.delete(told.number);
		if (told.error === undefined) call?.resolve(revive(told.result ?? 'null'));
		else call?.reject(new Error(told.error));
	});
	let calls = 0;
	return {
		events,
		async call<T>(method: string, ...args: unknown[]): Promise<T> {
			const number = ++calls;
			const call = Promise.withResolvers<unknown>();
			waiting.set(number, call);
			child.send({ number, method, args: JSON.stringify(args, replace) });
			return (await call.promise) as T;
		},
		async kill() {
			child.kill('SIGKILL');
			await once(child, 'close');
		},
	};
}

/** Bytes as Baileys writes them into JSON, and back. */
function replace(_key: string, value: unknown): unknown {
	if (value instanceof Uint8Array) return { type: 'Buffer', data: Buffer.from(value).toString('base64') };
	const buffer = value as { type?: unknown; data?: unknown } | null;
	return buffer?.type === 'Buffer' && Array.isArray(buffer.data)
		? { type: 'Buffer', data: Buffer.from(buffer.data as number[]).toString('base64') }
		: value;
}

function revive(text: string): unknown {
	return JSON.parse(text, (_key, value: unknown) => {
		const buffer = value as { type?: unknown; data?: unknown } | null;
		return typeof buffer === 'object' && buffer?.type === 'Buffer' && typeof buffer.data === 'string'
			? Buffer.from(buffer.data, 'base64')
			: value;
	});
}
