import { WebSocket } from 'ws';
import { at } from '../../document/schema.ts';
import { validationErrors } from '../../document/validation.ts';
import type { Context } from '../context.ts';

const KIND = 'real-time channel';
/** Milliseconds a message or the end of a connection may take. */
const PATIENCE = 5000;

interface Line {
	send(message: unknown): void;
	/** The next message that came, or null when none comes in time. */
	next(): Promise<unknown>;
	/** The code the connection was closed with, or null. */
	closed(): Promise<number | null>;
	end(): void;
}

/** Checks that a subscription sends the status at once and on every change, and that a wrong key closes with 4401. */
export async function checkRealtime({ session, fixtures, report }: Context): Promise<void> {
	const instanceId = await fixtures.newInstance();
	const channel = `instance:${instanceId}:status`;
	const apiKey = session.gateway.key;
	const line = await open(session.gateway.url);
	line.send({ type: 'subscribe', channel, apiKey });
	const subscribed = await line.next();
	report.check(
		KIND,
		'subscribed',
		at(subscribed, 'type') === 'subscribed' && at(subscribed, 'channel') === channel,
		() => JSON.stringify(subscribed),
	);
	const schema = session.operation('GET /v1/instances/{}/status').responses.get(200)?.schema
		?.properties?.data;
	const expectStatus = async (status: string): Promise<void> => {
		const message = await line.next();
		const shape = Object.keys(message ?? {})
			.toSorted()
			.join();
		const fits =
			shape === 'channel,data,timestamp,type' &&
			at(message, 'type') === 'status' &&
			at(message, 'data.status') === status;
		const mistakes = schema === undefined ? null : validationErrors(schema, at(message, 'data'));
		report.check(
			KIND,
			`status ${status}`,
			fits && mistakes === null,
			() => `${JSON.stringify(message)} ${mistakes ?? ''}`,
		);
	};
	await expectStatus('disconnected');
	const path = { instanceId };
	await session.send('POST /v1/instances/{}/connect', { path, body: { method: 'qrcode' } });
	await expectStatus('qr_pending');
	await session.send('POST /simulator/v1/instances/{}/scan', { path });
	await expectStatus('connected');
	line.send({ type: 'unsubscribe', channel });
	line.end();
	await checkRefusals(session.gateway.url, channel, apiKey, report);
}

async function checkRefusals(
	url: string,
	channel: string,
	apiKey: string,
	report: Context['report'],
): Promise<void> {
	const wrong = await open(url);
	wrong.send({ type: 'subscribe', channel, apiKey: 'mgw_wrong' });
	const refusal = await wrong.next();
	report.check(KIND, 'a wrong key is told', at(refusal, 'error.code') === 'invalid_api_key', () =>
		JSON.stringify(refusal),
	);
	const code = await wrong.closed();
	report.check(KIND, 'a wrong key is closed with 4401', code === 4401, () => String(code));
	const odd = [
		['no JSON', 'nonsense{'],
		['no type', {}],
		['another channel', { type: 'subscribe', channel: 'everything', apiKey }],
		['nobody', { type: 'subscribe', channel: 'instance:inst_00000000000000000000000000:status', apiKey }],
		['numbers', { type: 'subscribe', channel: 7, apiKey: [] }],
	] as const;
	for (const [what, message] of odd) {
		const line = await open(url);
		line.send(message);
		const answer = await line.next();
		const fits = at(answer, 'type') === 'error' && typeof at(answer, 'error.code') === 'string';
		report.check(KIND, `${what} is told`, fits, () => JSON.stringify(answer));
		line.end();
	}
}

async function open(url: string): Promise<Line> {
	const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/v1/realtime`);
	const arrived: unknown[] = [];
	let closeCode: number | null = null;
	socket.on('message', (data: Buffer) => arrived.push(JSON.parse(data.toString())));
	socket.on('close', (code) => {
		closeCode = code;
	});
	await new Promise((resolve, reject) => {
		socket.once('open', resolve);
		socket.once('error', reject);
	});
	const until = async <T>(look: () => T | null): Promise<T | null> => {
		const deadline = performance.now() + PATIENCE;
		for (;;) {
			const found = look();
			if (found !== null || performance.now() > deadline) return found;
			await new Promise((resolve) => setTimeout(resolve, 10));
		}
	};
	return {
		send(message) {
			socket.send(typeof message === 'string' ? message : JSON.stringify(message));
		},
		next: () => until(() => arrived.shift() ?? null),
		closed: () => until(() => closeCode),
		end() {
			socket.terminate();
		},
	};
}
