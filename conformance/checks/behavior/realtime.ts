import { WebSocket } from 'ws';
import { setTimeout as sleep } from 'node:timers/promises';
import { at } from '../../document/schema.ts';
import { validationErrors } from '../../document/validation.ts';
import type { Context } from '../context.ts';

const KIND = 'real-time channel';
/** Milliseconds until a message, or the end of a connection, must arrive. */
const RECEIVE_TIMEOUT = 5000;

interface Connection {
	send(message: unknown): void;
	/** Returns the next message; null: none arrived in time. */
	next(): Promise<unknown>;
	/** Returns the close code; null: the connection is still open after the time limit. */
	closed(): Promise<number | null>;
	end(): void;
}

/** Checks that a subscription sends the status at once and on every change, and that a wrong key closes with 4401. */
export async function checkRealtime({ session, fixtures, report }: Context): Promise<void> {
	const instanceId = await fixtures.newInstance();
	const channel = `instance:${instanceId}:status`;
	const apiKey = session.gateway.key;
	const connection = await open(session.gateway.url);
	connection.send({ type: 'subscribe', channel, apiKey });
	const subscribed = await connection.next();
	report.check(
		KIND,
		'subscribed',
		at(subscribed, 'type') === 'subscribed' && at(subscribed, 'channel') === channel,
		() => JSON.stringify(subscribed),
	);
	const schema = session.operation('GET /v1/instances/{}/status').responses.get(200)?.schema
		?.properties?.data;
	const expectStatus = async (status: string): Promise<void> => {
		const message = await connection.next();
		const shape = Object.keys(message ?? {})
			.toSorted()
			.join();
		const fits =
			shape === 'channel,data,timestamp,type' &&
			at(message, 'type') === 'status' &&
			at(message, 'data.status') === status;
		const errors = schema === undefined ? null : validationErrors(schema, at(message, 'data'));
		report.check(
			KIND,
			`status ${status}`,
			fits && errors === null,
			() => `${JSON.stringify(message)} ${errors ?? ''}`,
		);
	};
	await expectStatus('disconnected');
	const path = { instanceId };
	await session.send('POST /v1/instances/{}/connect', { path, body: { method: 'qrcode' } });
	await expectStatus('qr_pending');
	await session.send('POST /simulator/v1/instances/{}/scan', { path });
	await expectStatus('connected');
	connection.send({ type: 'unsubscribe', channel });
	connection.end();
	await checkRejections(session.gateway.url, channel, apiKey, report);
}

async function checkRejections(
	url: string,
	channel: string,
	apiKey: string,
	report: Context['report'],
): Promise<void> {
	const wrong = await open(url);
	wrong.send({ type: 'subscribe', channel, apiKey: 'mgw_wrong' });
	const error = await wrong.next();
	report.check(KIND, 'a wrong key gets an error', at(error, 'error.code') === 'invalid_api_key', () =>
		JSON.stringify(error),
	);
	const code = await wrong.closed();
	report.check(KIND, 'a wrong key closes with 4401', code === 4401, () => String(code));
	const invalid = [
		['no JSON', 'nonsense{'],
		['no type', {}],
		['another channel', { type: 'subscribe', channel: 'everything', apiKey }],
		[
			'an unknown instance',
			{ type: 'subscribe', channel: 'instance:inst_00000000000000000000000000:status', apiKey },
		],
		['numbers', { type: 'subscribe', channel: 7, apiKey: [] }],
	] as const;
	for (const [what, message] of invalid) {
		const connection = await open(url);
		connection.send(message);
		const response = await connection.next();
		const fits = at(response, 'type') === 'error' && typeof at(response, 'error.code') === 'string';
		report.check(KIND, `${what} gets an error`, fits, () => JSON.stringify(response));
		connection.end();
	}
}

async function open(url: string): Promise<Connection> {
	const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/v1/realtime`);
	const received: unknown[] = [];
	let closeCode: number | null = null;
	socket.on('message', (data: Buffer) => received.push(JSON.parse(data.toString())));
	socket.on('close', (code) => {
		closeCode = code;
	});
	await new Promise((resolve, reject) => {
		socket.once('open', resolve);
		socket.once('error', reject);
	});
	const waitFor = async <T>(lookup: () => T | null): Promise<T | null> => {
		const deadline = performance.now() + RECEIVE_TIMEOUT;
		for (;;) {
			const found = lookup();
			if (found !== null || performance.now() > deadline) return found;
			await sleep(10);
		}
	};
	return {
		send(message) {
			socket.send(typeof message === 'string' ? message : JSON.stringify(message));
		},
		next: () => waitFor(() => received.shift() ?? null),
		closed: () => waitFor(() => closeCode),
		end() {
			socket.terminate();
		},
	};
}
