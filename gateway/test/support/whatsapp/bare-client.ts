import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { at, textAt } from '../json.ts';
import { until } from '../until.ts';
import type { WhatsApp } from './whatsapp.ts';

const CLIENT = path.join(import.meta.dirname, '../../whatsapp-server/bare-client.ts');

/** Baileys' names of message statuses, by their numbers. */
const STATUSES = ['ERROR', 'PENDING', 'SERVER_ACK', 'DELIVERY_ACK', 'READ', 'PLAYED'];

/** Baileys alone, in a process of its own. */
export interface BareClient {
	/** Baileys' events, in order. */
	events: { event: string; what: Record<string, unknown> }[];
	/** Calls a method of Baileys' socket, or `connect`, or `download`. Rejects when the call does. */
	call<T = unknown>(method: string, ...args: unknown[]): Promise<T>;
	/** Sends a message; returns its id. */
	send(jid: string, content: object, options?: object): Promise<string>;
	/** Scans the current QR code and waits for the connection. */
	pair(phone: string, more?: Parameters<WhatsApp['scan']>[2]): Promise<void>;
	/** Reconnects: clears the events and waits for the connection. */
	reconnect(): Promise<void>;
	/** Resolves with the first event of this name that has this value at this path. */
	waitForEvent(event: string, path: string, value: unknown): Promise<Record<string, unknown>>;
	/** Resolves with the message with this id once the client has received it. */
	upserted(id: string): Promise<Record<string, unknown>>;
	/** Resolves once the message with this id has this status, which is Baileys' number. */
	updated(id: string, status: number): Promise<unknown>;
	/** Resolves with the current QR code. */
	qr(): Promise<string>;
	/** Kills the process at once; its session stays in its folder. */
	kill(): Promise<void>;
}

type ClientReport = { number: number; result?: string; error?: string } | { event: string; what: string };

/**
 * Starts the client, which connects at once. A QR code lasts `qrTimeout` milliseconds. With `trusting: false` the
 * client trusts only WhatsApp's own certificates.
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
	child.on('message', (report: ClientReport) => {
		if ('event' in report) {
			events.push({ event: report.event, what: revive(report.what) as Record<string, unknown> });
			return;
		}
		const call = waiting.get(report.number);
		waiting.delete(report.number);
		if (report.error === undefined) call?.resolve(revive(report.result ?? 'null'));
		else call?.reject(new Error(report.error));
	});
	let calls = 0;
	async function call<T>(method: string, ...args: unknown[]): Promise<T> {
		const number = ++calls;
		const answer = Promise.withResolvers<unknown>();
		waiting.set(number, answer);
		child.send({ number, method, args: JSON.stringify(args, replace) });
		return (await answer.promise) as T;
	}
	const waitForEvent: BareClient['waitForEvent'] = (event, path, value) =>
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
			await waitForEvent('connection', 'connection', 'open');
		},
		async reconnect() {
			events.length = 0;
			await call('connect');
			await waitForEvent('connection', 'connection', 'open');
		},
		waitForEvent,
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
				// Baileys merges an update that follows soon into the message itself.
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

/** The encoding of bytes in Baileys' JSON. */
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
