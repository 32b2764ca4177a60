import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { EventName } from './history/record.ts';
import type { Recorder } from './history/recorder.ts';
import type { Random } from './random.ts';

/** How often a request is answered with 500, and how often its connection is dropped without an answer. */
const REFUSED = 0.08;
const DROPPED = 0.04;
/** Longest time an answer takes, in milliseconds. */
const SLOWEST = 15;

export interface Receiver {
	url: string;
	/** Answers everything with 200 at once from now on. */
	calm(): void;
	/** The secret of the webhook at a path. */
	trust(path: string, secret: string): void;
	close(): Promise<void>;
}

interface Envelope {
	event: EventName;
	timestamp: string;
	eventId: string;
	data: { messageId: string; content?: string };
}

/** A webhook receiver that records every request, verifies its signatures, and rejects or drops some. */
export async function startReceiver({ note }: Recorder, random: Random): Promise<Receiver> {
	const secrets = new Map<string, string>();
	let calm = false;

	const server = createServer((request, response) => {
		const chunks: Buffer[] = [];
		request.on('data', (chunk: Buffer) => chunks.push(chunk));
		request.on('end', () => {
			take(request, Buffer.concat(chunks), response);
		});
	});

	function take(request: IncomingMessage, body: Buffer, response: ServerResponse): void {
		const webhook = request.url ?? '';
		const { event, timestamp, eventId, data } = JSON.parse(body.toString()) as Envelope;
		const answer = nextAnswer();
		const delay = calm ? 0 : random.whole(0, SLOWEST);
		setTimeout(() => {
			note({
				kind: 'delivery',
				webhook,
				eventId,
				event,
				timestamp: Date.parse(timestamp),
				messageId: data.messageId,
				content: data.content ?? null,
				digest: createHash('sha256').update(body).digest('base64url').slice(0, 20),
				signed: isSigned(request, body, secrets.get(webhook) ?? ''),
				answer,
			});
			if (answer === 0) response.destroy();
			else response.writeHead(answer).end();
		}, delay);
	}

	function nextAnswer(): number {
		if (calm) return 200;
		const fate = random.fraction();
		if (fate < REFUSED) return 500;
		return fate < REFUSED + DROPPED ? 0 : 200;
	}

	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		calm() {
			calm = true;
		},
		trust: (path, secret) => secrets.set(path, secret),
		close: () =>
			new Promise((resolve) => {
				server.close(() => {
					resolve();
				});
				server.closeAllConnections();
			}),
	};
}

/** Both signatures, computed here from the bytes that came. */
function isSigned({ headers }: IncomingMessage, body: Buffer, secret: string): boolean {
	const hex = createHmac('sha256', secret).update(body).digest('hex');
	const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.`;
	const standard = createHmac('sha256', secret).update(signed).update(body).digest('base64');
	return (
		headers['x-service-signature'] === `sha256=${hex}` &&
		headers['webhook-signature'] === `v1,${standard}` &&
		headers['webhook-id'] === (JSON.parse(body.toString()) as Envelope).eventId
	);
}
