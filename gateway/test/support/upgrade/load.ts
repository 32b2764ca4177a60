import { setTimeout as elapsed } from 'node:timers/promises';
import { createClient } from '../client.ts';
import { API_KEY } from '../gateway.ts';

/** A request that was not accepted; the client has repeated it. */
export interface Refusal {
	/** The HTTP status; null: there was no connection. */
	status: number | null;
	code: unknown;
}

/** Clients that send messages to gateways that are restarted. */
export interface Load {
	/** The text of each accepted message, by its id. */
	accepted: Map<string, string>;
	refusals: Refusal[];
	/** Stops the clients when their requests are answered. */
	stop(): Promise<void>;
}

export interface LoadOptions {
	urls: readonly string[];
	instanceIds: readonly string[];
	clients: number;
}

/** Milliseconds between two requests of a client. */
const PAUSE = 20;

/**
 * Starts clients that send one message after the other, each to the gateways in turn. A request that is not accepted is
 * repeated at the next gateway with the same Idempotency-Key, as the nodes do.
 */
export function startLoad({ urls, instanceIds, clients }: LoadOptions): Load {
	const accepted = new Map<string, string>();
	const refusals: Refusal[] = [];
	const gateways = urls.map((url) => createClient(url, API_KEY));
	let stopped = false;

	async function send(text: string, turn: number): Promise<void> {
		const instanceId = instanceIds[turn % instanceIds.length];
		const body = JSON.stringify({ instanceId, to: `49151000${1000 + (turn % 7)}`, message: text });
		for (let tries = 0; ; tries += 1) {
			const gateway = gateways[(turn + tries) % gateways.length];
			if (gateway === undefined) throw new Error('There is no gateway.');
			const headers = { ...gateway.headers, 'idempotency-key': text };
			const answer = await gateway
				.request('/v1/messages/send', { method: 'POST', headers, body })
				.catch(() => null);
			if (answer?.status === 202) {
				accepted.set(answer.text('messageId'), text);
				return;
			}
			refusals.push({ status: answer?.status ?? null, code: answer?.at('error.code') });
			await elapsed(PAUSE);
		}
	}

	async function work(client: number): Promise<void> {
		for (let turn = client; !stopped; turn += clients) {
			await send(`Message ${turn}`, turn);
			await elapsed(PAUSE);
		}
	}

	const working = Promise.all(Array.from({ length: clients }, (_value, client) => work(client)));
	return {
		accepted,
		refusals,
		async stop() {
			stopped = true;
			await working;
		},
	};
}
