import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { at, textAt } from '../json.ts';
import { until } from '../until.ts';
import type { WhatsApp } from './whatsapp.ts';

const CLIENT = path.join(import.meta.dirname, '../../whatsapp-server/bare-client.ts');

/** Baileys' names for what became of a message, by its numbers. */
const STATUSES = ['ERROR', 'PENDING', 'SERVER_ACK', 'DELIVERY_ACK', 'READ', 'PLAYED'];

/** Baileys alone, in a process of its own. */
export interface BareClient {
	/** What it told, in order. */
	events: { event: string; what: Record<string, unknown> }[];
	/** Calls a method of Baileys' socket, or `connect`, or `download`. Rejects as it does. */
	call<T = unknown>(method: string, ...args: unknown[]): Promise<T>;
	/** Sends a message; gives its identifier. */
	send(jid: string, content: object, options?: object): Promise<string>;
	/** Scans the QR code it shows, and waits until it is connected. */
	pair(phone: string, more?: Parameters<WhatsApp['scan']>[2]): Promise<void>;
	/** Connects anew, forgetting what it told so far, and waits until it is connected. */
	reconnect(): Promise<void>;
	/** What it told, when it did: an event that has a value at a path. */
	told(event: string, path: string, value: unknown): Promise<Record<string, unknown>>;
	/** The message with this identifier, when it was received. */
	upserted(id: string): Promise<Record<string, unknown>>;
	/** What a message was updated to, when it was; statuses are Baileys' numbers. */
	updated(id: string, status: number): Promise<unknown>;
	/** The QR code it shows. */
	qr(): Promise<string>;
	/** Kills the process at once; its session stays in its folder. */
	kill(): Promise<void>;
}

type Told = { number: number; result?: string; error?: string } | { event: string; what: string };

/**
 * Starts it; it connects by itself. A QR code is on show for `qrTimeout` milliseconds, if that is told; `trusting`
 * false: it believes WhatsApp's own certificates only.
 */
export function startBareClient(
	whatsApp: WhatsApp,
	folder: string,
	{ qrTimeout, trusting = true }: { qrTimeout?: number; trusting?: boolean } = {},
): BareClient {
	const timeout = qrTimeout === undefined ? [] : [String(qrTimeout)];
	const child = fork(CLIENT, [whatsApp.url, folder, ...timeout], {
		env: { ...process.env, ...whatsApp.trust.env, NODE_OPTIONS: '' },
		execArgv: trusting ? whatsApp.trust.execArgv : [],
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
	async function call<T>(method: string, ...args: unknown[]): Promise<T> {
		const number = ++calls;
		const answer = Promise.withResolvers<unknown>();
		waiting.set(number, answer);
		child.send({ number, method, args: JSON.stringify(args, replace) });
		return (await answer.promise) as T;
	}
	const told: BareClient['told'] = (event, path, value) =>
		until(
			`${event} with ${path} = ${String(value)}`,
			() => events.find((one) => one.event === event && at(one.what, path) === value)?.what,
		);
	const qr = () =>
		until('a QR code', () => events.findLast(({ what }) => 'qr' in what)?.what.qr as string | undefined);
	return {
		events,
		call,
		send: async (jid, content, options) =>
			textAt(await call('sendMessage', jid, content, options ?? {}), 'key.id'),
		qr,
		async pair(phone, more) {
			await whatsApp.scan(phone, await qr(), more);
			await told('connection', 'connection', 'open');
		},
		async reconnect() {
			events.length = 0;
			await call('connect');
			await told('connection', 'connection', 'open');
		},
		told,
		upserted: (id) =>
			until(`${id} to arrive`, () => {
				const upserts = events.filter(({ event }) => event === 'messages.upsert');
				const messages = upserts.flatMap(({ what }) => what.messages as Record<string, unknown>[]);
				return messages.find((one) => at(one, 'key.id') === id);
			}),
		updated: (id, status) =>
			until(`${id} to be ${STATUSES[status] ?? ''}`, () => {
				const updates = events.filter(({ event }) => event === 'messages.update');
				const found = updates.flatMap(({ what }) => what as unknown as object[]);
				// An update that follows soon is told as part of the message itself.
				const own = events.flatMap(({ what }) => (what.messages ?? []) as object[]);
				return (
					found.find((one) => at(one, 'key.id') === id && at(one, 'update.status') === status) ??
					own.find((one) => at(one, 'key.id') === id && at(one, 'status') === STATUSES[status])
				);
			}),
		async kill() {
			if (child.exitCode !== null || child.signalCode !== null) return;
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
